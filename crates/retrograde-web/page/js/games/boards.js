/**
 * Positions as boards, asked for once: those wanted at the same time, together. What has not been looked at for longest is forgotten. An
 * edit is the server's: it hands back another board.
 */

import { ApiError } from '../base/api.js';
import { SHAPE } from '../base/words.js';
import { Board, gameIn } from './told.js';

/** @typedef {import('../base/shapes.js').LookReport} LookReport */
/** @typedef {{ look: LookReport, board: Board | null }} Kept */
/** @typedef {{ answer: (look: LookReport) => void, refuse: (error: unknown) => void, promise: Promise<LookReport> }} Wanted */

/** The characters of tokens whose boards are kept: a board takes about as much as its token, times some ten. */
const MOST = 2_000_000;
/** How many boards are kept: Watch shows another one several times a second, for hours. */
const MOST_BOARDS = 3000;
/** How long a board is waited for, in milliseconds. */
const PATIENCE = 300;
/** Positions of one question. */
const TOGETHER = 500;

export class Boards {
  #api;
  #games;
  #language;
  /** By token, the least recently used first. @type {Map<string, Kept>} */
  #kept = new Map();
  #weight = 0;
  /** Not asked yet. @type {Map<string, Wanted>} */
  #wanted = new Map();
  /** On their way. @type {Map<string, Wanted>} */
  #asked = new Map();
  #spoken = '';
  /** @type {typeof import('./force.js').spread | null} */
  #spread = null;
  #laid = { of: '', spots: /** @type {import('./force.js').Spot[]} */ ([]) };

  /** @param {import('../base/api.js').Api} api @param {import('./list.js').GameList} games @param {import('../languages/index.js').Language} language */
  constructor(api, games, language) {
    this.#api = api;
    this.#games = games;
    this.#language = language;
  }

  /** The board of a position, if it is known. @param {string} pos @returns {Board | null} */
  at(pos) {
    this.#listen();
    const kept = this.#kept.get(pos);
    if (!kept) return null;
    this.#kept.delete(pos);
    this.#kept.set(pos, kept);
    const kit = this.#games.kitOf(kept.look.game);
    if (kit && kept.board?.kit !== kit) kept.board = new Board(kit, kept.look, this.#spotsOf(kept.look));
    return kept.board;
  }

  /** @param {string} pos @returns {Promise<Board>} @throws {ApiError} if it cannot be read */
  async want(pos) {
    const [look] = await Promise.all([this.at(pos) ?? this.#ask(pos), this.#games.know(gameIn(pos))]);
    return this.at(pos) ?? new Board(this.#games.kitOf(look.game) ?? null, /** @type {LookReport} */ (look));
  }

  /** Those of many positions: whoever asks for one of them then has it at once. @param {(string | undefined)[]} positions @returns {Promise<void>} */
  async wantAll(positions) {
    await Promise.all([...new Set(positions)].map((pos) => pos && !this.at(pos) && this.want(pos).catch(() => null)));
  }

  /** Resolves when a board is there, or late: nobody is held up by one that does not come. @param {string} pos @returns {Promise<void>} */
  async soon(pos) {
    await Promise.race([this.wantAll([pos]), new Promise((late) => setTimeout(late, PATIENCE))]);
  }

  /** @param {string} pos @param {import('../base/reports.js').EditWish} edit @returns {Promise<Board>} */
  async edit(pos, edit) {
    const look = await this.#api.edit(pos, edit);
    await this.#prepare([look]);
    this.#keep(look.pos, look);
    return this.want(look.pos);
  }

  /** What lays out graphs is loaded when the first comes. @param {(LookReport | Error)[]} looks */
  async #prepare(looks) {
    if (!looks.some((look) => !(look instanceof Error) && look.shape.kind === SHAPE.graph)) return;
    const { spread } = await import('./force.js');
    this.#spread = spread;
  }

  /** Where the nodes of a graph lie: positions of one game mostly share it. @param {LookReport} look */
  #spotsOf({ shape }) {
    if (shape.kind !== SHAPE.graph || !this.#spread) return null;
    const of = JSON.stringify([shape.nodes.length, shape.edges]);
    if (this.#laid.of !== of) this.#laid = { of, spots: this.#spread(shape.nodes.length, shape.edges) };
    return this.#laid.spots;
  }

  /** What is wrong with a position is told in words: in another language, it is asked anew. */
  #listen() {
    const { current } = this.#language;
    if (this.#spoken === current) return;
    this.#spoken = current;
    this.#kept.clear();
    this.#weight = 0;
  }

  /** @param {string} pos @param {LookReport} look */
  #keep(pos, look) {
    this.#listen();
    if (!this.#kept.has(pos)) this.#weight += pos.length;
    this.#kept.set(pos, { look, board: null });
    for (const oldest of this.#kept.keys()) {
      if ((this.#weight <= MOST && this.#kept.size <= MOST_BOARDS) || oldest === pos) return;
      this.#kept.delete(oldest);
      this.#weight -= oldest.length;
    }
  }

  /** @param {string} pos @returns {Promise<LookReport>} */
  #ask(pos) {
    const known = this.#wanted.get(pos) ?? this.#asked.get(pos);
    if (known) return known.promise;
    const wanted = /** @type {Wanted} */ ({});
    wanted.promise = new Promise((answer, refuse) => Object.assign(wanted, { answer, refuse }));
    this.#wanted.set(pos, wanted);
    if (this.#wanted.size === 1) queueMicrotask(() => void this.#send());
    return wanted.promise;
  }

  /** One question at a time; what is wanted meanwhile goes into the next. */
  async #send() {
    if (this.#asked.size > 0 || this.#wanted.size === 0) return;
    const positions = [...this.#wanted.keys()].slice(0, TOGETHER);
    for (const pos of positions) {
      this.#asked.set(pos, /** @type {Wanted} */ (this.#wanted.get(pos)));
      this.#wanted.delete(pos);
    }
    const answers = /** @type {(LookReport | Error)[]} */ (await this.#api.looks(positions).catch((error) => positions.map(() => error)));
    await this.#prepare(answers).catch(() => undefined);
    positions.forEach((pos, index) => {
      const { answer, refuse } = /** @type {Wanted} */ (this.#asked.get(pos));
      const look = answers[index] ?? new ApiError(0, {});
      if (look instanceof Error) return refuse(look);
      this.#keep(pos, look);
      answer(look);
    });
    this.#asked.clear();
    void this.#send();
  }
}
