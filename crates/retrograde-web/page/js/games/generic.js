/**
 * Any other game: its token is shown as it is, and its moves in the list. Tic-tac-toe has rows and columns, so that it is drawn.
 */

import { fieldsOf, indexOf, mirrored, nameAt, printRows, readRows, rotated, whereIs } from './grid.js';
import { squaresIn } from './square.js';

/** @typedef {import('./grid.js').Board} Board */
/** @typedef {import('./index.js').GameModel} GameModel */

/** @param {string} id @returns {GameModel} */
export function generic(id) {
  const drawn = id === 'tictactoe';
  return {
    id,
    sides: drawn ? ['x', 'o'] : [],
    pieces: { X: { sprite: 'cross', side: 0, word: 'piece.cross' }, O: { sprite: 'nought', side: 1, word: 'piece.nought' } },
    tools: drawn ? ['floor', 'X', 'O'] : [],
    keys: drawn ? { '.': 'floor', x: 'X', o: 'O' } : {},
    limits: { rows: 3, cols: 3 },
    starts: [],
    isRow: false,
    contest: '',

    parse(token) {
      const [rows = '', turn = ''] = fieldsOf(token);
      const grid = drawn ? readRows(rows, 'XO', '') : null;
      if (drawn && !grid) return null;
      return { game: id, ...(grid ?? { rows: 0, cols: 0, cells: [] }), turn: drawn ? turn.toLowerCase() : '', extra: grid ? '' : token, homes: null };
    },
    print: (board) => (drawn ? `${id}:${printRows(board)}_${board.turn}` : board.extra),
    title: () => '',

    cell: (board, index) => ({ kind: 'floor', pieces: [...(board.cells[index] ?? '')], home: null }),
    name: nameAt,
    index: indexOf,
    path: (_board, move) => (drawn ? squaresIn(move) : []),
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
    rotate: drawn ? rotated : null,
    mirror: drawn ? mirrored : null,
    swap: null,
    clear: drawn ? (board) => settled({ ...board, cells: board.cells.map(() => '') }) : null,
    blame: (board, reason) => squaresIn(reason).map((name) => indexOf(board, name)).filter((index) => index >= 0),
  };
}

/** Tic-tac-toe: the marks tell who is to move, as X begins. @param {Board} board @returns {Board} */
const settled = (board) => ({ ...board, turn: whereIs(board, 'X').length > whereIs(board, 'O').length ? 'o' : 'x' });
