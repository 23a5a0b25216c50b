/**
 * What is shown at a step of the log: pure functions of (sea, step), nothing remembered.
 *
 * The log of a solve is: the seeds; for each position popped, one event for each predecessor that is still open; a `layer`
 * after the last pop of a depth; `rest`; `done`. A *step* n is the number of events that have happened: 0 is before the
 * first, `sea.events` after the last. Going back is the same function of a smaller number.
 *
 * The sea (see `readSea`) says in which order positions are decided and popped, which is enough to draw any step; what an
 * event says in words (its board, its move, its counter) comes from `EventLog` in log.js.
 */

import { EVENT, KIND } from '../base/words.js';

/** Stands in `decidedAt` for a slot that is never decided. */
export const NEVER = 0xffffffff;
/** A slot without a position. */
export const HOLE = 0x3fff;

/** Kinds by the two upper bits of a cell. */
export const KINDS = /** @type {const} */ ([KIND.draw, KIND.win, KIND.loss, KIND.tie]);

/** @typedef {"draw" | "win" | "loss" | "tie"} Kind */
/** @typedef {"edge" | "state" | "layer"} Detail */
/** @typedef {"start" | "seed" | "sweep" | "layer" | "rest" | "done"} Phase */

/**
 * A finished solve, by slot and in the order of time.
 * @typedef {object} Sea
 * @property {number} slots
 * @property {number} events how many the log has
 * @property {Uint16Array} cells by slot: the final value, as kind << 14 | depth
 * @property {Uint32Array} order the slots, in the order of being decided
 * @property {Uint32Array} decidedAt the event that decides `order[i]`
 * @property {Uint32Array} poppedAt the event that pops `popped[k]`
 * @property {Uint32Array} popped the slots, in the order of being popped
 * @property {number} seeds how many finished positions there are: the log begins with them
 * @property {Layer[]} layers in the order of time
 * @property {Uint32Array} tally wins, losses and ties among every 1,024 first decided, three numbers each
 * @property {number} positions slots that are no holes
 */

/**
 * The positions popped at one depth.
 * @typedef {object} Layer
 * @property {number} depth
 * @property {boolean} tie whether they are ties
 * @property {number} first the index in `popped` of the first
 * @property {number} end the index after the last
 * @property {number} step the `layer` event after them
 */

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

const TALLY = 1024;
const HEADER_BYTES = 32;

/** @param {number} cell @returns {Kind} */
export const kindOf = (cell) => KINDS[cell >> 14];

/** @param {number} cell */
export const depthOf = (cell) => cell & 0x3fff;

/**
 * The first index of a sorted array whose element is at least `value`.
 * @param {ArrayLike<number>} sorted
 * @param {number} value
 */
export function lowerBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Reads the answer of GET /sea, little-endian: "RSEA", u32 version, u64 slots, u64 marks, u64 events; a u16 cell a slot;
 * a u32 a mark, its slot; a u32 a mark, its event; a u32 a pop, its event.
 * @param {ArrayBuffer} buffer
 * @returns {Sea}
 * @throws {RangeError} if it is not of this form
 */
export function readSea(buffer) {
  const view = new DataView(buffer);
  const isSea = buffer.byteLength >= HEADER_BYTES && view.getUint32(0) === 0x52534541 && view.getUint32(4, true) === 1;
  if (!isSea) throw new RangeError('not a sea of version 1');
  const [slots, marks, events] = [8, 16, 24].map((at) => Number(view.getBigUint64(at, true)));
  const pops = (buffer.byteLength - HEADER_BYTES - 2 * slots - 8 * marks) / 4;
  if (!Number.isInteger(pops) || pops < 0) throw new RangeError('a sea that is cut short');
  const marksAt = HEADER_BYTES + 2 * slots;
  // An odd number of cells leaves the rest unaligned, so that it is copied.
  const rest = marksAt % 4 === 0 ? { bytes: buffer, at: marksAt } : { bytes: buffer.slice(marksAt), at: 0 };
  const numbers = (/** @type {number} */ from, /** @type {number} */ count) => new Uint32Array(rest.bytes, rest.at + 4 * from, count);
  return arrange({
    slots,
    events,
    cells: new Uint16Array(buffer, HEADER_BYTES, slots),
    order: numbers(0, marks),
    decidedAt: numbers(marks, marks),
    poppedAt: numbers(2 * marks, pops),
  });
}

