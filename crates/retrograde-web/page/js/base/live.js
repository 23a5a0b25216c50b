/** The one polite live region: at most a message a second, the last one wins. And what is shown for a moment. */

const PAUSE = 1000;
const SHOWN_MS = 4000;

export class Live {
  #latest = '';
  #last = -PAUSE;
  #timer = 0;
  #hiding = 0;

  /** Tells those who listen instead of look. @param {string} text */
  say = (text) => {
    this.#latest = text;
    if (this.#timer) return;
    const wait = Math.max(0, this.#last + PAUSE - performance.now());
    this.#timer = window.setTimeout(() => this.#speak(), wait);
  };

  /** Says something, and shows it for a moment. @param {string} text */
  toast = (text) => {
    this.say(text);
    const element = document.getElementById('toast');
    if (!element) return;
    element.textContent = text;
    element.hidden = false;
    clearTimeout(this.#hiding);
    this.#hiding = window.setTimeout(() => (element.hidden = true), SHOWN_MS);
  };

  #speak() {
    this.#timer = 0;
    this.#last = performance.now();
    const region = document.getElementById('live');
    if (region) region.textContent = this.#latest;
  }
}
