/**
 * Two small graphs on canvases: positions by depth, wins up and losses down, filled as far as they are decided; and the queue's length
 * over the whole log with a line where the log stands. What they show is also in numbers beside them.
 */

import { measured } from '../base/measure.js';
import { PALETTE, VALUES } from '../base/values.js';
import { decidedOf } from './overview.js';

/** @typedef {import('./overview.js').Bar} Bar */

const UNFILLED = 0.28;

/**
 * A canvas of the size that it has on the screen; its context, in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 */
function sized(canvas) {
  const ratio = devicePixelRatio || 1;
  const { width, height } = measured(canvas);
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** The heights of bars grow with the root of the counts, or else the deep ones would vanish. @param {number} count @param {number} most */
const share = (count, most) => (most === 0 ? 0 : Math.sqrt(count / most));

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Bar[]} bars
 * @param {number} decided how many positions are
 */
export function drawHistogram(canvas, bars, decided) {
  const { context, width, height } = sized(canvas);
  if (width === 0 || bars.length === 0) return;
  const most = Math.max(...bars.map((bar) => Math.max(bar.win + bar.tie, bar.loss)));
  const middle = Math.round(height / 2);
  const pitch = width / bars.length;
  bars.forEach((bar, index) => {
    const left = Math.round(index * pitch);
    const across = Math.max(1, Math.round((index + 1) * pitch) - left - (pitch >= 4 ? 1 : 0));
    const all = bar.win + bar.loss + bar.tie;
    const filled = all === 0 ? 0 : decidedOf(bar, decided) / all;
    const paint = (/** @type {string} */ color, /** @type {number} */ from, /** @type {number} */ tall, /** @type {1 | -1} */ way) => {
      context.fillStyle = color;
      for (const [alpha, part] of [
        [UNFILLED, 1],
        [1, filled],
      ]) {
        context.globalAlpha = alpha;
        const high = Math.round(tall * part);
        context.fillRect(left, way > 0 ? from - high : from, across, high);
      }
    };
    const room = middle - 2;
    const wins = room * share(bar.win, most);
    const both = room * share(bar.win + bar.tie, most);
    paint(VALUES.win.color, middle - 1, wins, 1);
    paint(VALUES.tie.color, middle - 1 - Math.round(wins), both - wins, 1);
    paint(VALUES.loss.color, middle + 1, room * share(bar.loss, most), -1);
  });
  context.globalAlpha = 1;
  context.fillStyle = VALUES.draw.color;
  context.fillRect(0, middle - 1, width, 1);
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} curve lengths of the queue, spread evenly over the log
 * @param {number} part how much of the log has happened, 0 to 1
 */
export function drawQueue(canvas, curve, part) {
  const { context, width, height } = sized(canvas);
  const most = Math.max(1, ...curve);
  const pitch = width / Math.max(1, curve.length);
  curve.forEach((length, index) => {
    const high = Math.round((height - 2) * (length / most));
    context.fillStyle = (index + 0.5) / curve.length <= part ? VALUES.win.color : VALUES.draw.color;
    context.globalAlpha = (index + 0.5) / curve.length <= part ? 1 : UNFILLED;
    context.fillRect(index * pitch, height - high, Math.max(1, pitch - 0.5), high);
  });
  context.globalAlpha = 1;
  context.fillStyle = PALETTE.yellow;
  context.fillRect(Math.min(width - 1, Math.round(part * width)), 0, 1, height);
}
