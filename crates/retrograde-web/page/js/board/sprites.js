/** Paints pixel art: a sprite is painted once and kept; depths and coordinates are written in glyphs. */

import { COLORS, FONT, SPRITES } from './art.js';

/** Floor squares are 15 pixels and a grid line. */
export const TILE = 16;
const SIDE = 13;

/** By look and name: painted once. @type {Map<string, HTMLCanvasElement>} */
const painted = new Map();

/** The plain look: squares of one colour each. */
export const PLAIN = { ground: '#2c3e50', wall: '#34495e', floor: '#ecf0f1', red: '#e74c3c' };

/** What stands for a piece in the plain look: a square of its side's colour, on a rim of floor. @param {CanvasRenderingContext2D} context @param {string[]} rows */
function paintSquare(context, rows) {
  context.fillStyle = rows.some((row) => row.includes('r')) ? PLAIN.red : PLAIN.ground;
  context.fillRect(1, 1, SIDE - 2, SIDE - 2);
}

/** @param {string} name @param {boolean} isPlain @returns {HTMLCanvasElement} */
export function sprite(name, isPlain) {
  const key = `${isPlain} ${name}`;
  const known = painted.get(key);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const context = paper(canvas);
  const rows = SPRITES[name] ?? [];
  if (isPlain && rows.length && !/^home|^flag/.test(name)) paintSquare(context, rows);
  else rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const color = COLORS[letter];
      if (!color) return;
      context.fillStyle = color;
      context.fillRect(x, y, 1, 1);
    });
  });
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
