/** Best play from the position that is shown: as arrows on the board, and in words. */

import { moveText } from '../../answers/moves.js';

/** @typedef {import('../../base/shapes.js').MoveReport} MoveReport */

/** The plies that are asked for and said, and those that are drawn: more arrows than these hide the board. */
const SAID = 8;
const DRAWN = 3;

export class BestLine {
  #api;
  #known = /** @type {Map<string, MoveReport[]>} */ (new Map());

  /** @param {Pick<import('../../base/api.js').Api, 'line'>} api */
  constructor(api) {
    this.#api = api;
  }

  /** The line from a position; empty until it is known. @param {string} pos @param {() => void} come called when it is known */
  from(pos, come) {
    const known = this.#known.get(pos);
    if (!known) void this.#ask(pos, come);
    return known ?? [];
  }

  /** @param {string} pos @param {() => void} come */
  async #ask(pos, come) {
    this.#known.set(pos, []);
    const { line } = await this.#api.line(pos, SAID).catch(() => ({ line: [] }));
    this.#known.set(pos, line);
    if (line.length > 0) come();
  }
}

/** Arrows for the first plies, the first on top of the others. Where squares close up, those after the first have other names by then. @param {import('../../games/told.js').Board} board @param {MoveReport[]} line @returns {import('../../board/state.js').Arrow[]} */
export function arrowsOf(board, line) {
  const drawn = line.slice(0, board.kit?.shifts ? 1 : DRAWN).map((move) => ({ path: board.path(move), value: null }));
  return drawn.filter(({ path }) => path.length > 1).reverse();
}

/** "Best line: c3–c4 d5–e5 …" @param {MoveReport[]} line @param {import('../../languages/index.js').T} t */
export function lineText(line, t) {
  const isWhole = Boolean(line.at(-1)?.over);
  return t('play.line', { line: `${line.map(({ move }) => moveText(move, t)).join(' ')}${isWhole ? '' : ' …'}` });
}
