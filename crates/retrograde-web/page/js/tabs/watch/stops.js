/** Key steps, at which playing stops if that is wanted. */

import { pref, setPref } from '../../base/prefs.js';

/** @typedef {import('../../watch/overview.js').KeyStep} KeyStep */

export class Stops {
  #ui;
  #ctx;
  #transport;
  #isWanted = pref('stops', /** @type {boolean} */ (false));
  /** @type {Map<KeyStep, number>} */
  #steps = new Map();

  /** @param {import('./scene.js').Scene} ui @param {import('../context.js').Context} ctx @param {import('../../watch/transport.js').Transport} transport */
  constructor(ui, ctx, transport) {
    this.#ui = ui;
    this.#ctx = ctx;
    this.#transport = transport;
  }

  /** These are the key steps of the log. @param {Map<KeyStep, number>} steps */
  place(steps) {
    this.#steps = steps;
    this.#transport.stops = this.#isWanted ? [...steps.values()] : [];
    this.#ui.dock.showStops(this.#isWanted);
    this.#ui.dock.mark(steps, this.#transport.sea?.events ?? 0);
  }

  toggle() {
    this.#isWanted = !this.#isWanted;
    setPref('stops', this.#isWanted);
    this.place(this.#steps);
    this.#ctx.live.toast(this.#ctx.t(this.#isWanted ? 'stop.on' : 'stop.off'));
  }

  /** Says which key steps the one that it stands at is, one beside the other. */
  tell() {
    const names = [...this.#steps].filter(([, step]) => step === this.#transport.step).map(([name]) => this.#ctx.t(`stop.${name}`));
    if (names.length > 0) this.#ctx.live.toast(names.join(' · '));
  }
}
