/**
 * A window on the event log: pages fetched when they are looked at, the next one ahead in the direction of play, the
 * oldest dropped. The log of an open 10x10 board has millions of events, of which a few thousand are ever held.
 */

/** @typedef {import('../base/reports.js').LogEvent} LogEvent */
/** @typedef {(from: number, count: number, signal: AbortSignal) => Promise<{events: LogEvent[]}>} FetchWindow */

export const PAGE_SIZE = 128;
const MOST_PAGES = 96;
/** Pages on their way at a time: who plays fast wants another before the first is there, and what nobody wants any more is cancelled. */
export const MOST_ASKED = 4;

export class EventLog {
  /**
   * @param {FetchWindow} fetchWindow
   * @param {number} total events there are
   * @param {(error: unknown) => void} arrived told when a page is there, or why it is not
   */
  constructor(fetchWindow, total, arrived) {
    this.fetchWindow = fetchWindow;
    this.total = total;
    this.arrived = arrived;
    /** @type {Map<number, LogEvent[]>} by page, the least recently used first */
    this.pages = new Map();
    /** @type {Map<number, AbortController>} pages on their way, the one wanted last at the end */
    this.asked = new Map();
  }

  /** The event, or null while it is on its way. @param {number} step */
  event(step) {
    const page = this.page(Math.floor(step / PAGE_SIZE));
    return page === null ? null : (page[step % PAGE_SIZE] ?? null);
  }

  /** The events [from, to), or null while some are on their way: as many pages at a time as may be asked for. @param {number} from @param {number} to */
  events(from, to) {
    /** @type {LogEvent[]} */
    const all = [];
    let missing = 0;
    for (let number = Math.floor(from / PAGE_SIZE); number * PAGE_SIZE < to && missing < MOST_ASKED; number += 1) {
      const page = this.page(number);
      const start = number * PAGE_SIZE;
      if (page === null) missing += 1;
      else all.push(...page.slice(Math.max(0, from - start), to - start));
    }
    return missing === 0 ? all : null;
  }

  /** Fetches what will be asked soon, if nothing is asked now. @param {number} step @param {1 | -1} direction */
  ahead(step, direction) {
    const number = Math.floor(step / PAGE_SIZE) + direction;
    if (number >= 0 && number * PAGE_SIZE < this.total && this.asked.size < MOST_ASKED - 1) this.page(number);
  }

  /** Nobody looks at this log any more. */
  close() {
    for (const number of [...this.asked.keys()]) this.#cancel(number);
  }

  /** @param {number} number @returns {LogEvent[] | null} */
  page(number) {
    const page = this.pages.get(number);
    if (page === undefined) {
      this.#ask(number);
      return null;
    }
    this.pages.delete(number);
    this.pages.set(number, page);
    return page;
  }

  /** Asks for a page, or goes on wanting it; the one that has not been wanted for longest makes room. @param {number} number */
  #ask(number) {
    const known = this.asked.get(number);
    if (known !== undefined) {
      this.asked.delete(number);
      this.asked.set(number, known);
      return;
    }
    const [stalest] = this.asked.keys();
    if (this.asked.size >= MOST_ASKED && stalest !== undefined) this.#cancel(stalest);
    const control = new AbortController();
    this.asked.set(number, control);
    void this.#bring(number, control);
  }

  /** @param {number} number */
  #cancel(number) {
    this.asked.get(number)?.abort();
    this.asked.delete(number);
  }

  /** @param {number} number @param {AbortController} control */
  async #bring(number, control) {
    const answer = await this.fetchWindow(number * PAGE_SIZE, PAGE_SIZE, control.signal).catch((error) => ({ error }));
    // What was cancelled is neither kept nor told, however it ended.
    if (control.signal.aborted) return;
    this.asked.delete(number);
    if ('error' in answer) {
      this.arrived(answer.error);
      return;
    }
    this.pages.set(number, answer.events);
    this.#dropOldest();
    this.arrived(null);
  }

  #dropOldest() {
    for (const number of this.pages.keys()) {
      if (this.pages.size <= MOST_PAGES) return;
      this.pages.delete(number);
    }
  }
}
