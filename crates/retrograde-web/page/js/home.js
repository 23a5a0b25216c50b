/** HOME: the demo, the games, and a box to paste into. */

import { Demo } from './demo.js';
import { h } from './dom.js';
import { MODELS } from './games/index.js';
import { pasteBox, thumbnail } from './paste.js';

/** @typedef {import('./app.js').Context} Context */
/** @typedef {import('./app.js').Mounted} Mounted */

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountHome(panel, ctx) {
  const { t } = ctx;
  const demo = new Demo(ctx);
  const paste = h('section', { class: 'card' });
  const found = h('section', { class: 'card found' });
  panel.append(
    h('h1', { class: 'lead' }, t('home.lead')),
    found,
    h('div', { class: 'home' },
      demo.element,
      h('section', {}, h('h2', {}, t('home.games')), h('ul', { class: 'games' }, MODELS.map((model) => gameCard(model, ctx)))),
      paste),
  );
  pasteBox(paste, ctx, found);
  demo.arm();
  return { unmount: () => demo.unmount(), keys: { demo: () => demo.toggle() } };
}

/** @param {import('./games/index.js').GameModel} model @param {Context} ctx */
function gameCard(model, ctx) {
  const { t, store } = ctx;
  const [first] = model.starts;
  const open = (/** @type {string} */ pos) => (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    store.set({ page: 'board', tab: 'play', pos, step: null });
  };
  const links = model.starts.map(([pos, name]) => h('li', {}, h('a', { href: store.link({ page: 'board', tab: 'play', pos }), onclick: open(pos) }, t(name))));
  return h('li', { class: 'card game' }, first && thumbnail(first[0], ctx), h('div', {}, h('h3', {}, t(`game.${model.id}`)), h('p', {}, t(`about.${model.id}`)), h('ul', {}, links)));
}
