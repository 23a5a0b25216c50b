/** What the server tells of its games: names, sides, rules, positions to begin with. */

import { capital } from '../base/readers.js';
import { Kit } from './told.js';

/** @typedef {import('../base/shapes.js').GameReport} GameReport */

/** Sides of a game that nobody has told of. */
const SIDES = ['first', 'second'];

export class GameList {
  /** @type {GameReport[]} */
  #games = [];
  /** @type {Map<string, Kit>} */
  #kits = new Map();
  /** @type {Promise<void> | null} */
  #loading = null;
  /** One that is asked for before all. @type {{ id: string, loading: Promise<void> } | null} */
  #first = null;
  #api;
  #language;

  /** @param {Pick<import('../base/api.js').Api, 'games' | 'game'>} api @param {import('../languages/index.js').Language} language */
  constructor(api, language) {
    this.#api = api;
    this.#language = language;
  }

  /** Asks once; after an error, anew. @returns {Promise<void>} */
  load() {
    this.#loading ??= this.#load().catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** Asks for one game alone, unless all are asked for: it weighs a tenth of all. @param {string} id @returns {Promise<void>} */
  begin(id) {
    if (this.#loading) return this.#loading;
    const loading = this.#api.game(id).then((about) => this.#loading ?? this.#learn([about]), () => this.load());
    this.#first = { id, loading };
    return loading;
  }

  /** Until a game is known, or told to be none. @param {string} id @returns {Promise<void>} */
  know(id) {
    return this.#first?.id === id && !this.#loading ? this.#first.loading : this.load();
  }

  async #load() {
    this.#learn(await this.#api.games());
  }

  /** @param {GameReport[]} games */
  #learn(games) {
    this.#games = games;
    const say = (/** @type {import('../base/shapes.js').NameReport} */ { name, name_zh: chinese }) => (this.#isChinese && chinese) || name;
    for (const { sides, looks } of this.#games) {
      looks.sides.forEach(({ name, name_zh: chinese }, index) => {
        this.#language.learn('en', { [`side.${sides[index]}`]: capital(name) });
        this.#language.learn('zh', { [`side.${sides[index]}`]: capital(chinese) });
      });
    }
    this.#kits = new Map(this.#games.map((about) => [about.game, new Kit(about, say)]));
  }

  get games() {
    return this.#games;
  }

  /** @param {string} id @returns {GameReport | undefined} */
  #of(id) {
    return this.#games.find(({ game }) => game === id);
  }

  /** The names of both sides, as reports write them. @param {string} id @returns {string[]} */
  sidesOf(id) {
    return this.#of(id)?.sides ?? SIDES;
  }

  /** The side that does not move. @param {string} id @param {string} turn */
  otherSide(id, turn) {
    return this.sidesOf(id).find((side) => side !== turn) ?? '';
  }

  /** The colour of a side; empty if there is no such side. @param {string} id @param {string | null} side */
  colourOf(id, side) {
    return this.kitOf(id)?.colours[this.sidesOf(id).indexOf(side ?? '')] ?? '';
  }

  /** What its boards are made of. @param {string} id */
  kitOf(id) {
    return this.#kits.get(id);
  }

  /** In short. @param {string} id */
  nameOf(id) {
    return this.kitOf(id)?.name ?? this.#language.t(`game.${id}`);
  }

  /** @param {string} id */
  titleOf(id) {
    const { title, title_zh: chinese } = this.#of(id) ?? {};
    return (this.#isChinese && chinese) || title || this.#language.t(`game.${id}`);
  }

  /** @param {string} id @returns {string | undefined} */
  rulesOf(id) {
    const { rules, rules_zh: chinese } = this.#of(id) ?? {};
    return (this.#isChinese && chinese) || rules;
  }

  get #isChinese() {
    return this.#language.current === 'zh';
  }
}
