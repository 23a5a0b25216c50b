/** A game's rules in words, as the server tells them: asked for when they are first opened. */

import { fill, h } from '../base/dom.js';

/** @typedef {{ games: import('../games/list.js').GameList, t: import('../languages/index.js').T }} Asked */

/** Writes a game's rules into an element, which says by `data-game` whose it holds. @param {HTMLElement} place @param {string} id @param {Asked} ctx */
export async function tellRules(place, id, { games, t }) {
  if (place.dataset.game === id) return;
  place.dataset.game = id;
  try {
    await games.load();
    if (place.dataset.game === id) fill(place, h('h2', {}, games.titleOf(id)), h('p', {}, lines(games.rulesOf(id) ?? t('rules.none'))));
  } catch (error) {
    delete place.dataset.game;
    fill(place, h('p', { class: 'trouble' }, error instanceof Error ? error.message : String(error)));
  }
}

/** Each line by itself: what stands further in stays so where it is broken. @param {string} text */
const lines = (text) => text.split('\n').map((line) => h('span', { class: line.startsWith(' ') ? 'line line-in' : 'line' }, line.trim() || '\u00a0'));

/** A fold with the rules. @param {string} id @param {Asked} ctx */
export function rulesFold(id, ctx) {
  const place = h('div', { class: 'rules' });
  const fold = h('details', { ontoggle: () => fold.open && void tellRules(place, id, ctx) }, h('summary', {}, ctx.t('rules')), place);
  return fold;
}
