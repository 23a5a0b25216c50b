/**
 * A window on the event log: pages fetched when they are looked at, the next one ahead in the direction of play, the
 * oldest dropped. The log of an open 10x10 board has millions of events, of which a few thousand are ever held.
 */

/**
 * One event, as in GET /trace and `retrograde trace`.
 * @typedef {object} LogEvent
 * @property {"seed" | "pop" | "relax" | "mark" | "layer" | "rest" | "done"} event
 * @property {number} step
 * @property {number} [slot]
 * @property {string} [pos]
 * @property {string} [turn]
 * @property {string} [value]
 * @property {string | null} [winner]
 * @property {number | null} [depth]
 * @property {string | null} [over]
 * @property {number} [from] the slot that is popped
 * @property {string} [move] from this position to the popped one
 * @property {number} [open] moves not yet known to lose
 * @property {number} [of] moves at the start
 * @property {number} [win]
 * @property {number} [loss]
 * @property {number} [tie]
 * @property {number} [draw]
 * @property {number} [queue]
 */

/** @typedef {(from: number, count: number) => Promise<{events: LogEvent[]}>} FetchWindow */

export const PAGE_SIZE = 256;
const MOST_PAGES = 48;

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
    /** @type {Map<number, LogEvent[] | "asked">} by page, the least recently used first */
    this.pages = new Map();
  }

  /** The event, or null while it is on its way. @param {number} step */
  event(step) {
    const page = this.page(Math.floor(step / PAGE_SIZE));
    return page === null ? null : (page[step % PAGE_SIZE] ?? null);
  }

  /** The events [from, to), or null while some are on their way. @param {number} from @param {number} to */
  events(from, to) {
    /** @type {LogEvent[]} */
    const all = [];
    let isWhole = true;
    for (let number = Math.floor(from / PAGE_SIZE); number * PAGE_SIZE < to; number += 1) {
      const page = this.page(number);
      const start = number * PAGE_SIZE;
      if (page === null) isWhole = false;
      else all.push(...page.slice(Math.max(0, from - start), to - start));
    }
    return isWhole ? all : null;
  }

  /** Fetches what will be asked soon. @param {number} step @param {1 | -1} direction */
  ahead(step, direction) {
    const number = Math.floor(step / PAGE_SIZE) + direction;
    if (number >= 0 && number * PAGE_SIZE < this.total) this.page(number);
  }

  /** @param {number} number @returns {LogEvent[] | null} */
  page(number) {
    const page = this.pages.get(number);
    if (page === 'asked') return null;
    if (page === undefined) {
      this.pages.set(number, 'asked');
      void this.fetch(number);
      return null;
    }
    this.pages.delete(number);
    this.pages.set(number, page);
    return page;
  }

  /** @param {number} number */
  async fetch(number) {
    try {
      const { events } = await this.fetchWindow(number * PAGE_SIZE, PAGE_SIZE);
      this.pages.set(number, events);
      this.dropOldest();
      this.arrived(null);
    } catch (error) {
      this.pages.delete(number);
      this.arrived(error);
    }
  }

  dropOldest() {
    for (const [number, page] of this.pages) {
      if (this.pages.size <= MOST_PAGES) return;
      if (page !== 'asked') this.pages.delete(number);
    }
  }
}
