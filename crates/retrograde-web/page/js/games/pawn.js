/** Two red kings `O` hunt a black pawn `X` that wants to reach row 1. */

import { drag, paintGrid } from './edit.js';
import { fieldsOf, indexOf, mirrored, nameAt, printRows, readRows, readTurn, resized, rotated, whereIs } from './grid.js';
import { squaresIn } from './square.js';

/** @typedef {import('./grid.js').Board} Board */
/** @typedef {import('./index.js').GameModel} GameModel */

const SIDES = ['red', 'black'];

/** @type {GameModel} */
export const pawn = {
  id: 'pawn',
  sides: SIDES,
  pieces: { O: { sprite: 'king', side: 0, word: 'piece.king' }, X: { sprite: 'pawn', side: 1, word: 'piece.pawn' } },
  tools: ['floor', 'wall', 'O', 'X'],
  keys: { '.': 'floor', '#': 'wall', o: 'O', x: 'X' },
  limits: { rows: 16, cols: 16 },
  starts: [
    ['pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r', 'start.spiral'],
    ['pawn:1OO7/10/10/10/10/10/10/10/10/4X5_r', 'start.open'],
    ['pawn:5/5/2O2/H2H1/OH1X1_r', 'start.small'],
  ],
  isRow: false,
  lifts: { O: 'king', X: 'pawn' },
  homes: null,
  contest: 'p9169',

  parse(token) {
    const [rows, turn, ...rest] = fieldsOf(token);
    const grid = readRows(rows ?? '', 'OX', 'OX');
    const side = readTurn(turn, SIDES);
    if (!grid || !side || rest.length) return null;
    return { game: 'pawn', ...grid, turn: side, extra: '', homes: null };
  },
  print: (board) => `pawn:${printRows(board)}_${board.turn[0]}`,
  title: (board) => `${board.rows}×${board.cols}`,

  cell: (board, index) => ({ kind: board.cells[index] === '#' ? 'wall' : 'floor', pieces: pieces(board, index), home: null }),
  name: nameAt,
  index: indexOf,
  path: (_board, move) => squaresIn(move),
  /** Row 1 is where the pawn wants to go. */
  isGoal: (board, index) => index < board.cols && board.cells[index] !== '#',

  paint: paintGrid('OX', { O: 2, X: 1 }),
  drag,
  resize: resized,
  rotate: rotated,
  mirror: mirrored,
  /** Kings and pawn cannot change roles. */
  swap: null,
  clear: (board) => ({ ...board, cells: board.cells.map((cell) => (cell === '#' ? '' : cell)) }),
  blame(board, reason) {
    const named = squaresIn(reason).map((name) => indexOf(board, name)).filter((index) => index >= 0);
    if (named.length) return named;
    return whereIs(board, /king|红/.test(reason) ? 'O' : 'X');
  },
};

/** @param {Board} board @param {number} index */
const pieces = (board, index) => [...(board.cells[index] ?? '')].filter((letter) => letter !== '#');

