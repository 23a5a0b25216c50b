/** The banner that says, in every place, that nobody answers. */

import { fill, h, isSite } from './dom.js';

/** @typedef {import('../languages/index.js').Language} Language */

export class Outage {
  #language;
  #say;
  /** @type {(() => void) | null} looks for the server at once; null while it is not missed */
  #retry = null;

  /** What else is done when it is missed. @type {() => void} */
  onMissed = () => undefined;

  /** @param {Language} language @param {(text: string) => void} say */
  constructor(language, say) {
    this.#language = language;
    this.#say = say;
  }

  /** @param {() => void} retry */
  missed(retry) {
    this.#retry = retry;
    this.show();
    this.onMissed();
  }

  found() {
    this.#say(this.#language.t(isSite() ? 'site.outage.over' : 'outage.over'));
    this.#retry = null;
    this.show();
  }

  /** Shows the banner in the language of now, as soon as its texts are loaded, or takes it away. */
  show() {
    const { current, t, has } = this.#language;
    const banner = /** @type {HTMLElement} */ (document.getElementById('outage'));
    const hadFocus = banner.contains(document.activeElement);
    banner.hidden = !this.#retry || !has('outage.retry');
    if (banner.hidden) {
      fill(banner);
      if (hadFocus) document.getElementById('main')?.focus();
    } else if (banner.dataset.lang !== current || !banner.firstChild) {
      banner.dataset.lang = current;
      fill(banner, h('p', {}, t(isSite() ? 'site.outage' : 'outage')), h('button', { type: 'button', onclick: () => this.#retry?.() }, t('outage.retry')));
    }
  }
}
