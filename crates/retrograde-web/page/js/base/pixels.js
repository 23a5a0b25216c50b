/**
 * Headlines in pixels: a text is still a text to those who listen, search or copy; what eyes see of it is a drawing of squares, a word each, so
 * that lines break between words. Capitals and digits have a face of their own. Other writings, such as Chinese, have no such face that is light:
 * the reader's own type is drawn small, and what is more ink than not becomes a square.
 */

import { fill, h } from './dom.js';

/** By character: how wide it is, and 7 rows of two hexadecimal digits, the highest bit at the left. @type {Record<string, string>} */
const FACE = {
  A: '678ccccfccccccc', B: '6f8ccccf8ccccf8', C: '678ccc0c0c0cc78', D: '6f0d8ccccccd8f0', E: '5f8c0c0f0c0c0f8', F: '5f8c0c0f0c0c0c0',
  G: '678ccc0dccccc7c', H: '6ccccccfccccccc', I: '4f06060606060f0', J: '61c0c0c0ccccc78', K: '6ccd8f0e0f0d8cc', L: '5c0c0c0c0c0c0f8',
  M: '7c6eefed6c6c6c6', N: '6ccecfcdccccccc', O: '678cccccccccc78', P: '6f8ccccf8c0c0c0', Q: '678ccccccd8c874', R: '6f8ccccf8f0d8cc',
  S: '678ccc0780ccc78', T: '6fc303030303030', U: '6cccccccccccc78', V: '6cccccccccc7830', W: '7c6c6c6d6feeec6', X: '6cccc783078cccc',
  Y: '6cccccc78303030', Z: '6fc0c183060c0fc', 0: '678ccdcfceccc78', 1: '63070f0303030fc', 2: '678cc0c3860c0fc', 3: '678cc0c380ccc78',
  4: '61c3c6cccfc0c0c', 5: '6fcc0f80c0ccc78', 6: '678c0c0f8cccc78', 7: '6fc0c1830306060', 8: '678cccc78cccc78', 9: '678cccc7c0c0c78',
  ',': '20000000000c040', '.': '20000000000c0c0', ':': '200c0c000c0c000', '!': '2c0c0c0c0c000c0', '?': '678cc0c38300030', '-': '4000000f0000000',
  '(': '360c0c0c0c0c060', ')': '3c06060606060c0', '’': '2c0c04000000000', "'": '2c0c04000000000',
  '\u00a0': '400000000000000', '\u202f': '200000000000000', '×': '500d870708d8000', '/': '60c0c1830606000', '=': '50000f800f80000', '·': '200000c0c000000',
};
const ROWS = 7;
/** Columns of a blank within a word of signs, and between two characters. */
const GAP = 1;

/** Rows of a character that is drawn from the reader's own type: fewer cannot tell Chinese ones apart. */
const DRAWN_ROWS = 18;
/** How much ink makes a square, of 255. */
const INK = 110;

/** Squares as rows of bits. @typedef {{ width: number, rows: boolean[][] }} Squares */

/** Whether a text can be written in the face. @param {string} text */
export const hasFace = (text) => [...text.toUpperCase()].every((sign) => sign === ' ' || sign in FACE);

/** A word in the face. @param {string} word @returns {Squares} */
export function written(word) {
  const rows = Array.from({ length: ROWS }, () => /** @type {boolean[]} */ ([]));
  for (const sign of word.toUpperCase()) {
    const glyph = FACE[sign] ?? '';
    const width = Number(glyph[0] ?? 0);
    rows.forEach((row, y) => {
      const bits = parseInt(glyph.slice(1 + 2 * y, 3 + 2 * y), 16);
      for (let x = 0; x < width + GAP; x += 1) row.push(x < width && ((bits >> (7 - x)) & 1) === 1);
    });
  }
  const width = (rows[0]?.length ?? 0) - GAP;
  return { width, rows: rows.map((row) => row.slice(0, width)) };
}

