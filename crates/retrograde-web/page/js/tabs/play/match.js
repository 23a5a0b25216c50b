/**
 * The game that is played: a list of positions and the move that led to each. Undo and redo walk along it, another move cuts it off. It
 * goes on when the reader comes back from another tab.
 */

/** @typedef {import('../../base/shapes.js').MoveReport} MoveReport */
/** @typedef {import('../../base/reports.js').Move} Move */
/** @typedef {import('../../base/reports.js').Head} Head */
/** @typedef {{ pos: string, turn: string, move: Move | null, head: Head | null, best: MoveReport | null }} Ply `turn`: empty until it is known */

export class Match {
  /** @type {Ply[]} */
  plies = [];
  at = 0;

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

  /** @param {string} pos */
  find(pos) {
    return this.plies.find((ply) => ply.pos === pos);
  }

  /** Goes on where the position stands, or begins with it. @param {string} pos @param {string} turn @returns {boolean} whether it goes on */
  open(pos, turn) {
    const known = this.plies.findIndex((ply) => ply.pos === pos);
    if (known < 0) this.plies = [{ pos, turn, move: null, head: null, best: null }];
    this.at = Math.max(0, known);
    return known >= 0;
  }

  /** A move has been made. @param {Ply} ply */
  add(ply) {
    this.plies.splice(this.at + 1);
    this.plies.push(ply);
    this.at += 1;
  }
}
