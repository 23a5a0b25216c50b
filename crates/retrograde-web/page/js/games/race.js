/** Two tokens run for each other's home. Homes are where the tokens stand, unless the token says otherwise. */

import { drag, paintGrid } from './edit.js';
import { fieldsOf, indexOf, mirrored, nameAt, printRows, readRows, readTurn, resized, rotated, whereIs } from './grid.js';
import { readSquare, squaresIn } from './square.js';

/** @typedef {import('./grid.js').Board} Board */
/** @typedef {import('./index.js').GameModel} GameModel */

const SIDES = ['a', 'b'];
const LETTERS = ['A', 'B'];
const paintPiece = paintGrid('AB', { A: 1, B: 1 });

/** @type {GameModel} */
export const race = {
  id: 'race',
  sides: SIDES,
  pieces: { A: { sprite: 'tokenA', side: 0, word: 'piece.a' }, B: { sprite: 'tokenB', side: 1, word: 'piece.b' } },
  tools: ['floor', 'wall', 'A', 'B', 'home0', 'home1'],
  keys: { '.': 'floor', '#': 'wall', o: 'A', x: 'B', 1: 'home0', 0: 'home1' },
  limits: { rows: 1000, cols: 1000 },
  starts: [
    ['race:A3/1H2/4/3B_a', 'start.race4'],
    ['race:A7/1HHH1HH1/8/1H1HH1H1/1H4H1/3HH3/1H3H2/7B_a', 'start.maze'],
    ['race:1A2/1H2/4/3B_b_a1.d4', 'start.midgame'],
  ],
  isRow: false,
  lifts: { A: 'a', B: 'b' },
  homes: homesOf,
  contest: 'p4658',

  parse(token) {
    const [rows, turn, homes, ...rest] = fieldsOf(token);
    const grid = readRows(rows ?? '', 'AB', 'AB');
    const side = readTurn(turn, SIDES);
    if (!grid || !side || rest.length) return null;
    const board = { game: 'race', ...grid, turn: side, extra: '', homes: null };
    if (homes === undefined) return board;
    const squares = homes.split('.').map((name) => (readSquare(name) ? indexOf(board, name) : -1));
    const [a = -1, b = -1] = squares;
    return squares.length === 2 && a >= 0 && b >= 0 ? { ...board, homes: [a, b] } : null;
  },
  print(board) {
    const homes = board.homes && !standsAtHome(board) ? `_${board.homes.map((home) => nameAt(board, home)).join('.')}` : '';
    return `race:${printRows(board)}_${board.turn[0]}${homes}`;
  },
  title: (board) => `${board.rows}×${board.cols}`,

  cell(board, index) {
    const cell = board.cells[index] ?? '';
    const home = homesOf(board).indexOf(index);
    return { kind: cell === '#' ? 'wall' : 'floor', pieces: cell === '#' ? [] : [...cell], home: home < 0 ? null : home };
  },
  name: nameAt,
  index: indexOf,
  path: (_board, move) => squaresIn(move),
  isGoal: () => false,

  paint(board, tool, index) {
    if (!tool.startsWith('home')) return paintPiece(board, tool, index);
    const [a, b] = homesOf(board);
    if (a < 0 || b < 0 || board.cells[index] === '#') return board;
    return { ...board, homes: tool === 'home0' ? [index, b] : [a, index] };
  },
  drag,
  resize: resized,
  rotate: rotated,
  mirror: mirrored,
  swap(board) {
    const exchange = /** @type {Record<string, string>} */ ({ A: 'B', B: 'A', AB: 'AB' });
    const cells = board.cells.map((cell) => exchange[cell] ?? cell);
    return { ...board, cells, homes: board.homes && [board.homes[1], board.homes[0]] };
  },
  clear: (board) => ({ ...board, cells: board.cells.map((cell) => (cell === '#' ? '' : cell)) }),
  blame(board, reason) {
    const named = squaresIn(reason).map((name) => indexOf(board, name)).filter((index) => index >= 0);
    return named.length ? named : LETTERS.flatMap((letter) => (new RegExp(`(token|棋子) ${letter}`).test(reason) ? whereIs(board, letter) : []));
  },
};

/** A board never changes, so that its tokens are looked for once: every square asks. @type {WeakMap<Board, [number, number]>} */
const homes = new WeakMap();

/** The squares of A's home and B's; -1 for one that nobody knows. @param {Board} board @returns {[number, number]} */
export function homesOf(board) {
  const known = board.homes ?? homes.get(board);
  if (known) return known;
  const [a = -1, b = -1] = LETTERS.map((letter) => whereIs(board, letter)[0]);
  homes.set(board, [a, b]);
  return [a, b];
}

/** @param {Board} board */
function standsAtHome(board) {
  return LETTERS.every((letter, side) => {
    const [square, another] = whereIs(board, letter);
    return square === board.homes?.[side] && another === undefined;
  });
}
