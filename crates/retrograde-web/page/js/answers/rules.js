/** A game's rules in words, as the server tells them: asked for when they are first opened. */

import { fill, h } from '../base/dom.js';

/** @typedef {{ games: import('../games/list.js').GameList, language: Pick<import('../languages/index.js').Language, 'has' | 't'>, t: import('../languages/index.js').T }} Asked */

/** Writes a game's rules into an element, which says by `data-game` whose it holds. @param {HTMLElement} place @param {string} id @param {Asked} ctx */
export async function tellRules(place, id, { games, language, t }) {
  if (place.dataset.game === id) return;
  place.dataset.game = id;
  try {
    await games.load();
    if (place.dataset.game === id) fill(place, h('h2', {}, games.titleOf(id)), h('p', {}, lines(readable(games.rulesOf(id) ?? t('rules.none'), language))));
  } catch (error) {
    delete place.dataset.game;
    fill(place, h('p', { class: 'trouble' }, error instanceof Error ? error.message : String(error)));
  }
}

/**
 * Rules without what only programs need: an ending is called by its words, not by its id. In Chinese the words stand before the id already.
 * @param {string} text @param {Asked['language']} language
 */
export function readable(text, { has, t }) {
  const named = (/** @type {string} */ ids) => ids.split(/[,，、] ?/).map((id) => (has(`over.${id}`) ? t(`over.${id}`) : id)).join(', ');
  return text
    .replace(/^( +)([a-z-]+(?:, [a-z-]+)*)(?: {2,}|(:|：) ?)/gm, (_, blanks, ids, colon = ':') => `${blanks}${named(ids)}${colon}${colon === ':' ? ' ' : ''}`)
    .replace(/（(?:[^（）]*，)?([a-z、-]+)）/g, (whole, ids) => (named(ids) === ids ? whole : ''))
    .replace(/\(([a-z-]+)\)/g, (_, id) => `(${named(id)})`);
}

/** Each line by itself: what stands further in stays so where it is broken. @param {string} text */
const lines = (text) => text.split('\n').map((line) => h('span', { class: line.startsWith(' ') ? 'line line-in' : 'line' }, line.trim() || '\u00a0'));

/** A fold with the rules. @param {string} id @param {Asked} ctx */
export function rulesFold(id, ctx) {
  const place = h('div', { class: 'rules' });
  const fold = h('details', { ontoggle: () => fold.open && void tellRules(place, id, ctx) }, h('summary', {}, ctx.t('rules')), place);
  return fold;
}
