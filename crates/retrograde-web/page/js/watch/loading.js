/** A log on its way: how much of it has arrived, and a button that cancels it. */

import { fill, h } from '../base/dom.js';
import { bytes } from '../base/units.js';

/** A log that arrives sooner shows nothing, in milliseconds. */
const SOON = 300;

export class Loading {
  #place;
  #t;
  #control = new AbortController();
  #told = h('span', {});
  #bar = h('progress', { max: 1 });
  #timer;
  isCancelled = false;

  /** @param {HTMLElement} place @param {import('../languages/index.js').T} t */
  constructor(place, t) {
    this.#place = place;
    this.#t = t;
    this.#bar.setAttribute('aria-label', t('loading.label'));
    this.#timer = window.setTimeout(() => this.#show(), SOON);
  }

  get signal() {
    return this.#control.signal;
  }

  #show() {
    const cancel = h('button', { type: 'button', onclick: () => this.#cancel() }, this.#t('loading.cancel'));
    this.#told.textContent ||= this.#t('loading.waits');
    // Numbers that change all the time would be read out all the time.
    fill(this.#place, h('div', { class: 'row loading', 'aria-live': 'off' }, this.#bar, this.#told, cancel));
  }

  #cancel() {
    this.isCancelled = true;
    this.end();
  }

  /** It has arrived, or is not wanted any more. */
  end() {
    clearTimeout(this.#timer);
    this.#place.querySelector('.loading')?.remove();
    this.#control.abort();
  }

  /** Takes the body of an answer. @param {Response} response @returns {Promise<ArrayBuffer>} */
  take = async (response) => {
    const reader = response.body?.getReader();
    if (!reader) return response.arrayBuffer();
    // The length of a compressed answer is not that of what is read.
    const total = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length'));
    const parts = [];
    let received = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      received += part.value.length;
      this.#told.textContent = this.#t('loading.received', { received: bytes(received), total: total > 0 && bytes(total) });
      if (total > 0) this.#bar.value = received / total;
    }
    return new Blob(parts).arrayBuffer();
  };
}
