/** How boards are painted: with sprites, or as plain squares of one colour each. Kept in this browser. */

import { pref, setPref } from '../base/prefs.js';

export class Style {
  #isPlain = pref('plain', /** @type {boolean} */ (false));

  get isPlain() {
    return this.#isPlain;
  }

  toggle() {
    this.#isPlain = !this.#isPlain;
    setPref('plain', this.#isPlain);
  }
}
