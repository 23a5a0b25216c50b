/** The banner that says, in every place, that nobody answers. */

import { fill, h } from './dom.js';

/** @typedef {import('../languages/index.js').T} T */

export class Outage {
  #t;
  #say;
  /** @type {(() => void) | null} looks for the server at once; null while it is not missed */
  #retry = null;

  /** What else is done when it is missed. @type {() => void} */
  onMissed = () => undefined;

  /** @param {T} t @param {(text: string) => void} say */
  constructor(t, say) {
    this.#t = t;
    this.#say = say;
  }

  /** @param {() => void} retry */
  missed(retry) {
    this.#retry = retry;
    this.show();
    this.onMissed();
  }

  found() {
    this.#say(this.#t('outage.over'));
    this.#retry = null;
    this.show();
  }

  /** Shows the banner, in the language of now, or takes it away. */
  show() {
    const banner = /** @type {HTMLElement} */ (document.getElementById('outage'));
    const hadFocus = banner.contains(document.activeElement);
    banner.hidden = !this.#retry;
    if (!this.#retry) {
      fill(banner);
      if (hadFocus) document.getElementById('main')?.focus();
    } else if (banner.dataset.lang !== document.documentElement.lang || !banner.firstChild) {
      banner.dataset.lang = document.documentElement.lang;
      fill(banner, h('p', {}, this.#t('outage')), h('button', { type: 'button', onclick: () => this.#retry?.() }, this.#t('outage.retry')));
    }
  }
}
