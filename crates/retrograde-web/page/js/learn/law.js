/** The article's laws of a table: what each label claims of the labels one ply ahead, and of nothing else. */

import { flipped } from '../base/values.js';
import { KIND } from '../base/words.js';

/** @typedef {import('./toy.js').Position} Position */
/** @typedef {{ value: import('../base/values.js').Kind, depth?: number }} Label for the side to move; a draw has no depth */

/** The laws by the keys of their words, in the order of the article. */
export const LAWS = ['over', KIND.win, KIND.loss, KIND.tie, KIND.draw];

/** The law that the label of a position breaks; null if it keeps them all. @param {Position[]} game @param {Label[]} labels @param {number} slot */
export function broken(game, labels, slot) {
  const { turn, winner, children } = game[slot];
  const { value, depth = Infinity } = labels[slot];
  if (winner !== null) return value === (winner === 'level' ? KIND.tie : winner === turn ? KIND.win : KIND.loss) && depth === 0 ? null : 'over';
  if (children.length === 0) return 'over';
  // As the player sees them who makes the moves.
  const moves = children.map((child) => seenBy(turn, game[child].turn, labels[child]));
  const depths = (/** @type {string} */ kind) => moves.filter((move) => move.value === kind).map((move) => move.depth ?? Infinity);
  const [wins, ties, losses] = [KIND.win, KIND.tie, KIND.loss].map(depths);
  const soonest = (/** @type {number[]} */ of) => of.includes(depth - 1) && of.every((other) => other >= depth - 1);
  const keeps = {
    win: soonest(wins),
    loss: losses.length === moves.length && Math.max(...losses) === depth - 1,
    tie: wins.length === 0 && soonest(ties),
    draw: wins.length === 0 && ties.length === 0 && moves.some((move) => move.value === KIND.draw),
  };
  return keeps[value] ? null : value;
}

/** What a label of the side `turn` is to a player. @param {number} player @param {number} turn @param {Label} label @returns {Label} */
function seenBy(player, turn, label) {
  return player === turn ? label : { ...label, value: flipped(label.value) };
}
