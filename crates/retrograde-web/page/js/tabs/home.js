/** HOME: the demo, the games, and a box to paste into. */

import { rulesFold } from '../answers/rules.js';
import { h } from '../base/dom.js';
import { thumbnail } from '../board/thumbnail.js';
import { MODELS } from '../games/index.js';
import { Demo } from './demo.js';
import { pasteBox } from './paste.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Mounted} Mounted */

/** Games with a card: those with positions that have names. */
const CARDS = MODELS.filter(({ starts }) => starts.length > 0);

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
      h('section', {}, h('h2', {}, t('home.games')), h('ul', { class: 'games' }, CARDS.map((model) => gameCard(model, ctx))),
        h('p', { class: 'row hint' }, t('home.others'), others(ctx))),
      paste),
  );
  pasteBox(paste, ctx, found);
  return { unmount: () => demo.unmount(), keys: { demo: () => demo.toggle() } };
}

/** @param {import('../games/index.js').GameModel} model @param {Context} ctx */
function gameCard(model, ctx) {
  const { t } = ctx;
  const [first] = model.starts;
  const links = model.starts.map(([pos, name]) => h('li', {}, playLink(pos, t(name), ctx)));
  return h('li', { class: 'card game' }, first && thumbnail(first[0], ctx), h('div', {}, h('h3', {}, t(`game.${model.id}`)), h('p', {}, t(`about.${model.id}`)), h('ul', {}, links), rulesFold(model.id, ctx)));
}

/** Games without a card, each with a position to begin with. @param {Context} ctx */
function others(ctx) {
  const plain = ctx.games.games.filter(({ game }) => CARDS.every(({ id }) => id !== game));
  return plain.flatMap(({ game, examples: [first] }) => (first === undefined ? [] : [playLink(first, ctx.games.nameOf(game), ctx)]));
}

/** @param {string} pos @param {string} name @param {Context} ctx */
function playLink(pos, name, { store }) {
  const place = { page: /** @type {const} */ ('board'), tab: /** @type {const} */ ('play'), pos };
  return h('a', { href: store.link(place), onclick: store.follow({ ...place, step: null }) }, name);
}
