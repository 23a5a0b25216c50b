/** A board as a thumbnail: a few pixels a square, for lists of positions. */

import { h } from '../base/dom.js';
import { PALETTE } from '../base/values.js';
import { paintSquare } from './sprites.js';

const LARGEST = 8;

/** The picture of a position, as soon as it is told; words instead, if there is none. @param {string} pos @param {number} most pixels across @param {string} words @param {import('../games/boards.js').Boards} boards @returns {HTMLElement} */
export function mini(pos, most, words, boards) {
  const canvas = h('canvas', { class: 'mini', 'aria-hidden': 'true', width: most, height: most });
  const instead = () => h('span', { class: 'mini' }, words);
  const known = boards.at(pos);
  if (known) return drawMini(canvas, known, most) ? canvas : instead();
  boards.want(pos).then((board) => drawMini(canvas, board, most) || canvas.replaceWith(instead()), () => canvas.replaceWith(instead()));
  return canvas;
}

/**
 * @param {HTMLCanvasElement} canvas it takes the size it needs
 * @param {import('../games/told.js').Board} board
 * @param {number} most pixels across
 * @returns {boolean} whether there is a picture of the position
 */
function drawMini(canvas, board, most) {
  if (board.squares === 0 || board.spots) return false;
  const size = Math.max(1, Math.min(LARGEST, Math.floor(most / Math.max(board.cols, board.rows))));
  canvas.width = board.cols * size;
  canvas.height = board.rows * size;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  for (let index = 0; index < board.rows * board.cols; index++) {
    const cell = board.cell(index);
    const [x, y] = [(index % board.cols) * size, Math.floor(index / board.cols) * size];
    const box = size > 3 ? size - 1 : size;
    context.fillStyle = index >= board.squares ? PALETTE.sea : board.isWall(index) ? PALETTE.wall : PALETTE.floor;
    context.fillRect(x, y, box, box);
    const piece = cell.pieces.at(-1);
    if (piece === undefined) continue;
    const inset = size >= 5 ? 1 : 0;
    paintSquare(context, piece, x + inset, y + inset, box - 2 * inset);
  }
  return true;
}
