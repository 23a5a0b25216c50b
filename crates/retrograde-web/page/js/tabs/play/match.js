/**
 * The game that is played: a tree of positions and the move that led to each. One line through it is the game; undo and redo walk along it,
 * and another move begins a new line there, beside which the old one stays as a variation. It goes on when the reader comes back from
 * another tab, and when the page is loaded again.
 */

/** @typedef {import('../../base/shapes.js').MoveReport} MoveReport */
/** @typedef {import('../../base/reports.js').Move} Move */
/** @typedef {import('../../base/reports.js').Head} Head */
/**
 * @typedef {object} Said what is told of a ply
 * @property {string} pos
 * @property {string} turn empty until it is known
 * @property {Move | null} move that led here
 * @property {Head | null} head
 * @property {MoveReport | null} best
 */
/** @typedef {Said & { before: Ply | null, next: Ply[] }} Ply `next`: what was played on, the game's own move first */

/** Where the game is kept for as long as the browser's tab is open. */
const KEPT = 'retrograde.game';

/** A ply after another, or the first; `before` hears nothing of it. @param {Said} said @param {Ply | null} before @returns {Ply} */
export const plyOf = (said, before) => ({ ...said, before, next: [] });

/** A game that begins with a position. @param {string} pos @param {string} turn */
const rootOf = (pos, turn) => plyOf({ pos, turn, move: null, head: null, best: null }, null);

export class Match {
  /** The line that is played: from the first position through the one that is shown to its end. @type {Ply[]} */
  plies = [];
  at = 0;

  constructor() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
      const all = unfolded(kept.plies);
      const now = all[kept.now];
      if (now) this.#line(now);
    } catch {
      // Nothing is kept, or nothing may be: a game begins.
    }
  }

  /** The ply that is shown. */
  get now() {
    return /** @type {Ply} */ (this.plies[this.at]);
  }

  /** The first ply, from which all others hang. */
  get root() {
    return /** @type {Ply} */ (this.plies[0]);
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

  /** A ply of the position: the one that is shown, if it is that. @param {string} pos */
  find(pos) {
    return this.now.pos === pos ? this.now : this.plies.find((ply) => ply.pos === pos);
  }

  /** Goes on where the position stands, next to where the reader is, or begins with it. @param {string} pos @param {string} turn @returns {boolean} whether it goes on */
  open(pos, turn) {
    const far = (/** @type {number} */ at) => Math.abs(at - this.at);
    const [known] = this.plies.flatMap((ply, at) => (ply.pos === pos ? [at] : [])).sort((one, other) => far(one) - far(other));
    const aside = known === undefined && this.plies.length > 0 ? allOf(this.root).find((ply) => ply.pos === pos) : undefined;
    this.goTo((known === undefined ? aside : this.plies[known]) ?? rootOf(pos, turn));
    return known !== undefined || aside !== undefined;
  }

  /** Begins a game, and forgets the one before. @param {string} pos @param {string} turn */
  begin(pos, turn) {
    this.goTo(rootOf(pos, turn));
  }

  /** Takes over a whole game, at the position if it is in it. @param {Ply} root @param {string} pos */
  take(root, pos) {
    this.#line(root);
    this.goTo(this.plies.find((ply) => ply.pos === pos) ?? allOf(root).find((ply) => ply.pos === pos) ?? root);
  }

  /** Shows another ply; one of another line makes that the game's. @param {Ply} ply */
  goTo(ply) {
    const at = this.plies.indexOf(ply);
    if (at >= 0) this.at = at;
    else this.#line(ply);
    this.keep();
  }

  /** A move has been made: one that was made here before goes its way, another begins a line. @param {Said} said */
  add(said) {
    const { now } = this;
    const known = now.next.find(({ pos, move }) => pos === said.pos && move?.move === said.move?.move);
    if (known) {
      known.head ??= said.head;
      known.move = said.move;
    }
    const ply = known ?? plyOf(said, now);
    if (!known) now.next.unshift(ply);
    this.goTo(ply);
  }

  /** The same move otherwise: the next of the variations where the line last had a choice; null without any. @returns {Ply | null} */
  get other() {
    for (let ply = /** @type {Ply | null} */ (this.now); ply?.before; ply = ply.before) {
      const { next } = ply.before;
      if (next.length > 1) return next[(next.indexOf(ply) + 1) % next.length] ?? null;
    }
    return null;
  }

  /** Keeps it for when the page is loaded again. */
  keep() {
    const all = allOf(this.root);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ plies: folded(all), now: all.indexOf(this.now) }));
    } catch {
      // Where storage is forbidden, or full, the game lasts as long as the page.
    }
  }

  /** The line through a ply. @param {Ply} now */
  #line(now) {
    const line = [];
    for (let ply = /** @type {Ply | null} */ (now); ply; ply = ply.before) line.unshift(ply);
    this.at = line.length - 1;
    for (let [ply] = now.next; ply; [ply] = ply.next) line.push(ply);
    this.plies = line;
  }
}

/** All plies of a game, each after the one before it; games may be longer than calls may be deep. @param {Ply} root */
export function allOf(root) {
  const all = [root];
  for (let index = 0; index < all.length; index += 1) all.push(...(all[index]?.next ?? []));
  return all;
}

/** Plies as text can hold them: each with the index of the one before it. @param {Ply[]} all */
function folded(all) {
  const places = new Map(all.map((ply, index) => [ply, index]));
  return all.map(({ next: _, before, head, ...said }) => ({ ...said, head: head && { ...head, moves: null }, before: before && places.get(before) }));
}

/** @param {(Said & { before: number | null })[]} kept @returns {Ply[]} */
function unfolded(kept) {
  /** @type {Ply[]} */
  const all = [];
  for (const { before, ...said } of kept) {
    const ply = plyOf(said, before === null ? null : /** @type {Ply} */ (all[before]));
    ply.before?.next.push(ply);
    all.push(ply);
  }
  return all;
}
