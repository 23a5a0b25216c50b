/**
 * Which step's board is shown next. Once chosen it stays, however far the log runs on meanwhile, until its events are there; and of steps
 * that fly by, all kinds are seen.
 */

import { lineOf } from '../../watch/code.js';
import { eventAt } from '../../watch/player.js';
import { BOARD_PAUSE } from './pace.js';

/** @typedef {import('../../watch/record.js').Sea} Sea */

/** How many steps may be gone back for one that tells of something else. */
const LOOK_BACK = 32;

export class Latch {
  #pace;
  /** The step whose board is to be shown next. @type {number | null} */
  #chosen = null;
  /** The step of the board that is shown. */
  #step = -1;
  /** The line of the rule that is shown. */
  #line = 0;
  /** When it was shown; 0 if something else is to be shown now. */
  #time = 0;

  /** @param {import('./pace.js').Pace} pace */
  constructor(pace) {
    this.#pace = pace;
  }

  /** The step whose board is to be shown now; null if the one that is shown stays. @param {Sea} sea @param {number} step @param {number} now */
  choose(sea, step, now) {
    if (!this.#pace.isRunning) this.#chosen = step;
    else if (this.#chosen === null && this.#isDue(step, now)) this.#chosen = this.#pace.isFast ? this.#other(sea, step) : step;
    return this.#chosen;
  }

  /** The board of the chosen step has been drawn. @param {Sea} sea @param {number} step @param {number} now */
  drawn(sea, step, now) {
    this.#chosen = null;
    this.#step = step;
    this.#line = lineAt(sea, step);
    this.#time = now;
  }

  /** Something else than what is shown is to be shown at once. */
  hurry() {
    this.#time = 0;
  }

  /** Events have arrived: at rest the board shows them at once, but while the log plays it keeps its pause. */
  arrived() {
    if (!this.#pace.isRunning) this.hurry();
  }

  /** Whether the board of a step is the one that is shown. @param {number} step */
  isShown(step) {
    return step === this.#step;
  }

  /** @param {number} step @param {number} now */
  #isDue(step, now) {
    return this.#time === 0 || (step !== this.#step && (!this.#pace.isFast || now - this.#time >= BOARD_PAUSE));
  }

  /** The last step that tells of another line of the rule than the one shown, or else the step itself. @param {Sea} sea @param {number} step */
  #other(sea, step) {
    const least = Math.max(1, this.#step + 1, step - LOOK_BACK);
    for (let at = step; at >= least; at -= 1) if (lineAt(sea, at) !== this.#line) return at;
    return step;
  }
}

/** The line of the rule that a step has carried out. @param {Sea} sea @param {number} step */
const lineAt = (sea, step) => (step === 0 ? 0 : lineOf(eventAt(sea, step - 1)));
