/** The moves of a game that threw something away, each with what it cost and what was better. */

import { isRated, moveText } from '../../answers/moves.js';
import { fill, h } from '../../base/dom.js';
import { pixels } from '../../base/pixels.js';
import { joined } from '../../base/readers.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./match.js').Ply} Ply */

/** @param {HTMLElement} place @param {Ply[]} plies @param {boolean} isOpen whether values may be seen @param {Context} ctx @param {(at: number) => void} goTo */
export function listMistakes(place, plies, isOpen, ctx, goTo) {
  const { t } = ctx;
  const found = isOpen ? plies.flatMap((ply, at) => mistake(ply, plies[at - 1], at, ctx, goTo)) : [];
  const isDone = plies.length > 1 && plies.at(-1)?.head?.over;
  const isJudged = plies.slice(1).every(({ move }) => move && isRated(move));
  place.hidden = !found.length && !isDone;
  fill(place, h('h2', {}, pixels(t('mistakes.title', { n: found.length }))), found.length > 0 && h('ol', { class: 'mistakes' }, found),
    !isJudged ? h('p', {}, t('mistakes.unsolved')) : found.length === 0 && h('p', {}, t('mistakes.none')));
}

/** @param {Ply} ply @param {Ply | undefined} before @param {number} at @param {Context} ctx @param {(at: number) => void} goTo @returns {HTMLElement[]} */
function mistake({ move }, before, at, { t, store }, goTo) {
  if (!move || !before || !isRated(move) || move.waste === 0) return [];
  const side = before.turn && t(`side.${before.turn}`);
  const cost = move.drop ? t('mistakes.drop', { value: t(`value.${move.drop}`) }) : t('mistakes.waste', { n: move.waste });
  const better = before.best ? t('mistakes.better', { move: moveText(before.best.move, t) }) : '';
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    goTo(at - 1);
  };
  return [h('li', { value: at }, h('a', { href: store.link({ pos: before.pos }), onclick: open }, `${side} ${moveText(move.move, t)}`), ` ${joined([cost, better])}`)];
}
