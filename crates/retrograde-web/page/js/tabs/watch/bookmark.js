/** Where a log was left: the reader who comes back from another tab finds it there. */

export class Bookmark {
  #board = '';
  #step = 0;

  /** @param {string} pos @param {string} follow @param {number} step */
  leave(pos, follow, step) {
    this.#board = `${follow} ${pos}`;
    this.#step = step;
  }

  /** @param {string} pos @param {string} follow @returns {number | null} */
  find(pos, follow) {
    return this.#board === `${follow} ${pos}` ? this.#step : null;
  }
}