/**
 * Adds what follows from the rest: the order of popping, the layers, the tally.
 * @param {Pick<Sea, "slots" | "events" | "cells" | "order" | "decidedAt" | "poppedAt">} sea
 * @returns {Sea}
 */
export function arrange(sea) {
  const { cells, order, poppedAt } = sea;
  const popped = inOrderOfPopping(sea.slots, cells, order).subarray(0, poppedAt.length);
  const seeds = poppedAt.length > 0 ? poppedAt[0] : order.length;
  let positions = 0;
  for (let slot = 0; slot < sea.slots; slot += 1) if (cells[slot] !== HOLE) positions += 1;
  return { ...sea, popped, seeds, positions, layers: layersOf(sea, popped), tally: tallyOf(cells, order) };
}

/** Wins and losses before ties, each by depth, then by slot: a counting sort. */
function inOrderOfPopping(/** @type {number} */ slots, /** @type {Uint16Array} */ cells, /** @type {Uint32Array} */ order) {
  const isDecided = new Uint8Array(slots);
  const starts = new Uint32Array((2 << 14) + 1);
  for (const slot of order) {
    isDecided[slot] = 1;
    starts[popKey(cells[slot]) + 1] += 1;
  }
  for (let key = 1; key < starts.length; key += 1) starts[key] += starts[key - 1];
  const popped = new Uint32Array(order.length);
  for (let slot = 0; slot < slots; slot += 1) {
    if (isDecided[slot] === 1) popped[starts[popKey(cells[slot])]++] = slot;
  }
  return popped;
}

const popKey = (/** @type {number} */ cell) => (cell >= 0xc000 ? cell & 0x7fff : cell & 0x3fff);

/**
 * @param {Pick<Sea, "events" | "cells" | "poppedAt">} sea
 * @param {Uint32Array} popped
 */
function layersOf({ events, cells, poppedAt }, popped) {
  /** @type {Layer[]} */
  const layers = [];
  for (let k = 0; k < popped.length; k += 1) {
    const cell = cells[popped[k]];
    if (k > 0 && popKey(cell) === popKey(cells[popped[k - 1]])) continue;
    layers.push({ depth: depthOf(cell), tie: kindOf(cell) === KIND.tie, first: k, end: popped.length, step: events - 3 });
    if (layers.length > 1) Object.assign(layers[layers.length - 2], { end: k, step: poppedAt[k] - 1 });
  }
  return layers;
}

/** @param {Uint16Array} cells @param {Uint32Array} order */
function tallyOf(cells, order) {
  const tally = new Uint32Array(3 * (Math.floor(order.length / TALLY) + 1));
  const sums = [0, 0, 0];
  for (let index = 0; index < order.length; index += 1) {
    sums[(cells[order[index]] >> 14) - 1] += 1;
    if ((index + 1) % TALLY === 0) tally.set(sums, 3 * ((index + 1) / TALLY));
  }
  return tally;
}

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

/** @typedef {"win" | "loss" | "ties" | "rest" | "asked"} KeyStep */

/**
 * The steps at which something has just happened that is worth a look: the first win and the first loss that were found, not over from the
 * start; the first tie taken from the queue; the rest drawn, if there is any; the position that is asked about decided.
 * @param {Sea} sea @param {number | null} asked its slot, if it is known
 * @returns {Map<KeyStep, number>} in no order
 */
