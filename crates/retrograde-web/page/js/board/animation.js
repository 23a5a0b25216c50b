/**
 * What moves on a board by itself: a piece along the path of its move, and squares that light up and fade. The difference of two
 * positions is never animated: kings are interchangeable, so they would seem to teleport.
 */

import { reducedMotion } from '../base/dom.js';
import { ring } from './shapes.js';
import { TILE } from './sprites.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Point} Point */
/** @typedef {{ path: number[], image: HTMLCanvasElement }} Carried a picture, and the squares that it passes */
/** @typedef {{ pieces: Carried[], started: number, done: () => void }} Moving the first leads, those that it takes along leave no trail */

const PULSE_MS = 400;
const PULSE_GAP_MS = 350;
const STEP_MS = 170;
/** Fading pictures behind a piece, and how far apart, in steps. */
const GHOSTS = 4;
const GHOST_GAP = 0.11;
/** How strong the nearest would be, and how much paler each next one is. */
const STRONGEST = 0.55;
const PALER = 0.11;
/** How high a piece flies over others. */
const RISE = 10;

export class Animation {
  /** @type {Moving | null} */
  #moving = null;
  /** @type {Map<number, { color: string, started: number }>} squares that pulse */
  #pulses = new Map();
  #lastPulse = -Infinity;

  get isRunning() {
    return this.#moving !== null || this.#pulses.size > 0;
  }

  /** Whether the piece of a square is under way. @param {number} index */
  hasLeft(index) {
    return this.#moving?.pieces.some(({ path }) => path[0] === index) ?? false;
  }

  /** Carries pieces along squares, the first of which each stands on. @param {Carried[]} pieces @returns {Promise<void>} */
  carry(pieces) {
    return new Promise((done) => {
      this.#moving = { pieces, started: performance.now(), done };
    });
  }

  /** Ends a move that is under way. */
  finish() {
    const moving = this.#moving;
    this.#moving = null;
    moving?.done();
  }

  /** Unless one has just begun: nothing as large as a square flashes more than three times a second. @param {number} index @param {string} color */
  pulse(index, color) {
    const now = performance.now();
    if (index < 0 || reducedMotion() || now - this.#lastPulse < PULSE_GAP_MS) return;
    this.#lastPulse = now;
    this.#pulses.set(index, { color, started: now });
  }

  /** What lit up on another position does not fade on this one. */
  clearPulses() {
    this.#pulses.clear();
  }

  /** A glow round the square, and a paler square, that fade. @param {CanvasRenderingContext2D} context @param {Layout} layout @param {number} now */
  paintPulses(context, layout, now) {
    for (const [index, { color, started }] of this.#pulses) {
      const left = 1 - (now - started) / PULSE_MS;
      if (left <= 0) this.#pulses.delete(index);
      else glow(context, layout.corner(index), color, Math.min(1, left));
    }
  }

  /** The pieces under way, and fading pictures behind the first. @param {CanvasRenderingContext2D} context @param {Layout} layout @param {number} now */
  paintMoving(context, layout, now) {
    const moving = this.#moving;
    if (!moving) return;
    const [lead, ...others] = moving.pieces;
    const legs = (lead?.path.length ?? 2) - 1;
    const progress = Math.min(1, (now - moving.started) / (STEP_MS * legs));
    const draw = (/** @type {Carried} */ { path, image }, /** @type {number} */ share) => {
      const { x, y } = along(path, share, layout);
      context.drawImage(image, x + 2, y + 2);
    };
    others.forEach((other) => draw(other, progress));
    for (let ghost = GHOSTS; lead && ghost >= 0; ghost--) {
      context.globalAlpha = ghost === 0 ? 1 : STRONGEST - ghost * PALER;
      draw(lead, Math.max(0, progress - (ghost * GHOST_GAP) / legs));
    }
    if (progress >= 1) this.finish();
  }
}

/** @param {CanvasRenderingContext2D} context @param {Point} corner @param {string} color @param {number} left how much of it, 0 to 1 */
function glow(context, { x, y }, color, left) {
  context.globalAlpha = left;
  for (let far = 0; far < 4; far++) ring(context, x - far, y - far, TILE + 1 + 2 * far, color);
  context.globalAlpha = left * 0.5;
  context.fillStyle = '#ffffff';
  context.fillRect(x + 1, y + 1, TILE - 1, TILE - 1);
  context.globalAlpha = 1;
}

/** Where on its path a piece is; in a row, it flies over the ones between. @param {number[]} path @param {number} share @param {Layout} layout @returns {Point} */
function along(path, share, layout) {
  const legs = path.length - 1;
  const leg = Math.min(legs - 1, Math.floor(share * legs));
  const part = share * legs - leg;
  const [from, to] = [layout.corner(path[leg] ?? 0), layout.corner(path[leg + 1] ?? 0)];
  const rise = layout.hasAir ? Math.sin(Math.PI * part) * RISE : 0;
  return { x: Math.round(from.x + (to.x - from.x) * part), y: Math.round(from.y + (to.y - from.y) * part - rise) };
}
