/** Neighbours that light up one by one as they get their values, while it plays faster than the board changes. */

import { EVENT } from '../../base/words.js';
import { MOST_NEAR } from './recording.js';

/** Neighbours that light up in one frame. */
const MOST_AT_ONCE = 3;

export class Lights {
  #near;
  #pace;
  /** The step up to which neighbours have lit up. */
  #step = 0;

  /** @param {ReturnType<typeof import('../../watch/neighbours.js').mountNeighbours>} near @param {import('./pace.js').Pace} pace */
  constructor(near, pace) {
    this.#near = near;
    this.#pace = pace;
  }

  /** Lights up those since it was last called, as soon as their events are there. @param {import('../../watch/log.js').EventLog} log @param {number} step */
  show(log, step) {
    const { isStreaming } = this.#pace;
    const from = Math.max(Math.min(this.#step, step), step - MOST_NEAR);
    const events = isStreaming && from < step ? log.events(from, step) : [];
    if (events === null) return;
    const marks = events.filter(({ event }) => event === EVENT.mark);
    // Of a late frame or window, the others follow in the next frames: no place is taken twice before it is seen.
    this.#step = marks[MOST_AT_ONCE]?.step ?? step;
    for (const event of marks.slice(0, MOST_AT_ONCE)) this.#near.light(event);
    if (isStreaming) log.ahead(step, 1);
  }
}
