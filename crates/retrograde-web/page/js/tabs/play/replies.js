/** In a draw, how many replies to each move lose: a move with more of them is the harder to answer. */

import { isRated } from '../../answers/moves.js';
import { KIND } from '../../base/words.js';

/** @typedef {import('../../base/shapes.js').MoveReport} MoveReport */
/** @typedef {{ losing: number, all: number }} Count of the replies to a move */

export class Replies {
  #api;
  /** By the position that a move leads to. @type {Map<string, Count>} */
  #known = new Map();

  /** @param {Pick<import('../../base/api.js').Api, 'probeAll'>} api */
  constructor(api) {
    this.#api = api;
  }

  /** The counts for the moves that keep a draw, by their positions; none in a position that is no draw. @param {import('../../answers/truth.js').Truth} truth @returns {Promise<Map<string, Count>>} */
  async losing(truth) {
    if (truth.report?.value !== KIND.draw) return new Map();
    const moves = /** @type {MoveReport[]} */ (truth.moves.filter(isRated));
    const wanted = moves.filter((move) => move.for_mover === KIND.draw && !move.over && !this.#known.has(move.pos)).map(({ pos }) => pos);
    const told = wanted.length ? await this.#api.probeAll(wanted).catch(() => []) : [];
    told.forEach((answer, index) => {
      // Who moves on answers himself.
      if (answer instanceof Error || !answer.moves || answer.turn === truth.turn) return;
      this.#known.set(wanted[index] ?? '', { losing: answer.moves.filter((reply) => reply.for_mover === KIND.loss).length, all: answer.moves.length });
    });
    return this.#known;
  }
}
