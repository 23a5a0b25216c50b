/**
 * Pixel art: pieces and homes of 13 x 13, glyphs of 3 x 5 for depths and coordinates. One letter a pixel; a sprite is painted once for
 * each size and kept.
 */

import { pref, setPref } from '../base/prefs.js';
import { PALETTE } from '../base/values.js';

/** Floor squares are 15 pixels and a grid line. */
export const TILE = 16;
const SIDE = 13;

/** @type {Record<string, string>} what a letter paints, in every sprite */
const COLORS = {
  r: PALETTE.red, R: '#a93226', p: '#f5b7b1',
  d: PALETTE.dark, D: '#17212c', g: '#5d7389',
  l: PALETTE.light, k: PALETTE.ink, y: PALETTE.yellow, w: '#ffffff',
};

/** Red has a dark outline, dark a light one: each stands out on floor, on a value's colour, and on the sea. @type {Record<string, string[]>} */
const SPRITES = {
  king: [
    '......k......',
    '.....kpk.....',
    '.k...krk...k.',
    'kpk.krrrk.kpk',
    'krrkkrprkkrrk',
    'krrrrrprrrrrk',
    'krprrrrrrrprk',
    'krprrrrrrrrrk',
    '.krrrrrrrrrk.',
    '.krrrrrrrrRk.',
    '.kyryryryryk.',
    '.kRRRRRRRRRk.',
    '..kkkkkkkkk..',
  ],
  pawn: [
    '....lllll....',
    '...ldddddl...',
    '..ldggdddDl..',
    '..ldgddddDl..',
    '..lddddddDl..',
    '..llddddDll..',
    '.ldddddddDDl.',
    '.llllddDllll.',
    '...lgdddDl...',
    '..lgddddDDl..',
    '.lgddddddDDl.',
    '.lddddddDDDl.',
    '.lllllllllll.',
  ],
  tokenA: [
    '....kkkkk....',
    '..kkrrrrrkk..',
    '.krrrrwrrrrk.',
    '.krprwwwrrrk.',
    'krprrwrwrrrRk',
    'krprwwrwwrrRk',
    'krrrwrrrwrrRk',
    'krrrwwwwwrrRk',
    'krrwwrrrwwrRk',
    '.krwrrrrrwRk.',
    '.krrrrrrrRRk.',
    '..kkRRRRRkk..',
    '....kkkkk....',
  ],
  tokenB: [
    '....lllll....',
    '..llddddDll..',
    '.lddddddddDl.',
    '.ldwwwwwddDl.',
    'lgdwwdddwddDl',
    'lgdwwdddwddDl',
    'lddwwwwwdddDl',
    'lddwwdddwddDl',
    'lddwwdddwddDl',
    '.ldwwwwwddDl.',
    '.lddddddDDDl.',
    '..llDDDDDll..',
    '....lllll....',
  ],
  cannonRed: [
    '.............',
    '..........kkk',
    '........kkrrk',
    '......kkrrpRk',
    '....kkrrprRk.',
    '...krrrprRk..',
    '..krrkkkkk...',
    '..krkyyyyyk..',
    '.kRkyykkkyyk.',
    '.kkkykyyykyk.',
    '...kykyyykyk.',
    '...kyykkkyyk.',
    '....kyyyyyk..',
  ],
  cannonDark: [
    '.............',
    '..........lll',
    '........llddl',
    '......lldggDl',
    '....llddggDl.',
    '...lddddgDl..',
    '..lddlllll...',
    '..ldlDDDDDl..',
    '.lDlDDlllDDl.',
    '.lllDlDDDlDl.',
    '...lDlDDDlDl.',
    '...lDDlllDDl.',
    '....lDDDDDl..',
  ],
  home0: [
    'RRR.......RRR',
    'R...........R',
    'R...........R',
    '.............',
    '.............',
    '.............',
    '.............',
    '.............',
    '.............',
    '.............',
    'R...........R',
    'R...........R',
    'RRR.......RRR',
  ],
  home1: [
    'ddd.......ddd',
    'd...........d',
    'd...........d',
    '.............',
    '.............',
    '.............',
    '.............',
    '.............',
    '.............',
    '.............',
    'd...........d',
    'd...........d',
    'ddd.......ddd',
  ],
  cross: [
    '.kk.......kk.',
    'krrk.....krRk',
    'krrrk...krrRk',
    '.krrrk.krrRk.',
    '..krrrkrrRk..',
    '...krrrrRk...',
    '....krrRk....',
    '...krrrrRk...',
    '..krrrkrrRk..',
    '.krrrk.krrRk.',
    'krrrk...krrRk',
    'krRk.....krRk',
    '.kk.......kk.',
  ],
  nought: [
    '....lllll....',
    '..llddddDll..',
    '.lddddddddDl.',
    '.lddlllllddl.',
    'lddl.....lddl',
    'lddl.....lddl',
    'lddl.....lddl',
    'lddl.....lddl',
    'lddl.....lddl',
    '.lddlllllddl.',
    '.lddddddDDDl.',
    '..llDDDDDll..',
    '....lllll....',
  ],
  flag: [
    '.............',
    '...k.........',
    '...kkkk......',
    '...kddkkkk...',
    '...kkkddkkk..',
    '...kddkkddk..',
    '...kkkddkkk..',
    '...kddkkkk...',
    '...kkkk......',
    '...k.........',
    '...k.........',
    '...k.........',
    '..kkk........',
  ],
};

/** 3 x 5, a row a digit of eight: 4 left, 2 middle, 1 right. @type {Record<string, string>} */
const FONT = {
  0: '75557', 1: '26227', 2: '71747', 3: '71717', 4: '55711', 5: '74717', 6: '74757', 7: '71222', 8: '75757', 9: '75717',
  a: '25755', b: '65656', c: '34443', d: '65556', e: '74647', f: '74644', g: '34553', h: '55755', i: '72227', j: '11152', k: '55655',
  l: '44447', m: '57755', n: '65555', o: '25552', p: '65644', q: '25573', r: '65655', s: '34216', t: '72222', u: '55557', v: '55552',
  w: '55775', x: '55255', y: '55222', z: '71247',
};

/** @type {Map<string, HTMLCanvasElement>} */
const painted = new Map();

/** The plain look: squares of one colour each. */
export const PLAIN = { ground: '#2c3e50', wall: '#34495e', floor: '#ecf0f1', red: '#e74c3c' };
let plain = pref('plain', /** @type {boolean} */ (false));

/** Whether boards are shown as plain squares, without sprites. */
export const isPlain = () => plain;

/** @param {boolean} wanted */
export function setPlain(wanted) {
  plain = wanted;
  setPref('plain', wanted);
  painted.clear();
}

/** What stands for a piece in the plain look: a square of its side's colour, on a rim of floor. @param {CanvasRenderingContext2D} context @param {string[]} rows */
function paintSquare(context, rows) {
  context.fillStyle = rows.some((row) => row.includes('r')) ? PLAIN.red : PLAIN.ground;
  context.fillRect(1, 1, SIDE - 2, SIDE - 2);
}

/** @param {string} name @returns {HTMLCanvasElement} */
export function sprite(name) {
  const known = painted.get(name);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const context = paper(canvas);
  const rows = SPRITES[name] ?? [];
  if (plain && rows.length && !/^home|^flag/.test(name)) paintSquare(context, rows);
  else rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const color = COLORS[letter];
      if (!color) return;
      context.fillStyle = color;
      context.fillRect(x, y, 1, 1);
    });
  });
  painted.set(name, canvas);
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