export function keySteps(sea, asked) {
  const steps = new Map();
  const found = (/** @type {"win" | "loss"} */ kind) => {
    const index = sea.order.findIndex((slot, at) => at >= sea.seeds && kindOf(sea.cells[slot]) === kind);
    if (index >= 0) steps.set(kind, sea.decidedAt[index] + 1);
  };
  found(KIND.win);
  found(KIND.loss);
  const ties = sea.layers.find((layer) => layer.tie);
  if (ties !== undefined) steps.set('ties', sea.poppedAt[ties.first] + 1);
  const hasDraws = sea.positions > sea.order.length;
  if (hasDraws) steps.set(EVENT.rest, sea.events - 1);
  if (asked === null) return steps;
  const decided = sea.order.indexOf(asked);
  if (decided >= 0) steps.set('asked', sea.decidedAt[decided] + 1);
  else if (hasDraws) steps.set('asked', sea.events - 1);
  return steps;
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
 * What is known of a slot at a step, when it is decided by event `decidedBy`.
 * @param {Sea} sea @param {number} slot @param {number} decidedBy @param {number} step
 * @returns {Kind | "open" | "hole"}
 */
export function statusAt(sea, slot, decidedBy, step) {
  if (sea.cells[slot] === HOLE) return 'hole';
  if (decidedBy < step) return kindOf(sea.cells[slot]);
  return step >= sea.events - 1 ? KIND.draw : 'open';
}

/** For each slot the event that decides it, or `NEVER`. @param {Sea} sea */
export function decisions(sea) {
  const bySlot = new Uint32Array(sea.slots).fill(NEVER);
  for (let index = 0; index < sea.order.length; index += 1) bySlot[sea.order[index]] = sea.decidedAt[index];
  return bySlot;
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

// Units: what one step forward is, at a level of detail. Unit 0 is the start. At `state` and `layer`, unit 1 is all seeds,
// the last two are `rest` and `done`, and those between are the pops with all that follows from them, or the layers.

/** @param {Sea} sea @param {Detail} detail */
export function unitCount(sea, detail) {
  if (detail === 'edge') return sea.events;
  return (detail === 'state' ? sea.popped.length : sea.layers.length) + 3;
}

/** The step at which a unit is complete. @param {Sea} sea @param {Detail} detail @param {number} unit */
export function stepOfUnit(sea, detail, unit) {
  const last = unitCount(sea, detail);
  const index = Math.max(0, Math.min(unit, last));
  if (detail === 'edge') return index;
  if (index === 0) return 0;
  if (index === 1) return sea.seeds;
  if (index >= last - 1) return sea.events - (last - index);
  return detail === 'state' ? blockEnd(sea, index - 2) : sea.layers[index - 2].step + 1;
}

/** How many units are complete at a step. @param {Sea} sea @param {Detail} detail @param {number} step */
export function unitAt(sea, detail, step) {
  if (detail === 'edge') return step;
  let low = 0;
  let high = unitCount(sea, detail);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (stepOfUnit(sea, detail, middle) <= step) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The step one unit on. @param {Sea} sea @param {Detail} detail @param {number} step */
export function nextStep(sea, detail, step) {
  return stepOfUnit(sea, detail, unitAt(sea, detail, step) + 1);
}

/** The step one unit back: the start of the unit under way, or of the one before. @param {Sea} sea @param {Detail} detail @param {number} step */
export function previousStep(sea, detail, step) {
  const unit = unitAt(sea, detail, step);
  const start = stepOfUnit(sea, detail, unit);
  return start < step ? start : stepOfUnit(sea, detail, unit - 1);
}

/** The queue's length at `count` steps spread evenly over the log. @param {Sea} sea @param {number} count */
export function queueCurve(sea, count) {
  return Array.from({ length: count }, (_, index) => {
    const step = Math.round((sea.events * index) / Math.max(1, count - 1));
    return lowerBound(sea.decidedAt, step) - lowerBound(sea.poppedAt, step);
  });
}

/**
 * The positions of one depth. They are decided in runs: seeds at once, later wins and losses, then ties.
 * @typedef {{depth: number, win: number, loss: number, tie: number, runs: {start: number, count: number}[]}} Bar
 */

/** Counts by depth over the whole log. @param {Sea} sea @returns {Bar[]} */
export function bars(sea) {
  const deepest = sea.layers.reduce((depth, layer) => Math.max(depth, layer.depth), 0);
  const all = Array.from({ length: deepest + 1 }, (_, depth) => /** @type {Bar} */ ({ depth, win: 0, loss: 0, tie: 0, runs: [] }));
  let key = -1;
  sea.order.forEach((slot, index) => {
    const cell = sea.cells[slot];
    const bar = all[depthOf(cell)];
    bar[/** @type {"win" | "loss" | "tie"} */ (kindOf(cell))] += 1;
    const isNewRun = bar.depth === 0 ? key !== 0 : popKey(cell) !== key;
    key = bar.depth === 0 ? 0 : popKey(cell);
    if (isNewRun) bar.runs.push({ start: index, count: 0 });
    bar.runs[bar.runs.length - 1].count += 1;
  });
  return all;
}

/** How many positions of a depth are among the first `decided`. @param {Bar} bar @param {number} decided */
export function decidedOf(bar, decided) {
  return bar.runs.reduce((sum, run) => sum + Math.max(0, Math.min(decided - run.start, run.count)), 0);
}
