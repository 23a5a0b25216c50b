/** A board to look at, not to touch. */

import { h } from '../base/dom.js';
import { BoardView } from './index.js';

/** @param {string} pos @param {{ t: import('../languages/index.js').T, style: import('./style.js').Style, boards: import('../games/boards.js').Boards }} ctx */
export function thumbnail(pos, ctx) {
  const frame = h('div', { class: 'thumbnail', 'aria-hidden': 'true', inert: true });
  // What cannot be read has no picture.
  ctx.boards.want(pos).then((board) => new BoardView(frame, ctx).show(board), () => undefined);
  return frame;
}
