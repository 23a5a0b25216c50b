/** Paints pixel art: a sprite is painted once and kept; depths and coordinates are written in glyphs. */

import { COLORS, FONT, SPRITES } from './art.js';

/** @typedef {Pick<import('../games/told.js').Piece, 'role' | 'side' | 'letter' | 'isGround'>} Looked what a picture depends on */

/** Floor squares are 15 pixels and a grid line. */
export const TILE = 16;
const SIDE = 13;

/** By look and name: painted once. @type {Map<string, HTMLCanvasElement>} */
const painted = new Map();

/** The plain look: squares of one colour each. */
export const PLAIN = { ground: '#2c3e50', wall: '#34495e', floor: '#ecf0f1', red: '#e74c3c' };

/** The colours of a drawn letter's square: the sides', and nobody's. */
const SQUARES = [[COLORS.r, COLORS.k], [COLORS.d, COLORS.l]];
const NOBODYS = [COLORS.y, COLORS.k];

/** The side that a picture shows, of those roles that have one for both; the other's is recoloured. @type {Record<string, number>} */
const SHOWN = { king: 0, pawn: 1, cross: 0, nought: 1 };
/** A letter of one side's picture, and what stands for it in the other's. @type {Record<string, string>} */
const RECOLOURED = { r: 'd', R: 'D', p: 'g', k: 'l', y: 'g', d: 'r', D: 'R', g: 'p', l: 'k' };

/** The picture of a role: the side's own, or recoloured; nothing if nobody has drawn one. @param {Looked} piece @returns {string[] | undefined} */
function rowsOf({ role, side, letter }) {
  const own = SPRITES[`${role} ${side}`] ?? SPRITES[`${role} ${letter}`];
  const rows = SPRITES[role];
  if (own || !rows || side < 0 || SHOWN[role] === side) return own ?? rows;
  return rows.map((row) => [...row].map((pixel) => RECOLOURED[pixel] ?? pixel).join(''));
}

/** What stands for a piece in the plain look: a square of its side's colour, on a rim of floor. @param {CanvasRenderingContext2D} context @param {Looked} piece */
function paintSquare(context, { side }) {
  context.fillStyle = side === 0 ? PLAIN.red : side === 1 ? PLAIN.ground : (NOBODYS[0] ?? '');
  context.fillRect(1, 1, SIDE - 2, SIDE - 2);
}

/** A piece without a picture: its letter in a square of its side's colour. @param {CanvasRenderingContext2D} context @param {Looked} piece */
function paintLetter(context, { side, letter }) {
  const [color = '', rim = ''] = SQUARES[side] ?? NOBODYS;
  context.fillStyle = rim;
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = color;
  context.fillRect(1, 1, SIDE - 2, SIDE - 2);
  const ink = side < 0 ? (COLORS.k ?? '') : (COLORS.w ?? '');
  const glyph = FONT[letter.toLowerCase()];
  if (glyph) {
    context.scale(2, 2);
    writePixels(context, letter.toLowerCase(), 1.5, 1, ink);
    return;
  }
  context.fillStyle = ink;
  context.font = 'bold 10px sans-serif';
  context.textAlign = 'center';
  context.fillText(letter, SIDE / 2, SIDE - 3);
}

/** @param {CanvasRenderingContext2D} context @param {string[]} rows */
function paintRows(context, rows) {
  rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const color = COLORS[letter];
      if (!color) return;
      context.fillStyle = color;
      context.fillRect(x, y, 1, 1);
    });
  });
}

/** The picture of a piece. @param {Looked} piece @param {boolean} isPlain @returns {HTMLCanvasElement} */
export function sprite(piece, isPlain) {
  const key = `${isPlain} ${piece.role} ${piece.side} ${piece.letter}`;
  const known = painted.get(key);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const rows = rowsOf(piece);
  if (isPlain && rows && !piece.isGround) paintSquare(paper(canvas), piece);
  else if (rows) paintRows(paper(canvas), rows);
  else paintLetter(paper(canvas), piece);
  painted.set(key, canvas);
  return canvas;
}

/** A canvas's context, for hard pixels. @param {HTMLCanvasElement} canvas */
export function paper(canvas) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no canvas');
  context.imageSmoothingEnabled = false;
  return context;
}

/**
 * Numerals and small letters, 3 x 5 with a pixel between.
 * @param {CanvasRenderingContext2D} context @param {string} text @param {number} x @param {number} y @param {string} color
 */
export function writePixels(context, text, x, y, color) {
  context.fillStyle = color;
  [...text].forEach((letter, index) => {
    [...(FONT[letter] ?? '')].forEach((digits, row) => {
      for (let bit = 0; bit < 3; bit++) {
        if (Number(digits) & (4 >> bit)) context.fillRect(x + index * 4 + bit, y + row, 1, 1);
      }
    });
  });
}

/** How wide a text of the bitmap face is. @param {string} text */
export const pixelWidth = (text) => Math.max(0, text.length * 4 - 1);

/**
 * A glyph of `#` and `.`.
 * @param {CanvasRenderingContext2D} context @param {string[]} glyph @param {number} x @param {number} y @param {string} color
 */
export function drawGlyph(context, glyph, x, y, color) {
  context.fillStyle = color;
  glyph.forEach((row, dy) => {
    [...row].forEach((letter, dx) => {
      if (letter === '#') context.fillRect(x + dx, y + dy, 1, 1);
    });
  });
}
