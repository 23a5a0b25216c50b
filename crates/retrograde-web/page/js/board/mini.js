/** A board as a thumbnail: a few pixels a square, for lists of positions. */

import { h } from '../base/dom.js';
import { PALETTE } from '../base/values.js';
import { ring } from './shapes.js';
import { paintSquare, smaller } from './sprites.js';

const LARGEST = 8;
/** On smaller squares a board cannot be read: it is not shown, but where an overview is asked for. */
const LEAST = 4;
/** A piece on an overview is larger than its square, so that it is seen. */
const DOT = 4;
/** A square that a piece's picture fits into, and the largest: twice that. */
const PICTURED = 15;
const LARGEST_PICTURED = 30;

/**
 * The picture of a position, as soon as it is told; words instead, if there is none.
 * @param {string} pos @param {number} most pixels across @param {string} words @param {import('../games/boards.js').Boards} boards
 * @param {string} [move] one that is made in it: where it comes from and leads to is framed, and what stands there is seen as on a board, if there is room
 * @param {number} [least] pixels a square: fewer make an overview, where walls and pieces are seen but not told apart
 * @returns {HTMLElement}
 */
export function mini(pos, most, words, boards, move, least = LEAST) {
  const canvas = h('canvas', { class: 'mini', 'aria-hidden': 'true', width: most, height: most });
  const instead = () => h('span', { class: 'mini' }, words);
  const known = boards.at(pos);
  if (known) return drawMini(canvas, known, most, move, least) ? canvas : instead();
  boards.want(pos).then((board) => drawMini(canvas, board, most, move, least) || canvas.replaceWith(instead()), () => canvas.replaceWith(instead()));
  return canvas;
}

/**
 * @param {HTMLCanvasElement} canvas it takes the size it needs
 * @param {import('../games/told.js').Board} board
 * @param {number} most pixels across
 * @param {string | undefined} move
 * @param {number} least
 * @returns {boolean} whether there is a picture of the position
 */
function drawMini(canvas, board, most, move, least) {
  if (board.squares === 0 || board.spots) return false;
  const size = Math.min(move === undefined ? LARGEST : LARGEST_PICTURED, Math.floor(most / Math.max(board.cols, board.rows)));
  if (size < least) return false;
  canvas.width = board.cols * size;
  canvas.height = board.rows * size;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.imageSmoothingEnabled = false;
  context.fillStyle = PALETTE.line;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (let index = 0; index < board.rows * board.cols; index++) {
    const cell = board.cell(index);
    const [x, y] = [(index % board.cols) * size, Math.floor(index / board.cols) * size];
    const box = size >= LEAST ? size - 1 : size;
    context.fillStyle = index >= board.squares ? PALETTE.sea : board.isWall(index) ? PALETTE.wall : PALETTE.floor;
    context.fillRect(x, y, box, box);
    const piece = cell.pieces.at(-1);
    if (piece === undefined || size < LEAST) continue;
    const inset = size >= 5 ? 1 : 0;
    const side = box - 2 * inset;
    if (size >= PICTURED) context.drawImage(smaller(piece, false, side), x + inset, y + inset, side, side);
    else paintSquare(context, piece, x + inset, y + inset, side);
  }
  if (size < LEAST) {
    for (const [index, pieces] of board.standing) {
      const [x, y] = [(index % board.cols) * size, Math.floor(index / board.cols) * size];
      paintSquare(context, pieces[pieces.length - 1], Math.max(0, x + Math.floor((size - DOT) / 2)), Math.max(0, y + Math.floor((size - DOT) / 2)), DOT);
    }
  }
  const path = move === undefined || size < 5 ? [] : board.path({ move });
  for (const name of [path[0], path.at(-1)]) {
    const index = name === undefined ? -1 : board.index(name);
    if (index >= 0) ring(context, (index % board.cols) * size, Math.floor(index / board.cols) * size, size - 1, PALETTE.yellow);
  }
  return true;
}
