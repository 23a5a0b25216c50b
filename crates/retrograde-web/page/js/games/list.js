/** What the server tells of its games: names, sides, rules, positions to begin with. The page's own words go first where it has some. */

/** @typedef {import('../base/reports.js').GameAbout} GameAbout */

/** Sides of a game that nobody has told of. */
const SIDES = ['first', 'second'];

export class GameList {
  /** @type {GameAbout[]} */
  #games = [];
  #api;
  #language;

  /** @param {Pick<import('../base/api.js').Api, 'games'>} api @param {import('../languages/index.js').Language} language */
  constructor(api, language) {
    this.#api = api;
    this.#language = language;
  }

  /** Asks once; after an error, anew. @returns {Promise<void>} */
  async load() {
    if (!this.#games.length) this.#games = await this.#api.games();
  }

  get games() {
    return this.#games;
  }

  /** @param {string} id @returns {GameAbout | undefined} */
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

  /** In short: the page's word, or else the title. @param {string} id */
  nameOf(id) {
    return this.#language.has(`game.${id}`) ? this.#language.t(`game.${id}`) : this.titleOf(id);
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
