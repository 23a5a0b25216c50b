/**
 * A finished solve as the server tells it, by cell and in the order of time: the sea. Whatever a step shows follows from it. A cell is a slot
 * of the whole table or, in the log of an answer, one of the positions that decide it; the log's events name the slots of the table.
 *
 * The log of a solve is: the seeds; for each position popped, one event for each predecessor that is still open; a `layer`
 * after the last pop of a depth; `rest`; `done`.
 */

import { KIND } from '../base/words.js';

/** A cell without a position. */
export const HOLE = 0x3fff;

/** Kinds by the two upper bits of a cell. */
export const KINDS = /** @type {const} */ ([KIND.draw, KIND.win, KIND.loss, KIND.tie]);

/** @typedef {import('../base/shapes.js').Kind} Kind */

/**
 * A finished solve, by cell and in the order of time.
 * @typedef {object} Sea
 * @property {number} slots how many cells there are
 * @property {number} events how many the log has
 * @property {Uint16Array} cells the final values, as kind << 14 | depth
 * @property {Float64Array} table for an answer: the slot of each cell in the table, ascending; empty for a whole table, whose cells are its slots
 * @property {Uint32Array} order the cells, in the order of being decided
 * @property {Uint32Array} decidedAt the event that decides `order[i]`
 * @property {Uint32Array} poppedAt the event that pops `popped[k]`
 * @property {Uint32Array} popped the cells, in the order of being popped
 * @property {number} seeds how many finished positions there are: the log begins with them
 * @property {Layer[]} layers in the order of time
 * @property {Uint32Array} tally wins, losses and ties among every 1,024 first decided, three numbers each
 * @property {number} positions cells that are no holes
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

/** How many positions a number of the tally counts. */
export const TALLY = 1024;
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
 * Reads the answer of GET /sea, little-endian: "RSEA", u32 version, u64 cells, u64 marks, u64 events; a u16 a cell; a u32 a mark, its cell; a u32
 * a mark, its event; a u32 a mark, the event of a pop; for an answer an f64 a cell, its slot.
 * @param {ArrayBuffer} buffer
 * @returns {Sea}
 * @throws {RangeError} if it is not of this form
 */
export function readSea(buffer) {
  const view = new DataView(buffer);
  const isSea = buffer.byteLength >= HEADER_BYTES && view.getUint32(0) === 0x52534541 && view.getUint32(4, true) === 2;
  if (!isSea) throw new RangeError('not a sea of version 2');
  const [slots, marks, events] = [8, 16, 24].map((at) => Number(view.getBigUint64(at, true)));
  const marksAt = HEADER_BYTES + 2 * slots;
  const rest = buffer.byteLength - marksAt - 12 * marks;
  if (rest !== 0 && rest !== 8 * slots) throw new RangeError('a sea that is cut short');
  // An odd number of cells leaves the rest unaligned, so that it is copied.
  const numbers = (/** @type {number} */ part) => new Uint32Array(buffer.slice(marksAt + 4 * part * marks, marksAt + 4 * (part + 1) * marks));
  return arrange({
    slots,
    events,
    cells: new Uint16Array(buffer, HEADER_BYTES, slots),
    table: new Float64Array(buffer.slice(buffer.byteLength - rest)),
    order: numbers(0),
    decidedAt: numbers(1),
    poppedAt: numbers(2),
  });
}

/** The slot of a cell in the table. @param {Sea} sea @param {number} cell */
export const slotOf = ({ table }, cell) => table[cell] ?? cell;

/**
 * Adds what follows from the rest: the order of popping, the layers, the tally.
 * @param {Pick<Sea, "slots" | "events" | "cells" | "table" | "order" | "decidedAt" | "poppedAt">} sea
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

/** By which positions are popped, ties behind the rest. @param {number} cell */
export const popKey = (cell) => (cell >= 0xc000 ? cell & 0x7fff : cell & 0x3fff);

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
