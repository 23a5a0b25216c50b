/** What the eye can follow at the speed that it plays: the board five times a second, neighbours more often, nothing that flashes where less motion is wanted. */

import { reducedMotion } from '../../base/dom.js';
import { MOST_LIT } from '../../watch/neighbours.js';

/** Milliseconds between two pictures of the board, whose pieces jump between unrelated positions: at most five a second, so that it never flickers. */
export const BOARD_PAUSE = 200;

/** Milliseconds between two changes of the colour round the board: three a second do not flash (WCAG 2.3.1). */
export const COLOUR_PAUSE = 350;

export class Pace {
  #transport;

  /** @param {import('../../watch/transport.js').Transport} transport */
  constructor(transport) {
    this.#transport = transport;
  }

  get isRunning() {
    return this.#transport.isRunning;
  }

  /** Whether it plays on faster than the board may change. */
  get isFast() {
    return this.isRunning && this.#transport.rate() > 1000 / BOARD_PAUSE;
  }

  /** Whether nothing may flash: it plays too fast for it, or less motion is wanted. */
  get isSteady() {
    return (this.isRunning && this.#transport.rate() > MOST_LIT) || reducedMotion();
  }

  /** Whether neighbours light up one by one, faster than the board changes. */
  get isStreaming() {
    return this.isFast && !this.isSteady && this.#transport.detail !== 'layer';
  }
}
