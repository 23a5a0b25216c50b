/**
 * A film of a solve: what is played is composed on one canvas, the board at the left, the sea at the right, the caption below, and recorded by the
 * browser as WebM. Nothing of it leaves the page until the reader saves it.
 */

import { PALETTE } from '../base/values.js';
import { h } from '../base/dom.js';
import { inscribe } from '../base/pixels.js';

const WIDTH = 1280;
const HEIGHT = 720;
const FRAMES = 30;
/** Bits a second: flat colours with hard edges. */
const BITS = 6_000_000;
/** How long the end is shown, in milliseconds. */
const HOLD = 2500;
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const GAP = 24;
const FOOT = 128;
/** What is not known yet, where the page's style sheet has no say. */
const UNKNOWN = '#22303f';
export const TYPE = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";

/** The kind of film that this browser makes; undefined if none. */
export const filmType = () => (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype) ? undefined : TYPES.find((type) => MediaRecorder.isTypeSupported(type)));

/**
 * What is filmed, as it is on the screen at a frame.
 * @typedef {object} Shot
 * @property {string} title
 * @property {string} caption
 * @property {HTMLCanvasElement | null} board
 * @property {HTMLCanvasElement | null} sea
 * @property {string} counts
 * @property {number} part how much of the log has happened, 0 to 1
 * @property {boolean} isDone
 */

export class Film {
  #shot;
  #recorder;
  #paper;
  /** @type {Blob[]} */
  #parts = [];
  #isStopped = false;
  /** When the end is over. */
  #until = Infinity;

  /** Begins to record. @param {() => Shot} shot asked at every frame @param {string} type @param {(film: Blob) => void} done */
  constructor(shot, type, done) {
    this.#shot = shot;
    const canvas = h('canvas', { width: WIDTH, height: HEIGHT });
    this.#paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    this.#draw(performance.now());
    this.#recorder = new MediaRecorder(canvas.captureStream(FRAMES), { mimeType: type, videoBitsPerSecond: BITS });
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#parts.push(data));
    this.#recorder.addEventListener('stop', () => done(new Blob(this.#parts, { type: 'video/webm' })));
    this.#recorder.start();
    this.#next();
  }

  /** Ends it: what was recorded is the film. */
  stop() {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#recorder.stop();
  }

  #next() {
    requestAnimationFrame((now) => {
      if (this.#isStopped) return;
      if (this.#draw(now)) this.#next();
      else this.stop();
    });
  }

  /** @param {number} now @returns {boolean} whether it goes on */
  #draw(now) {
    const shot = this.#shot();
    compose(this.#paper, shot);
    if (shot.isDone && this.#until === Infinity) this.#until = now + HOLD;
    return now < this.#until;
  }
}

/** @param {CanvasRenderingContext2D} paper @param {Shot} shot */
function compose(paper, { title, caption, board, sea, counts, part }) {
  paper.fillStyle = PALETTE.sea;
  paper.fillRect(0, 0, WIDTH, HEIGHT);
  const top = 64;
  const side = HEIGHT - top - FOOT;
  paper.fillStyle = PALETTE.light;
  paper.textBaseline = 'middle';
  inscribe(paper, title, GAP, 24, { dot: 3, width: WIDTH - 2 * GAP, height: top - 24 });
  place(paper, board, GAP, top, side + 80, side);
  const left = GAP + side + 80 + GAP;
  place(paper, sea, left, top, WIDTH - left - GAP, side - 40, UNKNOWN);
  paper.fillStyle = '#b4c0cb';
  write(paper, counts, left, top + side - 14, `500 20px ${TYPE}`, WIDTH - left - GAP);
  paper.fillStyle = PALETTE.yellow;
  paper.fillRect(GAP, HEIGHT - FOOT + 24, 5, 72);
  paper.fillStyle = PALETTE.light;
  const lines = broken(paper, caption, `500 28px ${TYPE}`, WIDTH - 2 * GAP - 20).slice(0, 2);
  lines.forEach((line, index) => write(paper, line, GAP + 20, HEIGHT - FOOT + 60 + (index - (lines.length - 1) / 2) * 38, `500 28px ${TYPE}`, WIDTH));
  paper.fillStyle = '#3c4f63';
  paper.fillRect(0, HEIGHT - 8, WIDTH, 8);
  paper.fillStyle = PALETTE.yellow;
  paper.fillRect(0, HEIGHT - 8, WIDTH * part, 8);
}

/** @param {CanvasRenderingContext2D} paper @param {string} text @param {number} x @param {number} y @param {string} type @param {number} most */
export function write(paper, text, x, y, type, most) {
  paper.font = type;
  paper.fillText(text, x, y, most);
}

/** A picture as large as its room allows, of pixels of a whole size if they have room. @param {CanvasRenderingContext2D} paper @param {HTMLCanvasElement | null} picture @param {number} x @param {number} y @param {number} width @param {number} height @param {string} [ground] behind what is clear */
export function place(paper, picture, x, y, width, height, ground) {
  if (picture === null || picture.width === 0 || picture.height === 0) return;
  const most = Math.min(width / picture.width, height / picture.height);
  const scale = most >= 1 ? Math.floor(most * 4) / 4 : most;
  paper.imageSmoothingEnabled = most < 1;
  const [across, down] = [picture.width * scale, picture.height * scale];
  const at = /** @type {const} */ ([Math.round(x + (width - across) / 2), Math.round(y + (height - down) / 2), across, down]);
  if (ground) {
    paper.fillStyle = ground;
    paper.fillRect(...at);
  }
  paper.drawImage(picture, ...at);
}

/** A text in lines of a width: between words, and between the signs of writings without blanks. @param {CanvasRenderingContext2D} paper @param {string} text @param {string} type @param {number} width @returns {string[]} */
export function broken(paper, text, type, width) {
  paper.font = type;
  /** @type {string[]} */
  const lines = [''];
  for (const piece of text.match(/[\u2e80-\uffef][，。：；！？、）”]*|[^\s\u2e80-\uffef]+\s*|\s+/gu) ?? []) {
    const line = `${lines.at(-1)}${piece}`;
    if (lines.at(-1) !== '' && paper.measureText(line.trimEnd()).width > width) lines.push(piece);
    else lines[lines.length - 1] = line;
  }
  return lines.map((line) => line.trimEnd());
}
