/**
 * The game that is played: a list of positions and the move that led to each. Undo and redo walk along it, another move cuts it off. It
 * goes on when the reader comes back from another tab, and when the page is loaded again.
 */

/** @typedef {import('../../base/shapes.js').MoveReport} MoveReport */
/** @typedef {import('../../base/reports.js').Move} Move */
/** @typedef {import('../../base/reports.js').Head} Head */
/** @typedef {{ pos: string, turn: string, move: Move | null, head: Head | null, best: MoveReport | null }} Ply `turn`: empty until it is known */

/** Where the game is kept for as long as the browser's tab is open. */
const KEPT = 'retrograde.match';

export class Match {
  /** @type {Ply[]} */
  plies = [];
  at = 0;

  constructor() {
    try {
      const { plies, at } = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
      if (plies[at]) [this.plies, this.at] = [plies, at];
    } catch {
      // Nothing is kept, or nothing may be: a game begins.
    }
  }

  /** The ply that is shown. */
  get now() {
    return /** @type {Ply} */ (this.plies[this.at]);
  }

  get isAtEnd() {
    return this.at === this.plies.length - 1;
  }

  get isOver() {
    return this.plies.some((ply) => ply.head?.over);
  }

  /** The plies after which the position that is shown has been there before, latest first. */
  get rounds() {
    const { pos } = this.now;
    return this.plies.slice(0, this.at).flatMap((ply, at) => (ply.pos === pos ? [at] : [])).reverse();
  }

  /** @param {string} pos */
  find(pos) {
    return this.plies.find((ply) => ply.pos === pos);
  }

  /** Goes on where the position stands, next to where the reader is, or begins with it. @param {string} pos @param {string} turn @returns {boolean} whether it goes on */
  open(pos, turn) {
    const far = (/** @type {number} */ at) => Math.abs(at - this.at);
    const [known] = this.plies.flatMap((ply, at) => (ply.pos === pos ? [at] : [])).sort((one, other) => far(one) - far(other));
    if (known === undefined) this.plies = [{ pos, turn, move: null, head: null, best: null }];
    this.at = known ?? 0;
    this.keep();
    return known !== undefined;
  }

  /** A move has been made. @param {Ply} ply */
  add(ply) {
    this.plies.splice(this.at + 1);
    this.plies.push(ply);
    this.at += 1;
    this.keep();
  }

  /** Keeps it for when the page is loaded again. */
  keep() {
    const plies = this.plies.map(({ head, ...ply }) => ({ ...ply, head: head && { ...head, moves: null } }));
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ plies, at: this.at }));
    } catch {
      // Where storage is forbidden, or full, the game lasts as long as the page.
    }
  }
}
