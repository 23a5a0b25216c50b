/**
 * Boards of rows and columns, and the board part of their tokens: rows split by `/`, runs of floor as digits, `H` a wall, pieces by
 * letter, `C` two of them on one square. Unlike the server, this reads and prints illegal boards too: they are what an editor edits.
 */

import { readSquare, squareName } from './square.js';

/**
 * A board, never changed: editing makes another one.
 * @typedef {object} Board
 * @property {string} game
 * @property {number} rows
 * @property {number} cols
 * @property {string[]} cells row by row: empty for floor, `#` for a wall, else the letters of the pieces on it
 * @property {string} turn the side to move, by its name
 * @property {string} extra what follows the turn in the token, without the `_`
 * @property {[number, number] | null} homes race: the squares of A's home and B's, if the token names them
 */

/** The most squares that a page draws: what the server takes. */
const MOST_SQUARES = 1_000_000;

/**
 * @param {string} text the board part
 * @param {string} letters the pieces that the game knows
 * @param {string} both what `C` stands for
 * @returns {{ rows: number, cols: number, cells: string[] } | null} null if it is malformed; the server says how
 */
export function readRows(text, letters, both) {
  /** @type {string[]} */
  const cells = [];
  let cols = -1;
  const rows = text.split('/');
  for (const row of rows) {
    const before = cells.length;
    for (const part of row.match(/\d+|\D/g) ?? []) {
      if (/^\d/.test(part)) {
        const run = Number(part);
        if (run === 0 || cells.length + run > MOST_SQUARES) return null;
        for (let i = 0; i < run; i++) cells.push('');
      } else {
        const cell = readCell(part.toUpperCase(), letters, both);
        if (cell === null) return null;
        cells.push(cell);
      }
    }
    const width = cells.length - before;
    if (width === 0 || (cols >= 0 && width !== cols)) return null;
    cols = width;
  }
  return { rows: rows.length, cols, cells };
}

/** @param {string} letter @param {string} letters @param {string} both */
function readCell(letter, letters, both) {
  if (letter === 'H' || letter === '#') return '#';
  if (letter === 'C' && both) return both;
  return letters.includes(letter) ? letter : null;
}

/** @param {Board} board */
export function printRows(board) {
  const rows = [];
  for (let row = 0; row < board.rows; row++) {
    let text = '';
    let run = 0;
    for (const cell of board.cells.slice(row * board.cols, (row + 1) * board.cols)) {
      if (cell === '') {
        run++;
        continue;
      }
      text += (run || '') + (cell === '#' ? 'H' : cell.length > 1 ? 'C' : cell);
      run = 0;
    }
    rows.push(text + (run || ''));
  }
  return rows.join('/');
}

/** The fields of a token after `<game>:`, read as relaxed as the server does. @param {string} token */
export const fieldsOf = (token) =>
  token
    .slice(token.indexOf(':') + 1)
    .split(/[_\s]+/)
    .filter(Boolean);

/** The side that a field names. @param {string | undefined} field @param {readonly string[]} sides */
export function readTurn(field, sides) {
  const text = (field ?? '').toLowerCase();
  return sides.find((side) => text === side || text === side[0]) ?? null;
}

/** @param {Board} board @param {string} name @returns {number} the index of a square; -1 if it is none of the board's */
export function indexOf(board, name) {
  const square = readSquare(name);
  if (!square || square.row >= board.rows || square.col >= board.cols) return -1;
  return square.row * board.cols + square.col;
}

/** @param {Board} board @param {number} index */
export const nameAt = (board, index) => squareName(Math.floor(index / board.cols), index % board.cols);

/** @param {Board} board @param {number} index @param {string} cell @returns {Board} */
export function withCell(board, index, cell) {
  if (board.cells[index] === cell) return board;
  const cells = board.cells.slice();
  cells[index] = cell;
  return { ...board, cells };
}

/** The squares that hold a letter. @param {Board} board @param {string} letter @returns {number[]} */
export function whereIs(board, letter) {
  const found = [];
  for (let index = 0; index < board.cells.length; index++) {
    if (board.cells[index]?.includes(letter)) found.push(index);
  }
  return found;
}

/**
 * The board of another size: what fits stays where it is, the rest is floor.
 * @param {Board} board @param {number} rows @param {number} cols @returns {Board}
 */
export function resized(board, rows, cols) {
  return mapped(board, rows, cols, (row, col) => (row < board.rows && col < board.cols ? { row, col } : null));
}

/** Turned right by a quarter. @param {Board} board @returns {Board} */
export const rotated = (board) =>
  mapped(board, board.cols, board.rows, (row, col) => ({ row: board.rows - 1 - col, col: row }));

/** Left and right swapped. @param {Board} board @returns {Board} */
export const mirrored = (board) =>
  mapped(board, board.rows, board.cols, (row, col) => ({ row, col: board.cols - 1 - col }));

/**
 * @param {Board} board
 * @param {number} rows
 * @param {number} cols
 * @param {(row: number, col: number) => { row: number, col: number } | null} origin where a square of the new board comes from
 * @returns {Board}
 */
function mapped(board, rows, cols, origin) {
  /** @type {string[]} */
  const cells = [];
  /** @type {Map<number, number>} */
  const moved = new Map();
  for (let index = 0; index < rows * cols; index++) {
    const from = origin(Math.floor(index / cols), index % cols);
    const old = from ? from.row * board.cols + from.col : -1;
    moved.set(old, index);
    cells.push(board.cells[old] ?? '');
  }
  const homes = /** @type {[number, number] | null} */ (board.homes?.map((home) => moved.get(home) ?? -1) ?? null);
  return { ...board, rows, cols, cells, homes: homes?.includes(-1) ? null : homes };
}
