/** Tic-tac-toe: three rows of three, and marks that are put down. They tell who is to move, as X begins. */

import { fieldsOf, indexOf, mirrored, nameAt, printRows, readRows, readTurn, rotated, whereIs } from './grid.js';
import { squaresIn } from './square.js';

/** @typedef {import('./grid.js').Board} Board */
/** @typedef {import('./index.js').GameModel} GameModel */

const SIDES = ['x', 'o'];

/** @type {GameModel} */
export const tictactoe = {
  id: 'tictactoe',
  sides: SIDES,
  pieces: { X: { sprite: 'cross', side: 0, word: 'piece.cross' }, O: { sprite: 'nought', side: 1, word: 'piece.nought' } },
  tools: ['floor', 'X', 'O'],
  keys: { '.': 'floor', x: 'X', o: 'O' },
  limits: { rows: 3, cols: 3 },
  starts: [],
  isRow: false,
  lifts: {},
  homes: null,
  contest: '',

  parse(token) {
    const [rows = '', turn] = fieldsOf(token);
    const grid = readRows(rows, 'XO', '');
    return grid && { game: 'tictactoe', ...grid, turn: readTurn(turn, SIDES) ?? '', extra: '', homes: null };
  },
  print: (board) => `tictactoe:${printRows(board)}_${board.turn}`,
  title: () => '',

  cell: (board, index) => ({ kind: 'floor', pieces: [...(board.cells[index] ?? '')], home: null }),
  name: nameAt,
  index: indexOf,
  path: (_board, move) => squaresIn(move),
  isGoal: () => false,

  paint(board, tool, index) {
    const cells = board.cells.slice();
    cells[index] = tool === 'floor' || cells[index] === tool ? '' : tool;
    return settled({ ...board, cells });
  },
  drag(board, from, to) {
    const cells = board.cells.slice();
    [cells[from], cells[to]] = ['', cells[from] ?? ''];
    return board.cells[to] === '' ? { ...board, cells } : board;
  },
  resize: null,
  rotate: rotated,
  mirror: mirrored,
  swap: null,
  clear: (board) => settled({ ...board, cells: board.cells.map(() => '') }),
  blame: (board, reason) => squaresIn(reason).map((name) => indexOf(board, name)).filter((index) => index >= 0),
};

/** @param {Board} board @returns {Board} */
const settled = (board) => ({ ...board, turn: whereIs(board, 'X').length > whereIs(board, 'O').length ? 'o' : 'x' });
