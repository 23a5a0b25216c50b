/** Best play from a position, ply by ply on the board, with the other moves of each: for a board whose log is too long to be played. */

import { listMoves, moveText } from '../answers/moves.js';
import { spoken } from '../answers/words.js';
import { fill, h } from '../base/dom.js';
import { pixels } from '../base/pixels.js';

/** @typedef {import('../base/reports.js').Move} Move */
/**
 * @typedef {object} Asked
 * @property {import('../base/api.js').Api} api
 * @property {import('../board/index.js').BoardView} board
 * @property {import('../games/boards.js').Boards} boards
 * @property {import('../base/live.js').Live} live
 * @property {import('../languages/index.js').T} t
 */

/** Plies of a line at most. */
const LONGEST = 400;

export class BestPlay {
  #ctx;
  /** The positions of the line, and the move that led to each. @type {{ pos: string, move: string }[]} */
  #line;
  #at = 0;
  #list = h('ol', { class: 'best-line' });
  #moves = h('div', { class: 'scroll' });
  element = h('section', { class: 'best-play' });

  /** @param {string} pos @param {Asked} ctx */
  constructor(pos, ctx) {
    this.#ctx = ctx;
    this.#line = [{ pos, move: '' }];
    const { t } = ctx;
    const step = (/** @type {number} */ by, /** @type {string} */ text) => h('button', { type: 'button', onclick: () => void this.#go(this.#at + by) }, t(text));
    fill(this.element, h('h2', {}, pixels(t('best.title'))), h('div', { class: 'row' }, step(-1, 'best.back'), step(1, 'best.on')), this.#list, this.#moves);
    void this.#extend();
  }

  /** Best play goes on from the position that is shown. */
  async #extend() {
    const from = this.#at;
    const { pos } = this.#line[from] ?? { pos: '' };
    try {
      const { line } = await this.#ctx.api.line(pos, LONGEST);
      if (this.#line[from]?.pos !== pos) return;
      this.#line = [...this.#line.slice(0, from + 1), ...line.map((each) => ({ pos: each.pos, move: each.move }))];
      await this.#go(from);
    } catch (error) {
      fill(this.#list, h('li', { class: 'trouble' }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** Shows a ply of the line. @param {number} at */
  async #go(at) {
    const ply = this.#line[at];
    if (ply === undefined) return;
    this.#at = at;
    const { api, board, boards, live, t } = this.#ctx;
    const button = (/** @type {string} */ move, /** @type {number} */ index) => h('button', { type: 'button', class: 'small', 'aria-current': index === at && 'step', onclick: () => void this.#go(index) }, index === 0 ? t('best.start') : moveText(move, t));
    fill(this.#list, this.#line.map(({ move }, index) => h('li', {}, button(move, index))));
    const [report] = await Promise.all([api.probe(ply.pos).catch(() => null), boards.wantAll([ply.pos])]);
    if (this.#line[this.#at] !== ply || !this.element.isConnected) return;
    const told = boards.at(ply.pos);
    if (told) board.show(told);
    if (report) live.say(spoken({ pos: ply.pos, status: 'known', report, moves: [], turn: '', error: null }, t));
    listMoves(this.#moves, report?.moves ?? [], true, t, { onMove: (move) => void this.#choose(move), onPoint: () => undefined });
  }

  /** Another move than the line's: best play goes on after it. @param {Move} move */
  async #choose({ pos, move }) {
    const isNext = this.#line[this.#at + 1]?.pos === pos;
    if (!isNext) this.#line = [...this.#line.slice(0, this.#at + 1), { pos, move }];
    await this.#go(this.#at + 1);
    if (!isNext) await this.#extend();
  }
}
