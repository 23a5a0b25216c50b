/**
 * Which step's board is shown next. Once chosen it stays, however far the log runs on meanwhile, until its events are there; and of steps
 * that fly by, all kinds are seen. The frame round the board has the colour of the value that its step gives; until this colour may change
 * again, only steps of the same value are shown.
 */

import { EVENT, KIND } from '../../base/words.js';
import { lineOf } from '../../watch/code.js';
import { eventAt } from '../../watch/player.js';
import { BOARD_PAUSE, COLOUR_PAUSE } from './pace.js';

/** @typedef {import('../../watch/record.js').Sea} Sea */

/** How many steps back a step with another line of the rule is looked for. */
const LOOK_BACK = 32;

export class Latch {
  #pace;
  /** The step whose board is to be shown next. @type {number | null} */
  #chosen = null;
  /** The step of the board that is shown. */
  #step = -1;
  /** The line of the rule that is shown. */
  #line = 0;
  /** The value whose colour is round the board, and since when. */
  #value = '';
  #valueTime = -Infinity;
  /** When it was shown; 0 if something else is to be shown now. */
  #time = 0;

  /** @param {import('./pace.js').Pace} pace */
  constructor(pace) {
    this.#pace = pace;
  }

  /** The step whose board is to be shown now; null if the one that is shown stays. @param {Sea} sea @param {number} step @param {number} now */
  choose(sea, step, now) {
    if (!this.#pace.isRunning) this.#chosen = step;
    else if (this.#chosen === null && this.#isDue(step, now)) this.#chosen = this.#pace.isFast ? this.#sample(sea, step, now) : step;
    return this.#chosen;
  }

  /** The board of the chosen step has been drawn. @param {Sea} sea @param {number} step @param {number} now */
  drawn(sea, step, now) {
    this.#chosen = null;
    this.#step = step;
    this.#line = lineAt(sea, step);
    this.#time = now;
    const value = this.value(sea, step);
    if (value !== this.#value) this.#valueTime = now;
    this.#value = value;
  }

  /** The value whose colour is round the board at a step: only where it plays too fast for squares to light up. @param {Sea} sea @param {number} step */
  value(sea, step) {
    return this.#pace.isFast ? valueAt(sea, step) : '';
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

  /**
   * The last step with another line of the rule than the one shown, or else the step itself. Soon after the colour has changed, only
   * steps of the same value; none, if they only repeat the line, and the colour may change before the board could again.
   * @param {Sea} sea @param {number} step @param {number} now
   */
  #sample(sea, step, now) {
    const least = Math.max(1, this.#step + 1, step - LOOK_BACK);
    const wait = this.#time === 0 ? 0 : this.#valueTime + COLOUR_PAUSE - now;
    const isAllowed = (/** @type {number} */ at) => wait <= 0 || valueAt(sea, at) === this.#value;
    for (let at = step; at >= least; at -= 1) if (isAllowed(at) && lineAt(sea, at) !== this.#line) return at;
    if (wait <= 0) return step;
    if (wait < BOARD_PAUSE) return null;
    for (let at = step; at >= least; at -= 1) if (isAllowed(at)) return at;
    return null;
  }
}

/** The line of the rule that a step has carried out. @param {Sea} sea @param {number} step */
const lineAt = (sea, step) => (step === 0 ? 0 : lineOf(eventAt(sea, step - 1)));

/** The value that a step gives to a position; at the last steps that of the rest; empty for none. @param {Sea} sea @param {number} step @returns {string} */
function valueAt(sea, step) {
  const { event, value = '' } = step === 0 ? { event: '' } : eventAt(sea, step - 1);
  if (event === EVENT.mark) return value;
  return event === EVENT.rest && sea.positions > sea.order.length ? KIND.draw : '';
}
