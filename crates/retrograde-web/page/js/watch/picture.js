/** A picture to share: the asked board, its verdict and the link to it, on one canvas, as PNG. */

import { h } from '../base/dom.js';
import { inscribe } from '../base/pixels.js';
import { PALETTE } from '../base/values.js';
import { TYPE, place, write } from './film.js';

const WIDTH = 1200;
const HEIGHT = 675;
const GAP = 40;
const LINE = 52;
/** How high the title may be. */
const TITLE = 90;

/**
 * @typedef {object} Shared
 * @property {string} title
 * @property {string} verdict
 * @property {string} link
 * @property {HTMLCanvasElement | null} board
 */

/** @param {Shared} shared @returns {Promise<Blob | null>} */
export function pictureOf(shared) {
  const canvas = h('canvas', { width: WIDTH, height: HEIGHT });
  compose(/** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false })), shared);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** @param {CanvasRenderingContext2D} paper @param {Shared} shared */
function compose(paper, { title, verdict, link, board }) {
  const side = HEIGHT - 3 * GAP - LINE / 2;
  const left = board ? 2 * GAP + side : GAP;
  const room = WIDTH - left - GAP;
  paper.fillStyle = PALETTE.sea;
  paper.fillRect(0, 0, WIDTH, HEIGHT);
  paper.textBaseline = 'middle';
  place(paper, board, GAP, GAP, side, side);
  paper.fillStyle = PALETTE.yellow;
  const below = GAP + inscribe(paper, title, left, GAP, { dot: 4, width: room, height: TITLE }) + GAP;
  paper.fillStyle = PALETTE.light;
  inscribe(paper, verdict, left, below, { dot: 7, width: room, height: GAP + side - below });
  paper.fillStyle = '#b4c0cb';
  write(paper, link, GAP, HEIGHT - GAP, `400 20px ${TYPE}`, WIDTH - 2 * GAP);
}
