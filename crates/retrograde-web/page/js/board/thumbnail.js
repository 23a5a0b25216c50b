/** A board to look at, not to touch. */

import { h } from '../base/dom.js';
import { gameOf } from '../games/index.js';
import { BoardView } from './index.js';

/** @param {string} pos @param {{ t: import('../languages/index.js').T, style: import('./style.js').Style }} ctx */
export function thumbnail(pos, ctx) {
  const board = gameOf(pos).parse(pos);
  const frame = h('div', { class: 'thumbnail', 'aria-hidden': 'true', inert: true });
  if (board) new BoardView(frame, ctx).show(board);
  return frame;
}
