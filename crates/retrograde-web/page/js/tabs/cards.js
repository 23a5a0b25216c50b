/** HOME's games: a card for each with positions that have names, and a link for each other. They come when the demo moves. */

import { rulesFold } from '../answers/rules.js';
import { h } from '../base/dom.js';
import { thumbnail } from '../board/thumbnail.js';
import { gameIn } from '../games/told.js';

/** @typedef {import('./context.js').Context} Context */

/** Positions to begin with that have names, and the keys of those. @type {[string, string][]} */
const STARTS = [
  ['pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r', 'start.spiral'],
  ['pawn:1OO7/10/10/10/10/10/10/10/10/4X5_r', 'start.open'],
  ['pawn:5/5/2O2/H2H1/OH1X1_r', 'start.small'],
  ['race:A3/1H2/4/3B_a', 'start.race4'],
  ['race:A7/1HHH1HH1/8/1H1HH1H1/1H4H1/3HH3/1H3H2/7B_a', 'start.maze'],
  ['race:1A2/1H2/4/3B_b_a1.d4', 'start.midgame'],
  ['cannons:01100_r', 'start.row5'],
  ['cannons:0110100110010110_r', 'start.thue'],
  ['cannons:11011_r', 'start.tied'],
];
/** Games with a card: those with positions that have names. */
const CARDS = [...new Set(STARTS.map(([pos]) => gameIn(pos)))];
/** @param {string} id */
const startsOf = (id) => STARTS.filter(([pos]) => gameIn(pos) === id);

/** @param {Context} ctx */
export const gameCards = (ctx) => CARDS.map((id) => gameCard(id, ctx));

/** @param {string} id @param {Context} ctx */
function gameCard(id, ctx) {
  const { t, games } = ctx;
  const [first] = startsOf(id);
  const links = startsOf(id).map(([pos, name]) => h('li', {}, playLink(pos, t(name), ctx)));
  return h('li', { class: 'card game' }, first && thumbnail(first[0], ctx), h('div', {}, h('h3', {}, games.nameOf(id)), h('p', {}, games.kitOf(id)?.about), h('ul', {}, links), rulesFold(id, ctx)));
}

/** Games without a card, each with a position to begin with. @param {Context} ctx */
export function otherGames(ctx) {
  const { games } = ctx;
  const plain = games.games.filter(({ game }) => !CARDS.includes(game));
  const link = (/** @type {string} */ game, /** @type {string} */ first) => {
    const link = playLink(first, [thumbnail(first, ctx), games.nameOf(game)], ctx);
    link.dataset.tip = games.kitOf(game)?.about ?? '';
    return h('li', {}, link);
  };
  return plain.flatMap(({ game, examples: [first] }) => (first === undefined ? [] : [link(game, first)]));
}

/** @param {string} pos @param {import('../base/dom.js').Child | import('../base/dom.js').Child[]} content @param {Context} ctx */
function playLink(pos, content, { store }) {
  const place = { page: /** @type {const} */ ('board'), tab: /** @type {const} */ ('play'), pos };
  return h('a', { href: store.link(place), onclick: store.follow({ ...place, step: null }) }, content);
}
