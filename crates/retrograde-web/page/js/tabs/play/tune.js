/** What is heard of the game: each move, and its end; nothing before somebody asks for sound. */

import { EVENT } from '../../base/words.js';
import { Sound, mountSound } from '../../watch/sound.js';

export class Tune {
  #sound;
  #control;

  /** @param {HTMLElement} place where sound is turned on @param {import('../context.js').Context} ctx */
  constructor(place, { memory, t }) {
    this.#sound = memory.of(Sound);
    this.#control = mountSound(place, this.#sound, t);
  }

  unmount() {
    this.#control.unmount();
  }

  toggle() {
    this.#sound.toggle();
  }

  /** A piece is put down; or the game is over with it. @param {import('../../base/reports.js').Move} move */
  move(move) {
    this.#sound.mark(move.over ? EVENT.done : 'move', 0);
  }
}
