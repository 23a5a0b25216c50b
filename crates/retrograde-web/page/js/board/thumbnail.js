/** A board to look at, not to touch. */

import { h } from '../base/dom.js';
import { gameOf } from '../games/index.js';
import { BoardView } from './index.js';

/** @param {string} pos @param {{ t: import('../languages/index.js').T }} ctx */
export function thumbnail(pos, { t }) {
  const board = gameOf(pos).parse(pos);
  const frame = h('div', { class: 'thumbnail', 'aria-hidden': 'true', inert: true });
  if (board) new BoardView(frame, t).show(board);
  return frame;
}
