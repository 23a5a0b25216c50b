/** A board as a thumbnail: a few pixels a square, for lists of positions. */

import { h } from '../base/dom.js';
import { PALETTE } from '../base/values.js';
import { EDGE, SIDES } from './graph.js';
import { line, ring } from './shapes.js';
import { paintSquare, smaller } from './sprites.js';

const LARGEST = 8;
/** On smaller squares a board cannot be read: it is not shown, but where an overview is asked for. */
const LEAST = 4;
/** A piece on an overview is larger than its square, so that it is seen. */
const DOT = 4;
/** A square that a piece's picture fits into, and the largest: twice that. */
const PICTURED = 15;
const LARGEST_PICTURED = 30;
/** Squares in a line of a row: a longer one would be a hairline. */
const LONGEST_LINE = 8;
/** A graph with less room has no picture; and how large its nodes are. */
const LEAST_GRAPH = 2;
const LARGEST_NODE = 9;
const LEAST_NODE = 3;

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
  if (board.squares === 0) return false;
  if (board.spots) return drawGraph(canvas, board, board.spots, most);
  const { cols, rows } = linesOf(board);
  const size = Math.min(move === undefined ? LARGEST : LARGEST_PICTURED, Math.floor(most / Math.max(cols, rows)));
  if (size < least) return false;
  canvas.width = cols * size;
  canvas.height = rows * size;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.imageSmoothingEnabled = false;
  context.fillStyle = PALETTE.line;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (let index = 0; index < rows * cols; index++) {
    const cell = board.cell(index);
    const [x, y] = [(index % cols) * size, Math.floor(index / cols) * size];
    const box = size >= LEAST ? size - 1 : size;
    context.fillStyle = board.isVoid(index) ? PALETTE.sea : board.isWall(index) ? PALETTE.wall : PALETTE.floor;
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
      const [x, y] = [(index % cols) * size, Math.floor(index / cols) * size];
      paintSquare(context, pieces[pieces.length - 1], Math.max(0, x + Math.floor((size - DOT) / 2)), Math.max(0, y + Math.floor((size - DOT) / 2)), DOT);
    }
  }
  const path = move === undefined || size < 5 ? [] : board.path({ move });
  for (const name of [path[0], path.at(-1)]) {
    const index = name === undefined ? -1 : board.index(name);
    if (index >= 0) ring(context, (index % cols) * size, Math.floor(index / cols) * size, size - 1, PALETTE.yellow);
  }
  return true;
}

/** How many squares a line has, and how many lines there are: a row is folded into lines of about the same length. @param {import('../games/told.js').Board} board */
function linesOf({ isRow, squares, cols, rows }) {
  if (!isRow) return { cols, rows };
  const lines = Math.ceil(squares / LONGEST_LINE);
  return { cols: Math.ceil(squares / lines), rows: lines };
}

/** Nodes in the colours of the sides that move there, the current one filled, and lines for the moves. @param {HTMLCanvasElement} canvas @param {import('../games/told.js').Board} board @param {import('../games/force.js').Spot[]} spots @param {number} most */
function drawGraph(canvas, { graph, kit, standing, cols, rows }, spots, most) {
  const size = Math.floor(most / Math.max(cols, rows));
  if (graph === null || size < LEAST_GRAPH) return false;
  canvas.width = cols * size;
  canvas.height = rows * size;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const middle = (/** @type {number} */ index) => ({ x: Math.floor(((spots[index]?.x ?? 0) + 0.5) * size), y: Math.floor(((spots[index]?.y ?? 0) + 0.5) * size) });
  for (const [from, to] of graph.edges) line(context, middle(from), middle(to), 1, EDGE);
  const across = Math.max(LEAST_NODE, Math.min(LARGEST_NODE, size));
  graph.nodes.forEach(({ turn }, index) => {
    const { x, y } = middle(index);
    const corner = [x - (across >> 1), y - (across >> 1)];
    context.fillStyle = standing.has(index) ? PALETTE.yellow : (SIDES[kit?.sides.indexOf(turn) ?? -1] ?? EDGE);
    context.fillRect(corner[0], corner[1], across, across);
    if (across > LEAST_NODE) ring(context, corner[0], corner[1], across, EDGE);
  });
  return true;
}
