/** Editing that the games on grids share: every function hands back another board. The side to move never changes by it. */

import { whereIs, withCell } from './grid.js';

/** @typedef {import('./grid.js').Board} Board */

/**
 * Painting with a tool: `floor`, `wall`, or a piece's letter. Of a piece of which there are `most`, the one that has stood longest, in
 * reading order, makes room; painting a piece where it stands takes it off.
 * @param {string} letters
 * @param {Record<string, number>} most
 * @returns {(board: Board, tool: string, index: number) => Board}
 */
export const paintGrid = (letters, most) => (board, tool, index) => {
  const here = board.cells[index] ?? '';
  if (tool === 'floor') return withCell(board, index, '');
  if (tool === 'wall') return withCell(board, index, '#');
  if (here.includes(tool)) return withCell(board, index, here.replace(tool, ''));
  const standing = whereIs(board, tool);
  const surplus = standing[0];
  const roomy = surplus !== undefined && standing.length >= (most[tool] ?? Infinity) ? taken(board, surplus, tool) : board;
  return withCell(roomy, index, together(here, tool, letters));
};

/**
 * Carries what stands on a square to another one; onto a wall or onto its like, it stays.
 * @param {Board} board @param {number} from @param {number} to @returns {Board}
 */
export function drag(board, from, to) {
  const carried = [...(board.cells[from] ?? '')].at(-1);
  const there = board.cells[to];
  if (from === to || !carried || carried === '#' || there === undefined || there === '#' || there.includes(carried)) return board;
  return withCell(taken(board, from, carried), to, together(there, carried, ''));
}

/** @param {Board} board @param {number} index @param {string} letter */
const taken = (board, index, letter) => withCell(board, index, (board.cells[index] ?? '').replace(letter, ''));

/** Both pieces of a square, in the order that tokens know. @param {string} here @param {string} letter @param {string} letters */
function together(here, letter, letters) {
  const all = here === '#' ? letter : here + letter;
  const order = letters || 'OXAB';
  return [...all].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join('');
}
