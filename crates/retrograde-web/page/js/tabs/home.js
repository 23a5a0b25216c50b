/** HOME: the demo, the games, and a box to paste into. */

import { h, put } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { Demo } from './demo.js';
import { pasteBox } from './paste.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Mounted} Mounted */

/** @param {HTMLElement} panel @param {Context} ctx @param {import('./showcase.js').First} first what the demo begins with @returns {Mounted} */
export function mountHome(panel, ctx, first) {
  const { t } = ctx;
  const demo = new Demo(ctx, first);
  const paste = h('section', { class: 'card' });
  const found = h('section', { class: 'card found' });
  const cards = h('ul', { class: 'games' });
  const rest = h('ul', { class: 'others' });
  panel.append(
    found,
    demo.element,
    h('div', { class: 'home' },
      h('section', {}, h('h2', {}, pixels(t('home.games'))), cards),
      paste,
      h('section', { class: 'more' }, h('h2', {}, pixels(t('home.others'))), rest)),
  );
  pasteBox(paste, ctx, found);
  let isGone = false;
  /** What is told of all games would be a fifth of what Home weighs: it comes when the first board moves. */
  const show = async () => {
    await demo.underway;
    const [{ gameCards, otherGames }] = await Promise.all([ctx.connection.load(() => import('./cards.js')), ctx.games.load().catch(() => undefined)]);
    if (isGone) return;
    put(cards, gameCards(ctx));
    put(rest, otherGames(ctx));
  };
  void show();
  const unmount = () => {
    isGone = true;
    demo.unmount();
  };
  return { unmount, keys: { demo: () => demo.toggle() } };
}
