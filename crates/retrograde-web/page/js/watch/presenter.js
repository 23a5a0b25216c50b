/**
 * A room with a projector: the board and its caption fill the screen. A remote's keys go on and back (PageDown, PageUp), start and stop (Space, F5)
 * and blank the screen (b or a full stop); Escape leaves. Where the browser refuses the whole screen, the window has to do.
 */

import { h } from '../base/dom.js';

/** @typedef {Record<'forward' | 'back' | 'playPause', () => void>} Steps */

/** What a remote, or whoever stands at the keyboard, may send. @type {Record<string, keyof Steps | 'blank' | 'leave'>} */
const KEYS = { PageDown: 'forward', ArrowRight: 'forward', PageUp: 'back', ArrowLeft: 'back', ' ': 'playPause', F5: 'playPause', b: 'blank', B: 'blank', '.': 'blank', Escape: 'leave' };

export class Presenter {
  #steps;
  #left;
  #curtain = h('div', { class: 'curtain', hidden: true });
  /** Whether the browser has given the whole screen: leaving that leaves the mode. */
  #isWhole = false;
  #end = new AbortController();

  /** @param {Steps} steps @param {() => void} left what to do when it is over */
  constructor(steps, left) {
    this.#steps = steps;
    this.#left = left;
    const { signal } = this.#end;
    const root = document.documentElement;
    root.classList.add('presenting');
    document.body.append(this.#curtain);
    // Before all others: a focused button does not keep the remote's keys.
    document.addEventListener('keydown', (event) => this.#key(event), { capture: true, signal });
    document.addEventListener('fullscreenchange', () => this.#changed(), { signal });
    root.requestFullscreen?.().catch(() => undefined);
  }

  leave() {
    this.#end.abort();
    document.documentElement.classList.remove('presenting');
    this.#curtain.remove();
    if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    this.#left();
  }

  #changed() {
    if (document.fullscreenElement !== null) this.#isWhole = true;
    else if (this.#isWhole) this.leave();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const what = KEYS[event.key];
    if (what === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (what === 'leave') this.leave();
    else if (what === 'blank') this.#curtain.hidden = !this.#curtain.hidden;
    // The first key after a pause lifts the curtain, and does nothing else.
    else if (!this.#curtain.hidden) this.#curtain.hidden = true;
    else this.#steps[what]();
  }
}
