/** Paints pixel art: a sprite is painted once and kept; depths and coordinates are written in glyphs. */

import { ART } from '../base/art.js';
import { PALETTE } from '../base/values.js';

/** @typedef {Pick<import('../games/told.js').Piece, 'role' | 'side' | 'colour' | 'letter' | 'isGround' | 'isOfMany'>} Looked what a picture depends on */

/** Floor squares are 15 pixels and a grid line. */
export const TILE = 16;
const SIDE = 13;

/** By look and name: painted once. @type {Map<string, HTMLCanvasElement>} */
const painted = new Map();

/** The plain look: squares of one colour each. */
export const PLAIN = { ground: '#2c3e50', wall: '#34495e', floor: '#ecf0f1' };

const WHITE = '#ffffff';
/** By role, and by letter. @type {Record<string, string[]>} */
const SPRITES = ART.sprites;
/** @type {Record<string, string>} */
const FONT = ART.font;
/** The colour of a name in the palette; other colours are as they are. @param {string} name */
const colour = (name) => PALETTE[/** @type {keyof typeof PALETTE} */ (name)] ?? name;
/** What a letter paints, in every sprite. @type {Record<string, string>} */
const COLORS = Object.fromEntries(Object.entries(ART.letters).map(([letter, name]) => [letter, colour(name)]));
/** @param {keyof typeof ART.paints} name */
const paints = (name) => {
  const { letters, square, rim, ink } = ART.paints[name];
  return { letters, square: colour(square), rim: colour(rim), ink: colour(ink) };
};
const PAINTS = { red: paints('red'), black: paints('black'), white: paints('white'), neutral: paints('neutral') };

/** @param {Pick<Looked, 'colour'>} piece */
const paintsOf = ({ colour }) => PAINTS[colour ?? 'neutral'];

/** The picture of a role: the side's own, or one recoloured; nothing if nobody has drawn one. @param {Looked} piece @returns {string[] | undefined} */
function rowsOf(piece) {
  const { role, side, letter } = piece;
  const own = SPRITES[`${role} ${side}`] ?? SPRITES[`${role} ${letter}`];
  const rows = SPRITES[role];
  const wanted = paintsOf(piece).letters;
  if (own || !rows || !wanted) return own ?? rows;
  const drawn = [PAINTS.red, PAINTS.black].find(({ letters }) => rows.join('').includes(letters.charAt(0)))?.letters ?? '';
  return rows.map((row) => [...row].map((pixel) => wanted[drawn.indexOf(pixel)] ?? pixel).join(''));
}

/** A square of a piece's colour, white within a line of ink. @param {CanvasRenderingContext2D} context @param {Pick<Looked, 'colour'>} piece @param {number} x @param {number} y @param {number} size */
export function paintSquare(context, piece, x, y, size) {
  const { square, rim } = paintsOf(piece);
  const line = square === WHITE && size > 2 ? 1 : 0;
  context.fillStyle = rim;
  if (line) context.fillRect(x, y, size, size);
  context.fillStyle = square;
  context.fillRect(x + line, y + line, size - 2 * line, size - 2 * line);
}

/** A piece without a picture: its letter in its side's colour; a small letter, light on dark, as the font has capitals only. @param {CanvasRenderingContext2D} context @param {Looked} piece */
function paintLetter(context, piece) {
  const { letter, colour } = piece;
  const small = letter.toLowerCase();
  let { square, rim, ink } = paintsOf(piece);
  if (!colour && letter !== letter.toUpperCase()) [square, ink] = [ink, square];
  context.fillStyle = rim;
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = square;
  context.fillRect(1, 1, SIDE - 2, SIDE - 2);
  if (FONT[small]) {
    context.scale(2, 2);
    writePixels(context, small, 1.5, 1, ink);
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
  const key = `${isPlain} ${piece.role} ${piece.side} ${piece.colour} ${piece.letter}`;
  const known = painted.get(key);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const rows = rowsOf(piece);
  const isBare = isPlain && !piece.isGround;
  if (isBare && rows && !piece.isOfMany) paintSquare(paper(canvas), piece, 1, 1, SIDE - 2);
  else if (rows && !isBare) paintRows(paper(canvas), rows);
  else paintLetter(paper(canvas), piece);
  painted.set(key, canvas);
  return canvas;
}

/**
 * The picture of a piece on fewer pixels, each of which is one of the picture's: Firefox blends those of a picture that a canvas shrinks, whatever
 * it is asked.
 * @param {Looked} piece @param {boolean} isPlain @param {number} side pixels across
 */
export function smaller(piece, isPlain, side) {
  const whole = sprite(piece, isPlain);
  if (side >= SIDE) return whole;
  const key = `${side} ${isPlain} ${piece.role} ${piece.side} ${piece.colour} ${piece.letter}`;
  const known = painted.get(key);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = paper(canvas);
  const at = (/** @type {number} */ place) => Math.floor(((place + 0.5) * SIDE) / side);
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) context.drawImage(whole, at(x), at(y), 1, 1, x, y, 1, 1);
  painted.set(key, canvas);
  return canvas;
}

/** A canvas's context, for hard pixels. @param {HTMLCanvasElement} canvas */
export function paper(canvas) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
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
