/** A board as a thumbnail: a few pixels a square, for lists of positions. */

import { PALETTE } from '../base/values.js';
import { gameOf } from '../games/index.js';

const SIDES = /** @type {const} */ ([PALETTE.red, PALETTE.dark]);
const LARGEST = 8;

/**
 * @param {HTMLCanvasElement} canvas it takes the size it needs
 * @param {string} pos
 * @param {number} most pixels across
 * @returns {boolean} whether there is a picture of the position
 */
export function drawMini(canvas, pos, most) {
  const model = gameOf(pos);
  const board = model.parse(pos);
  if (board === null || board.cols === 0) return false;
  const size = Math.max(1, Math.min(LARGEST, Math.floor(most / Math.max(board.cols, board.rows))));
  canvas.width = board.cols * size;
  canvas.height = board.rows * size;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  board.cells.forEach((_, index) => {
    const cell = model.cell(board, index);
    const [x, y] = [(index % board.cols) * size, Math.floor(index / board.cols) * size];
    const box = size > 3 ? size - 1 : size;
    context.fillStyle = cell.kind === 'wall' ? PALETTE.wall : cell.kind === 'void' ? PALETTE.sea : PALETTE.floor;
    context.fillRect(x, y, box, box);
    const letter = cell.pieces.at(-1);
    if (letter === undefined) return;
    const inset = size >= 5 ? 1 : 0;
    context.fillStyle = SIDES[model.pieces[letter]?.side ?? 0] ?? PALETTE.red;
    context.fillRect(x + inset, y + inset, box - 2 * inset, box - 2 * inset);
  });
  return true;
}
