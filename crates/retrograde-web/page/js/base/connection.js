/**
 * Whether there is somebody who answers. While there is not, questions and parts of the page that are still to be loaded wait here: it is
 * told once, looked for ever more rarely, and when the answers are back everything goes on by itself.
 */

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** More than a place asks at once: the oldest of more are of boards that were left. */
const MOST_WAITING = 32;

/**
 * @typedef {object} Told
 * @property {(retry: () => void) => void} missed `retry` looks at once
 * @property {() => void} found after it was missed
 */

export class Connection {
  #isThere;
  #told;
  #reload;
  /** @type {{ go: () => void, giveUp: () => void }[]} who waits */
  #waiting = [];
  #isLooking = false;

  /** @param {() => Promise<boolean>} isThere whether there is an answer now @param {Told} told @param {() => void} [reload] begins the page anew */
  constructor(isThere, told, reload = () => location.reload()) {
    this.#isThere = isThere;
    this.#told = told;
    this.#reload = reload;
  }

  /** True while the answers are being looked for. */
  get isAway() {
    return this.#isLooking;
  }

  /**
   * After a question without an answer: resolves when there are answers. Rejects as cancelled questions do: if that is what it is, or if too
   * many have come after it.
   * @param {AbortSignal | null} [signal]
   * @returns {Promise<void>}
   */
  back(signal) {
    const turn = new Promise((/** @type {(nothing: void) => void} */ go, refuse) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((one) => one.giveUp !== giveUp);
        refuse(new DOMException('cancelled', 'AbortError'));
      };
      this.#waiting.push({ go, giveUp });
      signal?.addEventListener('abort', giveUp);
    });
    if (this.#waiting.length > MOST_WAITING) this.#waiting[0]?.giveUp();
    if (!this.#isLooking) void this.#look();
    return turn;
  }

  /** Resolves at once, unless the answers are being looked for. @param {AbortSignal | null} [signal] */
  whileThere(signal) {
    return this.#isLooking ? this.back(signal) : Promise.resolve();
  }

  /**
   * Loads a part of the page, when there is somebody to give it. Some browsers remember that a module did not come for as long as the page is
   * open: then the page begins anew at the same address.
   * @template T
   * @param {() => Promise<T>} part
   * @returns {Promise<T>}
   */
  async load(part) {
    for (let wasAway = false; ; wasAway = true) {
      await this.whileThere();
      try {
        return await part();
      } catch (error) {
        const isThere = await this.#isThere();
        if (isThere && !wasAway) throw error;
        if (isThere) return this.#beginAnew();
        await this.back();
      }
    }
  }

  /** @returns {Promise<never>} of which nobody sees the end */
  #beginAnew() {
    this.#reload();
    return new Promise(() => {});
  }

  async #look() {
    this.#isLooking = true;
    let isMissed = false;
    for (let pause = FIRST_PAUSE; !(await this.#isThere()); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      isMissed = true;
      await new Promise((/** @type {(nothing: void) => void} */ wake) => {
        this.#told.missed(wake);
        setTimeout(wake, pause);
      });
    }
    this.#isLooking = false;
    if (isMissed) this.#told.found();
    for (const { go } of this.#waiting.splice(0)) go();
  }
}
