/**
 * What is shown at a step of the log: pure functions of (sea, step), nothing remembered.
 *
 * A *step* n is the number of events that have happened: 0 is before the first, `sea.events` after the last. Going back is the same
 * function of a smaller number.
 *
 * The sea says in which order positions are decided and popped, which is enough to draw any step; what an event says in words (its board,
 * its move, its counter) comes from `EventLog` in log.js.
 */

import { EVENT } from '../base/words.js';
import { TALLY, depthOf, kindOf, lowerBound } from './record.js';

/** @typedef {import('./record.js').Sea} Sea */
/** @typedef {"start" | "seed" | "sweep" | "layer" | "rest" | "done"} Phase */

/**
 * Counts of positions.
 * @typedef {object} Counts
 * @property {number} win
 * @property {number} loss
 * @property {number} tie
 * @property {number} draw known to be drawn
 * @property {number} open not known yet
 */

/**
 * What is shown at a step, boards and words apart.
 * @typedef {object} Frame
 * @property {number} step
 * @property {Phase} phase what the last event belongs to
 * @property {number} decided
 * @property {number} popped
 * @property {number} queue
 * @property {number | null} current the slot popped last, while its predecessors are looked at
 * @property {number} depth of the layer that is being popped
 * @property {Counts} counts
 */

/**
 * Counts among the first `decided` of the order of being decided.
 * @param {Sea} sea
 * @param {number} decided
 * @param {boolean} isRestKnown whether what is left is known to be drawn
 * @returns {Counts}
 */
export function countsAt(sea, decided, isRestKnown) {
  const block = Math.floor(decided / TALLY);
  const sums = [0, ...sea.tally.subarray(3 * block, 3 * block + 3)];
  for (let index = block * TALLY; index < decided; index += 1) sums[sea.cells[sea.order[index]] >> 14] += 1;
  const left = sea.positions - decided;
  return { win: sums[1], loss: sums[2], tie: sums[3], draw: isRestKnown ? left : 0, open: isRestKnown ? 0 : left };
}

/** The layer that the pop of index `k` belongs to. @param {Sea} sea @param {number} k */
export function layerOfPop(sea, k) {
  let low = 0;
  let high = sea.layers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (sea.layers[middle].first <= k) low = middle;
    else high = middle - 1;
  }
  return sea.layers[low];
}

/** The step at which everything about the pop of index `k` has happened. @param {Sea} sea @param {number} k */
export function blockEnd(sea, k) {
  const layer = layerOfPop(sea, k);
  return k + 1 < layer.end ? sea.poppedAt[k + 1] : layer.step;
}

/** @param {Sea} sea @param {number} step @returns {Phase} */
export function phaseAt(sea, step) {
  if (step === 0) return 'start';
  if (step >= sea.events) return EVENT.done;
  if (step === sea.events - 1) return EVENT.rest;
  if (step <= sea.seeds) return EVENT.seed;
  return sea.layers.length > 0 && isLayerStep(sea, step - 1) ? EVENT.layer : 'sweep';
}

/** @param {Sea} sea @param {number} event */
function isLayerStep(sea, event) {
  const k = lowerBound(sea.poppedAt, event) - 1;
  return k >= 0 && layerOfPop(sea, k).step === event;
}

/** Which kind of event this is, and the value that it tells. @param {Sea} sea @param {number} event @returns {Pick<import('../base/reports.js').LogEvent, "event" | "value">} */
export function eventAt(sea, event) {
  if (event >= sea.events - 2) return { event: event === sea.events - 1 ? EVENT.done : EVENT.rest };
  if (event < sea.seeds) return { event: EVENT.seed };
  const marks = lowerBound(sea.decidedAt, event);
  if (sea.decidedAt[marks] === event) return { event: EVENT.mark, value: kindOf(sea.cells[sea.order[marks]]) };
  if (sea.poppedAt[lowerBound(sea.poppedAt, event)] === event) return { event: EVENT.pop };
  return { event: isLayerStep(sea, event) ? EVENT.layer : EVENT.relax };
}

/** What is shown at a step. @param {Sea} sea @param {number} step @returns {Frame} */
export function frameAt(sea, step) {
  const decided = lowerBound(sea.decidedAt, step);
  const popped = lowerBound(sea.poppedAt, step);
  const phase = phaseAt(sea, step);
  const isRestKnown = phase === EVENT.rest || phase === EVENT.done;
  const depth = popped === 0 ? 0 : depthOf(sea.cells[sea.popped[popped - 1]]);
  const current = phase === 'sweep' ? sea.popped[popped - 1] : null;
  return { step, phase, decided, popped, queue: decided - popped, current, depth, counts: countsAt(sea, decided, isRestKnown) };
}

/**
 * The next positions of the queue, as far as their order is final: the rest of the layer that is swept. Deeper positions
 * wait behind it.
 * @param {Sea} sea @param {number} step @param {number} most
 */
export function queueHead(sea, step, most) {
  const from = lowerBound(sea.poppedAt, step);
  if (step < sea.seeds || from === sea.popped.length) return [];
  const layer = layerOfPop(sea, from);
  const isFinal = from > layer.first || from === 0 || step > sea.layers[sea.layers.indexOf(layer) - 1].step;
  return isFinal ? Array.from(sea.popped.subarray(from, Math.min(from + most, layer.end))) : [];
}
