/**
 * One state object, mirrored in the URL, and who wants to know when it changes. Personal settings that do not belong in a link
 * (hints, volume) are in `prefs.js`.
 */

import { read, write } from './route.js';

/** @typedef {import('./route.js').State} State */
/** @typedef {(state: State, before: State) => void} Listener */

export class Store {
  /** @param {'en' | 'zh'} fallback the reader's language, for links that name none @param {string} [root] the path of Home */
  constructor(fallback, root = '/') {
    this.fallback = fallback;
    this.root = root;
    this.state = read(location, fallback, root);
    /** @type {Set<Listener>} */
    this.listeners = new Set();
    /** Whether the state came by the browser's Back or Forward. */
    this.isBack = false;
    addEventListener('popstate', () => {
      this.isBack = true;
      this.#change(read(location, fallback, root));
    });
    addEventListener('hashchange', () => this.#change(read(location, fallback, root)));
  }

  /**
   * Changes the state and the URL. `push` makes a step for the Back button: for what the reader asked for; `replace` does not: for
   * what happens many times a second.
   * @param {Partial<State>} patch
   * @param {'push' | 'replace'} [how]
   */
  set(patch, how = 'push') {
    this.isBack = false;
    const next = { ...this.state, ...patch };
    const url = write(next, this.fallback, this.root);
    if (url !== write(this.state, this.fallback, this.root)) {
      if (how === 'push') history.pushState(null, '', url);
      else history.replaceState(null, '', url);
    }
    this.#change(next);
  }

  /** The link to the state with these changes. @param {Partial<State>} [patch] */
  link(patch = {}) {
    return write({ ...this.state, ...patch }, this.fallback, this.root);
  }

  /** A click on such a link that stays on the page, unless another tab or window is asked for. @param {Partial<State>} patch @returns {(event: MouseEvent) => void} */
  follow(patch) {
    return (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.set(patch);
    };
  }

  /** @param {Listener} listener @returns {() => void} what ends it */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {State} next */
  #change(next) {
    const before = this.state;
    this.state = next;
    const keys = /** @type {(keyof State)[]} */ (Object.keys(next));
    if (keys.every((key) => next[key] === before[key])) return;
    // Who is told first may end others: a board that is left does not ask about the place that follows it.
    for (const listener of [...this.listeners]) if (this.listeners.has(listener)) listener(next, before);
  }
}
