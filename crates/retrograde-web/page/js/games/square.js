/** Names of squares, as the server writes them: column letters, then the row counted from the top; `a1` is top left. */

/** @typedef {{ row: number, col: number }} Square */

/** The letters of a column, as in spreadsheets: `a` to `z`, `aa`, `ab`... @param {number} col @returns {string} */
export const columnName = (col) =>
  (col >= 26 ? columnName(Math.floor(col / 26) - 1) : '') + String.fromCharCode(97 + (col % 26));

/** @param {number} row @param {number} col */
export const squareName = (row, col) => columnName(col) + (row + 1);

/** @param {string} name @returns {Square | null} */
export function readSquare(name) {
  const match = /^([a-z]{1,3})([1-9]\d{0,4})$/i.exec(name);
  if (!match) return null;
  const [, letters = '', digits = ''] = match;
  const col = [...letters.toLowerCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  return { row: Number(digits) - 1, col: col - 1 };
}

/** The squares named in a text, in order: a move's path. @param {string} text @returns {string[]} */
export const squaresIn = (text) => text.match(/[a-z]{1,3}[1-9]\d*/g) ?? [];
