/** A board to look at, not to touch. */

import { h } from '../base/dom.js';
import { BoardView } from './index.js';

/** @param {string} pos @param {{ t: import('../languages/index.js').T, style: import('./style.js').Style, boards: import('../games/boards.js').Boards }} ctx */
export function thumbnail(pos, ctx) {
  const frame = h('div', { class: 'thumbnail', 'aria-hidden': 'true', inert: true });
  const show = (/** @type {import('../games/told.js').Board} */ board) => {
    const view = new BoardView(frame, ctx);
    view.layout.isPicture = true;
    view.show(board);
  };
  // What cannot be read has no picture.
  ctx.boards.want(pos).then(show, () => undefined);
  return frame;
}
