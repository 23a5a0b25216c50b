/** The boards of the demo, the first of which Home asks for before its own modules are there. */

import { PAGE_SIZE } from '../watch/log.js';

/** @typedef {{ sea: Promise<ArrayBuffer>, head: Promise<import('../base/reports.js').Head>, log: Promise<{ events: import('../base/reports.js').LogEvent[] }> }} First what the demo begins with */

/** Boards worth seeing, and the keys of their names. */
export const BOARDS = [
  ['pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r', 'noi5'],
  ['race:A3/1H2/4/3B_a', 'boi1'],
  ['cannons:01100_r', 'ezec2'],
  ['pawn:5/5/2O2/H2H1/OH1X1_r', 'noi4'],
  ['race:A3/4/2H1/3B_a', 'boi2'],
  ['pawn:O2/1HX/1O1_r', 'noi3'],
  ['pawn:3O/1H2/3X/3O_b', 'draw2'],
  ['cannons:01110_r', 'ezec1'],
  ['pawn:H1H/O1O/1X1_r', 'noi2'],
  ['pawn:3HO/1H2H/HOH2/1H2X_r', 'noi1'],
];

/** The board that is seen at once. */
export const FIRST = BOARDS[0][0];

/** Asks for what the demo of this board begins with. @param {import('../base/api.js').Api} api @returns {First} */
export function askFirst(api) {
  const first = { sea: api.sea(FIRST, 'answer'), head: api.probe(FIRST), log: api.trace(FIRST, 'answer', 0, PAGE_SIZE) };
  // What goes wrong is told where it is awaited.
  for (const answer of Object.values(first)) answer.catch(() => undefined);
  return first;
}
