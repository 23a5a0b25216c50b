/** What is told beside the board, as far as it may be seen: the verdict or the question what it is, the moves, the graph and the mistakes of the game. */

import { listMoves } from '../../answers/moves.js';
import { verdict } from '../../answers/verdict.js';
import { sentence } from '../../answers/words.js';
import { fill, h } from '../../base/dom.js';
import { gameIn } from '../../games/told.js';
import { graphGame } from './depths.js';
import { lineText } from './line.js';
import { lookahead } from './lookahead.js';
import { listMistakes } from './mistakes.js';
import { Record } from './record.js';
import { Replies } from './replies.js';
import { Guesses, judged, predictForm } from './predict.js';

/** @typedef {import('../../answers/truth.js').Truth} Truth */
/** @typedef {import('../../answers/moves.js').Listeners} Listeners */
/**
 * @typedef {object} FactDeeds
 * @property {(at: number) => void} goTo a ply of the game
 * @property {(ply: import('./match.js').Ply) => void} goToPly one of any line
 * @property {() => void} again asks again
 * @property {() => void} guessed
 * @property {() => string} viewer the side by which graph and record see the game
 */
/** @typedef {Listeners & FactDeeds} Deeds */

/** Whether the reader is likely to have keys: a screen that is only touched has none. */
const hasKeys = () => !matchMedia('(hover: none)').matches;

/** How values that are hidden can be seen. @param {import('../../languages/index.js').T} t */
export const howToSee = (t) => t(hasKeys() ? 'play.hidden' : 'play.hiddenTouch');

export class Facts {
  #ctx;
  #match;
  #deeds;
  #guesses;
  #replies;
  #record;
  #places;
  /** What the game is about, in a line. */
  #goal = h('p', { class: 'goal' });
  /** The opponent's last move without a table. @type {import('./lookahead.js').Reply | null} */
  #searched = null;
  /** Where it is chosen who plays. */
  players = h('section', { class: 'card' });

  /** @param {HTMLElement} panel @param {import('../context.js').Context} ctx @param {import('./match.js').Match} match @param {Deeds} deeds */
  constructor(panel, ctx, match, deeds) {
    this.#ctx = ctx;
    this.#match = match;
    this.#deeds = deeds;
    this.#guesses = ctx.memory.of(Guesses);
    this.#replies = new Replies(ctx.api);
    const card = (attributes = {}) => h('section', { class: 'card', ...attributes });
    this.#places = { verdict: card({ 'aria-label': ctx.t('verdict.label') }), moves: card({ class: 'card scroll', tabindex: -1 }), record: card({ class: 'card record', hidden: true }), graph: card(), mistakes: card() };
    const { verdict: answer, moves, record, graph, mistakes } = this.#places;
    this.#record = new Record(record, ctx, match, deeds.goToPly, deeds.viewer);
    panel.append(this.#goal, answer, this.players, moves, record, graph, mistakes);
  }

  /** Whether the value may be seen: asked for, or too late to help. @param {Truth | null} truth @param {boolean} hints */
  mayTell(truth, hints) {
    return !this.#isAsking(this.#match.now.pos) && (hints || Boolean(truth?.report?.over) || this.#match.isOver);
  }

  /** Whether the reader is to say first what the value is. @param {string} pos */
  #isAsking(pos) {
    return this.#ctx.store.state.predict && this.#match.at === 0 && !this.#guesses.has(pos);
  }

  /** The opponent has looked for its move without a table. @param {import('./lookahead.js').Reply} reply */
  searched(reply) {
    this.#searched = reply;
  }

  /** How far the opponent has looked ahead, after its move. @param {Truth} truth @param {boolean} isOpen */
  #looked({ pos, report }, isOpen) {
    return this.#searched?.pos === pos && !report ? lookahead(this.#searched, this.#ctx.t, isOpen) : null;
  }

  /** What is listed stays in sight until there is other, but no move of it can be made. @param {boolean} isBusy */
  wait(isBusy) {
    this.#places.moves.setAttribute('aria-busy', String(isBusy));
  }

  /** @param {Truth} truth @param {boolean} isOpen whether values may be seen @param {import('../../base/shapes.js').MoveReport[]} line best play, if it may be seen */
  show(truth, isOpen, line) {
    const { moves, mistakes } = this.#places;
    const { plies } = this.#match;
    this.#goal.textContent = this.#ctx.games.kitOf(gameIn(truth.pos))?.about ?? '';
    this.#showVerdict(truth, isOpen, line);
    listMoves(moves, truth.moves, isOpen, this.#ctx.t, this.#deeds);
    if (isOpen) void this.#countReplies(truth);
    this.#record.show(isOpen);
    this.#showGraph(isOpen);
    listMistakes(mistakes, plies, isOpen, this.#ctx, this.#deeds.goTo);
  }

  /** Which of the moves that keep a draw makes it hardest to keep for the other side. @param {Truth} truth */
  async #countReplies(truth) {
    const losing = await this.#replies.losing(truth);
    const rows = this.#places.moves.querySelectorAll('tr[data-pos]');
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (rows)) {
      const told = losing.get(row.dataset.pos ?? '');
      const cell = row.querySelector('.depth');
      if (told && cell) cell.textContent = this.#ctx.t('moves.traps', told);
    }
  }

  /** A game that goes round says so. */
  #loop() {
    const { rounds, at } = this.#match;
    const [last] = rounds;
    return last === undefined ? null : h('p', { class: 'hint loop', role: 'status' }, this.#ctx.t('play.loop', { times: rounds.length + 1, plies: at - last }));
  }

  /** @param {Truth} truth @param {boolean} isOpen @param {import('../../base/shapes.js').MoveReport[]} line */
  #showVerdict(truth, isOpen, line) {
    const { t } = this.#ctx;
    const place = this.#places.verdict;
    if (truth.report && this.#isAsking(truth.pos)) {
      if (!place.querySelector('.predict')) fill(place, this.#question(truth.pos, truth.report));
      return;
    }
    const guess = this.#guesses.get(truth.pos);
    const isTold = isOpen || Boolean(guess) || truth.status !== 'known';
    const hidden = () => h('p', { class: 'verdict is-hidden' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '?'), howToSee(t));
    fill(place, isTold ? verdict(truth, t, this.#ctx, this.#deeds.again) : hidden(), guess && truth.report ? judged(guess, truth.report, t) : null, line.length > 0 && h('p', { class: 'hint' }, lineText(line, t)), truth.status === 'unsolved' && truth.moves.length > 0 && ['without', 'meanwhile'].map((way) => h('p', { class: `hint ${way}` }, t(`play.${way}`))), this.#looked(truth, isOpen), this.#loop());
  }

  /** @param {string} pos @param {NonNullable<Truth['report']>} report */
  #question(pos, report) {
    const { t, live } = this.#ctx;
    return predictForm(this.#sides, t, (said) => {
      this.#guesses.set(pos, said);
      this.#deeds.guessed();
      live.say(sentence(report, t));
    });
  }

  /** @param {boolean} isOpen */
  #showGraph(isOpen) {
    const { graph } = this.#places;
    const viewer = this.#deeds.viewer();
    const other = this.#sides.find((side) => side !== viewer) ?? '';
    const heads = isOpen ? this.#match.plies.map((ply) => ply.head) : [];
    graphGame(graph, heads, this.#match.at, [viewer, other], this.#ctx, this.#deeds.goTo);
    graph.hidden = heads.filter((head) => head !== null).length < 2;
  }

  get #sides() {
    return this.#ctx.games.sidesOf(gameIn(this.#match.now.pos));
  }
}
