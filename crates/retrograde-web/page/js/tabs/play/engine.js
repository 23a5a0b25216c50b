/** The moves that the reader does not make: the opponent's replies, and the best ones for both sides while that is held. */

import { isRated } from '../../answers/moves.js';

/** @typedef {import('../../base/reports.js').Move} Move */
/** @typedef {import('./lookahead.js').Reply} Reply */
/**
 * @typedef {object} Seat what it sees of the game, and does in it
 * @property {() => Promise<unknown>} settled as soon as something is known of the position
 * @property {() => boolean} isKnown whether it is
 * @property {() => Move[]} movable the moves that can be made now, best first if they are rated
 * @property {(move: Move) => Promise<void>} play
 * @property {(reply: Reply) => void} searched it has looked for its move without a table
 * @property {() => void} yield the move is the reader's
 */

const THINKING_MS = 350;
const BEST_MS = 420;

export class Engine {
  #ctx;
  #match;
  #players;
  #seat;
  #seed = Math.floor(Math.random() * 1e6);
  #timer = 0;
  /** The position that it has no reply to. */
  #unanswered = '';
  isPaused = false;
  /** Whether best play is held. */
  isHeld = false;

  /** @param {import('../context.js').Context} ctx @param {import('./match.js').Match} match @param {import('./players.js').Players} players @param {Seat} seat */
  constructor(ctx, match, players, seat) {
    this.#ctx = ctx;
    this.#match = match;
    this.#players = players;
    this.#seat = seat;
  }

  /** Makes no move that it was about to make. */
  stop() {
    clearTimeout(this.#timer);
  }

  /** Whether the reader has to wait for its reply. */
  get isReplying() {
    return !this.#players.areWatched && this.#unanswered !== this.#match.now.pos && this.#mayReply();
  }

  /** Moves, if it is its turn. */
  think() {
    this.stop();
    if (this.#mayReply()) this.#timer = window.setTimeout(() => this.#reply(), THINKING_MS);
    else this.#seat.yield();
  }

  #mayReply() {
    return this.#isTurn() && this.#match.isAtEnd && !this.isPaused && !this.isHeld && !this.#match.now.head?.over;
  }

  #isTurn() {
    return this.#players.isOpponents(this.#match.now.turn);
  }

  async #reply() {
    const { pos } = this.#match.now;
    await this.#seat.settled();
    // What is known now may be that the game is over; and who has left the board asks nothing about it.
    if (this.#match.now.pos !== pos || !this.#seat.isKnown() || !this.#mayReply()) return;
    const { api, live } = this.#ctx;
    try {
      const move = await api.play(pos, this.#players.strength, this.#seed + this.#match.at);
      if (this.#match.now.pos !== pos || this.isPaused || !this.#isTurn()) return;
      if (!isRated(move)) this.#seat.searched(move);
      await this.#seat.play(move);
    } catch (error) {
      // Without a table nobody knows how to reply: the reader may move for both.
      if (!this.#match.now.head?.over) live.toast(error instanceof Error ? error.message : String(error));
      this.#unanswered = pos;
      this.#seat.yield();
    }
  }

  /** Best play for both sides while it is held; a tap plays one move. @param {boolean} isHeld */
  hold(isHeld) {
    if (this.isHeld === isHeld) return;
    this.isHeld = isHeld;
    this.stop();
    if (isHeld) this.#playBest();
    else this.think();
  }

  /** More is known: it goes on with best play, if that is held. */
  goOn() {
    if (this.isHeld) this.#timer = window.setTimeout(() => this.isHeld && this.#playBest(), BEST_MS);
  }

  #playBest() {
    const move = this.#seat.movable()[0];
    if (move && isRated(move)) void this.#seat.play(move);
  }
}
