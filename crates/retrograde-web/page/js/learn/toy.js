/**
 * Retrograde analysis of a game given as a list, as slow and plain as it can be, with the log that it makes. The article's diagrams are
 * drawn from it, and the unit tests hold the page's fast paths against it.
 */

import { EVENT, KIND } from '../base/words.js';

/**
 * A position: who moves (0 or 1); how it ended (the winner, or `level`; null if it did not); where its moves lead.
 * @typedef {{ turn: number, winner: number | 'level' | null, children: number[] }} Position
 */
/** @typedef {{ value: string, depth: number }} Value for the side to move */
/**
 * @typedef {object} ToyEvent as in the server's log
 * @property {import('../base/reports.js').EventReport['event']} event
 * @property {number} step
 * @property {number} [slot]
 * @property {number} [from]
 * @property {string} [value]
 * @property {number} [depth]
 * @property {number} [open]
 * @property {number} [of]
 * @property {number} [win]
 * @property {number} [loss]
 * @property {number} [tie]
 * @property {number} [queue]
 * @property {number} [draw]
 */

/** The values of all positions that are no draws, and the log. @param {Position[]} game */
export function solve(game) {
  /** @type {ToyEvent[]} */
  const log = [];
  /** @type {Map<number, Value>} */
  const values = new Map();
  const open = game.map((position) => position.children.length);
  let popped = 0;
  const emit = (/** @type {Omit<ToyEvent, 'step'>} */ event) => log.push({ step: log.length, ...event });
  const decide = (/** @type {number} */ slot, /** @type {number | undefined} */ from, /** @type {string} */ value, /** @type {number} */ depth) => {
    values.set(slot, { value, depth });
    emit({ event: from === undefined ? EVENT.seed : EVENT.mark, slot, from, value, depth });
  };
  const winnerOf = (/** @type {number} */ slot) => (values.get(slot)?.value === KIND.win ? game[slot].turn : 1 - game[slot].turn);

  game.forEach(({ turn, winner }, slot) => {
    if (winner !== null) decide(slot, undefined, winner === 'level' ? KIND.tie : winner === turn ? KIND.win : KIND.loss, 0);
  });
  for (const isTies of [false, true]) {
    for (let depth = 0; ; depth += 1) {
      const layer = [...values.keys()].filter((slot) => values.get(slot)?.depth === depth && (values.get(slot)?.value === KIND.tie) === isTies).sort((a, b) => a - b);
      if (layer.length === 0) break;
      for (const slot of layer) {
        emit({ event: EVENT.pop, slot, ...values.get(slot) });
        popped += 1;
        game.forEach((parent, p) => {
          if (!parent.children.includes(slot) || values.has(p)) return;
          if (isTies) decide(p, slot, KIND.tie, depth + 1);
          else if (winnerOf(slot) === parent.turn) decide(p, slot, KIND.win, depth + 1);
          else if ((open[p] -= 1) === 0) decide(p, slot, KIND.loss, depth + 1);
          else emit({ event: EVENT.relax, slot: p, from: slot, open: open[p], of: parent.children.length });
        });
      }
      const count = (/** @type {string} */ value) => layer.filter((slot) => values.get(slot)?.value === value).length;
      emit({ event: EVENT.layer, depth, win: count(KIND.win), loss: count(KIND.loss), tie: count(KIND.tie), queue: values.size - popped });
    }
  }
  emit({ event: EVENT.rest, draw: game.length - values.size });
  emit({ event: EVENT.done, slot: 0 });
  return { log, values };
}

/** What asking forwards does: it asks a position's moves in turn, and returns only with an answer. The first `most` questions. @param {Position[]} game @param {number} from @param {number} most */
export function askForwards(game, from, most) {
  /** @type {{ slot: number, chain: number[] }[]} */
  const asked = [];
  /** @type {(slot: number, above: number[]) => number | 'level' | null} */
  const ask = (slot, above) => {
    if (asked.length >= most) return null;
    const chain = [...above, slot];
    asked.push({ slot, chain });
    const { turn, winner, children } = game[slot];
    if (winner !== null) return winner;
    for (const child of children) {
      const found = ask(child, chain);
      if (found === null) return null;
      if (found === turn) return turn;
    }
    return 1 - turn;
  };
  ask(from, []);
  return asked;
}
