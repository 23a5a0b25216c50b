/**
 * What is laid over the board of a popped position: for each predecessor that the log has come to, a dotted trail back to where its piece
 * came from, and the value that it got. The positions of the log do not follow each other as moves do, so that nothing ever slides.
 */

import { inMark, sideName, valueIn } from '../answers/words.js';
import { VALUES, isKind } from '../base/values.js';
import { EVENT, KIND } from '../base/words.js';

/** @typedef {import('../base/reports.js').LogEvent} LogEvent */

/**
 * The squares that the move of an event touches. It is made in the position before, whose board has them; while this board is on its way,
 * the names are read on the board that the move leads to.
 * @param {LogEvent} event @param {import('../games/told.js').Board} board where the move leads @param {import('../games/boards.js').Boards} boards
 */
export const squaresOf = ({ pos, move }, board, boards) => (move ? (boards.at(pos ?? '') ?? board).path({ move }) : []);

/**
 * @param {LogEvent[]} block the events of the popped position
 * @param {number} step
 * @param {import('../games/told.js').Board} board the popped position
 * @param {boolean} isSteady whether nothing may flash
 * @param {{ boards: import('../games/boards.js').Boards, t: import('../languages/index.js').T }} ctx
 * @returns {import('../board/state.js').Overlay}
 */
export function trailsOf(block, step, board, isSteady, { boards, t }) {
  const marks = new Map();
  const labels = new Map();
  const stands = new Set();
  /** @type {string[][]} */
  const trails = [];
  const pulse = new Map();
  for (const event of block) {
    const path = event.step < step ? squaresOf(event, board, boards) : [];
    const from = path[0];
    if (from === undefined) continue;
    trails.push(path.toReversed());
    // What was put down, not moved, comes from nowhere else.
    if (path.length > 1) stands.add(path.at(-1));
    const value = event.value ?? '';
    const isMarked = event.event === EVENT.mark && isKind(value);
    if (isMarked) marks.set(from, { value, ...inMark(event.depth, t), says: labelOf(event, t) });
    else labels.set(from, labelOf(event, t));
    if (event.step === step - 1 && !isSteady) pulse.set(from, VALUES[isMarked ? value : KIND.draw].color);
  }
  return { trails, marks, labels, pulse, frame: stands.size ? [...stands] : (board.ending?.squares ?? []) };
}

/** @param {LogEvent} event @param {import('../languages/index.js').T} t */
function labelOf(event, t) {
  const side = sideName(event.turn, t);
  if (event.event === EVENT.mark) return t('near.markLabel', { side, move: event.move, value: valueIn(event, t) });
  return t('near.relaxLabel', { side, move: event.move, open: event.open, of: event.of });
}
