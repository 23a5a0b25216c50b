/** What lasts as long as the page, whatever places are shown: a game that goes on, what was undone, whether sound is on. */

export class Memory {
  /** @type {Map<new () => object, object>} */
  #kept = new Map();

  /**
   * The one thing of a kind: made when it is first asked for.
   * @template {object} T
   * @param {new () => T} Kind
   * @returns {T}
   */
  of(Kind) {
    const kept = /** @type {T | undefined} */ (this.#kept.get(Kind)) ?? new Kind();
    this.#kept.set(Kind, kept);
    return kept;
  }
}
