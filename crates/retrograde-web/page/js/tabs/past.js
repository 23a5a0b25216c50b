/** What was edited, to be undone: it reaches back over visits of the tab. */

/** More is forgotten. */
const MOST = 200;

export class Past {
  /** @type {string[]} */
  #tokens = [];
  #at = -1;

  /** Another position follows, unless it is the one of now; what was undone is gone. @param {string} pos */
  visit(pos) {
    if (this.#tokens[this.#at] === pos) return;
    this.#tokens = [...this.#tokens.slice(Math.max(0, this.#at - MOST), this.#at + 1), pos];
    this.#at = this.#tokens.length - 1;
  }

  /** @param {number} by @returns {string | undefined} the position there, if there is one */
  step(by) {
    const token = this.#tokens[this.#at + by];
    if (token !== undefined) this.#at += by;
    return token;
  }

  get hasBefore() {
    return this.#at > 0;
  }

  get hasAfter() {
    return this.#at < this.#tokens.length - 1;
  }
}
