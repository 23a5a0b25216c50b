/**
 * A row of cannons, `1` red and `0` black, on squares 1, 2, 3... from the left. A long row is drawn in lines, like text.
 */

/** @typedef {import('./grid.js').Board} Board */
/** @typedef {import('./index.js').GameModel} GameModel */

import { fieldsOf, readTurn } from './grid.js';

const SIDES = ['red', 'black'];
/** Squares in a drawn line: as many as still make targets of 24 pixels; a phone is narrow. */
const lineLength = () => ((globalThis.innerWidth ?? 1280) < 700 ? 12 : 20);

/** @type {GameModel} */
export const cannons = {
  id: 'cannons',
  sides: SIDES,
  pieces: { 1: { sprite: 'cannonRed', side: 0, word: 'piece.redCannon' }, 0: { sprite: 'cannonDark', side: 1, word: 'piece.blackCannon' } },
  tools: ['1', '0'],
  keys: { 1: '1', 0: '0', o: '1', x: '0' },
  limits: { rows: 1, cols: 56 },
  starts: [
    ['cannons:01100_r', 'start.row5'],
    ['cannons:0110100110010110_r', 'start.thue'],
    ['cannons:11011_r', 'start.tied'],
  ],
  isRow: true,
  lifts: {},
  homes: null,
  contest: 'p7387',

  parse(token) {
    const [row, turn, passes, ...rest] = fieldsOf(token);
    const side = readTurn(turn, SIDES);
    // A table holds up to 56 cannons; of longer rows the theorem tells the value, and so many can still be looked at.
    if (!row || !/^[01]{1,400}$/.test(row) || !side || rest.length) return null;
    const extra = (passes ?? '').toLowerCase();
    return ['', 'p', 'pp'].includes(extra) ? rowOf([...row], side, extra) : null;
  },
  print: (board) => `cannons:${board.cells.join('')}_${board.turn[0]}${board.extra && `_${board.extra}`}`,
  title: (board) => String(board.cells.length),

  cell(board, index) {
    const cannon = board.cells[index];
    return { kind: cannon === undefined ? 'void' : 'floor', pieces: cannon === undefined ? [] : [cannon], home: null };
  },
  name: (_board, index) => String(index + 1),
  index(board, name) {
    const index = /^[1-9]\d{0,2}$/.test(name) ? Number(name) - 1 : -1;
    return index < board.cells.length ? index : -1;
  },
  path: (_board, move) => move.match(/\d+/g) ?? [],
  isGoal: () => false,

  paint(board, tool, index) {
    const cells = board.cells.slice();
    if (index < cells.length) cells[index] = tool;
    return settled({ ...board, cells });
  },
  drag(board, from, to) {
    const cells = board.cells.slice();
    const [carried] = cells.splice(from, 1);
    if (carried === undefined || to >= board.cells.length) return board;
    cells.splice(to, 0, carried);
    return settled({ ...board, cells });
  },
  resize(board, _rows, cols) {
    const cells = Array.from({ length: cols }, (_, index) => board.cells[index] ?? (index % 2 ? '0' : '1'));
    return settled(rowOf(cells, board.turn, board.extra));
  },
  rotate: null,
  mirror: (board) => ({ ...board, cells: board.cells.slice().reverse() }),
  swap: (board) => ({ ...board, cells: board.cells.map((cannon) => (cannon === '1' ? '0' : '1')) }),
  clear: (board) => settled({ ...board, cells: board.cells.map((_, index) => (index % 2 ? '0' : '1')) }),
  blame: () => [],
};

/** A row, in lines of about the same length. @param {string[]} cells @param {string} turn @param {string} extra @returns {Board} */
function rowOf(cells, turn, extra) {
  const rows = Math.ceil(cells.length / lineLength());
  return { game: 'cannons', rows, cols: Math.ceil(cells.length / rows), cells, turn, extra, homes: null };
}

/** An edited row has seen no pass. @param {Board} board @returns {Board} */
const settled = (board) => ({ ...board, extra: '' });