/** A word in the reader's own type, as squares. @param {string} word @returns {Squares} */
function drawn(word) {
  const context = /** @type {CanvasRenderingContext2D} */ (h('canvas').getContext('2d', { willReadFrequently: true }));
  const type = `400 ${DRAWN_ROWS - 2}px ${getComputedStyle(document.body).fontFamily}`;
  context.font = type;
  const width = Math.max(1, Math.ceil(context.measureText(word).width));
  context.canvas.width = width;
  context.canvas.height = DRAWN_ROWS;
  // A canvas of another size forgets its type.
  context.font = type;
  context.textBaseline = 'middle';
  context.fillText(word, 0, DRAWN_ROWS / 2);
  const { data } = context.getImageData(0, 0, width, DRAWN_ROWS);
  const rows = Array.from({ length: DRAWN_ROWS }, (_, y) => Array.from({ length: width }, (_, x) => (data[4 * (y * width + x) + 3] ?? 0) >= INK));
  return { width, rows };
}

/** Runs of squares as a path. @param {Squares} squares */
export const pathOf = ({ rows }) => rows.map((row, y) => [...row.map((dot) => (dot ? '#' : ' ')).join('').matchAll(/#+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`).join('')).join('');

/** @param {'svg' | 'path'} tag */
const vector = (tag) => document.createElementNS('http://www.w3.org/2000/svg', tag);

/** @param {Squares} squares */
function drawing(squares) {
  const picture = vector('svg');
  const { width, rows: { length } } = squares;
  picture.setAttribute('viewBox', `0 0 ${width} ${length}`);
  picture.setAttribute('aria-hidden', 'true');
  picture.style.setProperty('--across', String(width));
  picture.style.setProperty('--down', String(length));
  picture.append(vector('path'));
  picture.firstElementChild?.setAttribute('d', pathOf(squares));
  return picture;
}

/** The words of a text as squares. @param {string} text @returns {Squares[]} */
function squaresOf(text) {
  const isFaced = hasFace(text);
  // Where words have no blanks between them, lines break behind marks. A drawn word keeps the blank behind it.
  const words = text.split(isFaced ? / +/ : /(?<=[，。：！？、]) *|(?<= )/).filter((word) => word !== '');
  return words.map((word) => (isFaced ? written(word) : drawn(word)));
}

/** A text in pixels, as large as `--dot` says. @param {string} text */
export const pixels = (text) => h('span', { class: hasFace(text) ? 'pixels' : 'pixels is-drawn' }, h('span', { class: 'unseen' }, text), squaresOf(text).map(drawing));

/**
 * Where the words of a text in pixels stand on a canvas, line by line, with squares as large as fit: of `dot` pixels at most, of fewer if a word is
 * too wide or the lines are too many.
 * @param {Squares[]} words @param {number} gap between words, in squares @param {number} dot @param {number} width @param {number} height
 */
export function spread(words, gap, dot, width, height) {
  const rows = words[0]?.rows.length ?? 0;
  const lead = Math.ceil(rows / 2);
  for (; ; dot -= 1) {
    let [x, y] = [0, 0];
    const places = words.map((word) => {
      if (x > 0 && (x + word.width) * dot > width) [x, y] = [0, y + rows + lead];
      const place = { word, x: x * dot, y: y * dot };
      x += word.width + gap;
      return place;
    });
    const fits = (y + rows) * dot <= height && words.every((word) => word.width * dot <= width);
    if (fits || dot <= 1) return { dot, places, height: (y + rows) * dot };
  }
}

/**
 * Writes a text in pixels on a canvas, within a rectangle, and returns how high it is.
 * @param {CanvasRenderingContext2D} paper @param {string} text @param {number} left @param {number} top @param {{ dot: number, width: number, height: number }} room
 */
export function inscribe(paper, text, left, top, { dot, width, height }) {
  const isFaced = hasFace(text);
  // A drawn word has more squares in its height, and has its blanks itself.
  const set = spread(squaresOf(text), isFaced ? 5 : 0, isFaced ? dot : Math.max(1, Math.round(dot / 2)), width, height);
  for (const { word, x, y } of set.places) {
    word.rows.forEach((row, down) => row.forEach((isInk, across) => isInk && paper.fillRect(left + x + across * set.dot, top + y + down * set.dot, set.dot, set.dot)));
  }
  return set.height;
}

/** Writes a number in pixels, or as it is if it has other signs. What is written already stays. @param {HTMLElement} element @param {string} text */
export function figures(element, text) {
  if (element.textContent !== text) fill(element, hasFace(text) ? pixels(text) : text);
}
