/**
 * PUZZLES: a position with exactly one move that saves what there is to save; a fresh one for each game and day. What the other moves lose is
 * told when the puzzle is solved, or given up.
 *
 *     day, game -> puzzle.js -> the board -> a move -> why.js; streak.js counts the days
 */

import { overlayFor } from '../../answers/look.js';
import { listMoves, moveText } from '../../answers/moves.js';
import { rulesFold } from '../../answers/rules.js';
import { fill, h } from '../../base/dom.js';
import { pixels } from '../../base/pixels.js';
import { number } from '../../base/units.js';
import { VALUES } from '../../base/values.js';
import { BoardView } from '../../board/index.js';
import { copy } from '../copy.js';
import { canLeave, carry, meant, press } from '../play/picking.js';
import { boardsOf, dayOf, daysBefore, difficulty, lack, puzzleOf, savingMove } from './puzzle.js';
import { keepStreak, keepTries, puzzleName, readStreak, readTries, solvedOn, streakOn, tried } from './streak.js';
import { explain } from './why.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').Mounted} Mounted */
/** @typedef {import('../../base/reports.js').Move} Move */
/** @typedef {import('../../base/shapes.js').MoveReport} MoveReport */
/** @typedef {{ pos: string, saving: MoveReport, moves: (Move & MoveReport)[], level: 'easy' | 'medium' | 'hard' }} Puzzle */

/** How many days the archive goes back. */
const ARCHIVED = 30;

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountPuzzles(panel, ctx) {
  const puzzles = new Puzzles(panel, ctx);
  void puzzles.open();
  return puzzles;
}

class Puzzles {
  #ctx;
  #board;
  #today = dayOf(new Date());
  #places;
  #unsubscribe;
  #visit = 0;
  /** The games that have puzzles, with the boards that these are drawn from. @type {{ game: string, boards: string[] }[]} */
  #there = [];
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** @type {string[]} the squares picked so far */
  #picked = [];
  /** Solved, or given up: nothing is asked any more. */
  #isDone = false;
  #isBusy = false;

  /** @param {HTMLElement} panel @param {Context} ctx */
  constructor(panel, ctx) {
    const { t } = ctx;
    this.#ctx = ctx;
    const stage = h('div', { class: 'stage' });
    this.#board = new BoardView(stage, ctx);
    this.#board.handlers = {
      onCell: (square) => this.#press(square),
      onDrag: (from, to) => this.#take(carry(this.#ways(), from, to)),
      onGrab: (square) => (canLeave(this.#ways(), square) ? 'carry' : 'none'),
    };
    this.#places = {
      streak: h('p', { class: 'streak', role: 'status' }),
      games: h('nav', { class: 'row', 'aria-label': t('puzzles.games') }),
      task: h('section', { class: 'card', 'aria-live': 'polite' }),
      rules: h('section', { class: 'card' }),
      which: h('div', { class: 'row', role: 'group', 'aria-label': t('play.which'), hidden: true }),
      moves: h('section', { class: 'card scroll', tabindex: -1 }),
      why: h('section', { class: 'card', hidden: true }),
      archive: h('details', { class: 'card archive' }),
      others: h('p', { class: 'hint others-none' }),
    };
    const { streak, games, task, rules, which, moves, why, archive, others } = this.#places;
    panel.append(h('div', { class: 'puzzles' }, h('div', { class: 'puzzle-head' }, h('h1', { class: 'lead' }, pixels(t('page.puzzles'))), streak), games,
      h('div', { class: 'left' }, stage, which), h('div', { class: 'panel' }, task, rules, moves, why, archive), others));
    this.#unsubscribe = ctx.store.subscribe((state, before) => {
      if (state.part !== before.part) void this.open();
    });
  }

  unmount = () => {
    this.#visit += 1;
    this.#unsubscribe();
  };

  /** The game and the day of the address: `#GAME`, today's, or `#GAME/DAY`. */
  get #wish() {
    const [game = '', day = ''] = this.#ctx.store.state.part.split('/');
    return { game, day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : this.#today };
  }

  /** Shows the puzzle of the address; of no game, that of the day's game. */
  async open() {
    const { api, t } = this.#ctx;
    const visit = ++this.#visit;
    const isWanted = () => this.#visit === visit;
    this.#countDays();
    fill(this.#places.task, h('p', { class: 'hint' }, t('puzzles.looking')));
    this.#clear();
    try {
      if (!this.#there.length) this.#there = await this.#look();
      const there = this.#there;
      if (!isWanted()) return;
      const { day } = this.#wish;
      const wished = there.find(({ game }) => game === this.#wish.game);
      const asked = wished ?? there[Math.floor(Date.parse(day) / 86_400_000) % there.length];
      this.#list(there.map(({ game }) => game), asked?.game ?? '');
      if (asked) this.#tellRules(asked.game);
      if (asked) this.#listDays(asked.game);
      const found = asked ? await puzzleOf(asked.game, asked.boards, day, api, isWanted) : null;
      if (isWanted()) await this.#ask(found, isWanted);
    } catch (error) {
      if (isWanted()) fill(this.#places.task, h('p', { class: 'trouble', role: 'alert' }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** The games that have puzzles. */
  async #look() {
    const { api, games } = this.#ctx;
    await games.load();
    const all = await Promise.all(games.games.map(async (about) => ({ game: about.game, ...(await boardsOf(about, api)) })));
    this.#tellOthers(all.filter(({ boards }) => boards.length === 0));
    return all.filter(({ boards }) => boards.length > 0);
  }

  /** Which games have none, and why. @param {{ game: string, slots: number | null }[]} others */
  #tellOthers(others) {
    const { games, t } = this.#ctx;
    const told = others.map(({ game, slots }) => t(`puzzles.lack.${lack(slots)}`, { game: games.nameOf(game), n: number(slots ?? 0) }));
    fill(this.#places.others, told.length > 0 && [t('puzzles.without'), told.join(t('puzzles.gap')), t('puzzles.stop')]);
  }

  #clear() {
    this.#puzzle = null;
    this.#picked = [];
    this.#isDone = false;
    const { moves, why, which } = this.#places;
    fill(moves);
    fill(why);
    why.hidden = true;
    which.hidden = true;
  }

  /** The games, and which of them are solved today. @param {string[]} all @param {string} now */
  #list(all, now) {
    const { store, games, t } = this.#ctx;
    const { last, games: solved } = readStreak();
    fill(this.#places.games, all.map((game) => {
      const isSolved = last === this.#today && solved.includes(game);
      return h('a', { class: 'button', href: store.link({ part: game }), 'aria-current': game === now && 'page', onclick: store.follow({ part: game }) },
        games.nameOf(game), isSolved && [' ✓', h('span', { class: 'unseen' }, t('puzzles.solvedToday'))]);
    }));
    // On a narrow screen they stand in one line: the chosen one in its middle.
    const { games: line } = this.#places;
    const chosen = /** @type {HTMLElement | null} */ (line.querySelector('[aria-current]'));
    if (chosen) line.scrollLeft = chosen.offsetLeft - line.offsetLeft - (line.clientWidth - chosen.offsetWidth) / 2;
  }

  /** What the game is about, and its rules. @param {string} game */
  #tellRules(game) {
    const { rules } = this.#places;
    if (rules.dataset.game !== game) fill(rules, h('p', { class: 'goal' }, this.#ctx.games.kitOf(game)?.about), rulesFold(game, this.#ctx));
    rules.dataset.game = game;
  }

  /** The puzzles of a game on earlier days, and how the first try was. @param {string} game */
  #listDays(game) {
    const { store, t } = this.#ctx;
    const tries = readTries();
    const { day: now } = this.#wish;
    const link = (/** @type {string} */ day) => {
      const outcome = tries.get(puzzleName(day, game));
      const part = `${game}/${day}`;
      return h('li', {}, h('a', { href: store.link({ part }), 'aria-current': day === now && 'date', onclick: store.follow({ part }) }, h('time', { datetime: day }, day)),
        outcome && [' ', h('span', { 'aria-hidden': 'true' }, outcome === 'right' ? '✓' : '✗'), h('span', { class: 'unseen' }, t(`puzzles.tried.${outcome}`))]);
    };
    // The day that is shown is in sight.
    if (now !== this.#today) this.#places.archive.setAttribute('open', '');
    fill(this.#places.archive, h('summary', {}, t('puzzles.archive')), h('ul', {}, daysBefore(this.#today, ARCHIVED).map(link)));
  }

  /** Puts the question. @param {import('../../base/shapes.js').Probed | null} found @param {() => boolean} isWanted */
  async #ask(found, isWanted) {
    const { api, boards, t } = this.#ctx;
    const saving = found && savingMove(found);
    if (!found || !saving || !found.moves) {
      fill(this.#places.task, h('p', {}, t('puzzles.none')));
      return;
    }
    const [board, { moves: legal }] = await Promise.all([boards.want(found.pos), api.moves(found.pos)]);
    if (!isWanted()) return;
    const paths = new Map(legal.map((move) => [move.move, move]));
    this.#puzzle = { pos: found.pos, saving, level: difficulty(found), moves: found.moves.map((move) => ({ ...paths.get(move.move), ...move })) };
    this.#board.show(board);
    this.#places.task.dataset.pos = found.pos;
    this.#tell(this.#question());
    this.#draw();
    listMoves(this.#places.moves, this.#puzzle.moves, false, t, { onMove: (move) => this.#answer(move), onPoint: () => undefined });
  }

  /** "Red to move: exactly one move wins." And how hard that is. */
  #question() {
    const { t } = this.#ctx;
    const { saving, level, moves } = /** @type {Puzzle} */ (this.#puzzle);
    return h('div', {}, h('p', { class: 'verdict' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '?'), t(`puzzles.ask.${saving.for_mover}`, { side: t(`side.${this.#board.board.turn}`) })),
      h('p', { class: 'hint difficulty' }, t(`puzzles.level.${level}`, { n: moves.length }), this.#outcome && ` ${t('puzzles.practice')}`));
  }

  /** What the first try at this puzzle was; nothing before it. */
  get #outcome() {
    return readTries().get(puzzleName(this.#wish.day, this.#board.board.game));
  }

  /** The first try counts, whatever follows. @param {import('./streak.js').Outcome} outcome */
  #try(outcome) {
    const isFirst = !this.#outcome;
    const { game } = this.#board.board;
    keepTries(tried(readTries(), puzzleName(this.#wish.day, game), outcome));
    if (isFirst && outcome === 'right') this.#count();
    this.#listDays(game);
  }

  /** @param {...import('../../base/dom.js').Child} content */
  #tell(...content) {
    const { t } = this.#ctx;
    const give = h('button', { type: 'button', onclick: () => this.#give() }, t('puzzles.give'));
    const share = h('button', { type: 'button', onclick: () => void this.#share() }, t('puzzles.link'));
    fill(this.#places.task, ...content, h('div', { class: 'row' }, !this.#isDone && give, share));
  }

  // ---- answering

  #ways() {
    const { board } = this.#board;
    return this.#isDone || this.#isBusy ? [] : (this.#puzzle?.moves ?? []).map((move) => ({ move, path: board.path(move) }));
  }

  /** @param {string} square */
  #press(square) {
    const ways = this.#ways();
    this.#take(press(ways, this.#picked, meant(ways, this.#board.board, square)));
  }

  /** @param {import('../play/picking.js').Picked<Move>} taken */
  #take({ move, picked, among = [] }) {
    if (move) return this.#answer(move);
    this.#picked = picked;
    const { which } = this.#places;
    which.hidden = !among.length;
    fill(which, among.map((each) => h('button', { type: 'button', onclick: () => this.#answer(each) }, moveText(each.move, this.#ctx.t))));
    this.#draw();
  }

  #draw() {
    const { board } = this.#board;
    const moves = this.#isDone ? [] : (this.#puzzle?.moves ?? []);
    this.#board.lay(overlayFor(board, { moves, rated: false, picked: this.#picked, pointed: null, last: null, t: this.#ctx.t }));
  }

  /** @param {Move} told */
  #answer(told) {
    const puzzle = this.#puzzle;
    const move = puzzle?.moves.find((known) => known.move === told.move);
    if (!puzzle || !move || this.#isDone || this.#isBusy) return;
    this.#picked = [];
    this.#places.which.hidden = true;
    if (move.move === puzzle.saving.move) void this.#solve(move, true);
    else this.#miss(move);
  }

  /** The move is not the one: what it loses is told, and another may be tried. @param {MoveReport} move */
  #miss(move) {
    const { t } = this.#ctx;
    this.#try('wrong');
    this.#tell(h('p', { class: 'verdict is-loss' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, VALUES[move.for_mover].mark),
      t('puzzles.miss', { move: moveText(move.move, t), value: t(`value.${move.for_mover}`) })), this.#question());
    this.#draw();
  }

  /** The reader has had enough. */
  #give() {
    const saving = this.#puzzle?.moves.find(({ move }) => move === this.#puzzle?.saving.move);
    if (saving) void this.#solve(saving, false);
  }

  /** Shows the move and why the others fail. @param {Move & MoveReport} move @param {boolean} isOwn found by the reader */
  async #solve(move, isOwn) {
    const puzzle = /** @type {Puzzle} */ (this.#puzzle);
    const { t, boards, api } = this.#ctx;
    this.#isDone = true;
    this.#try(isOwn ? 'right' : 'wrong');
    const key = `puzzles.${isOwn ? 'right' : 'given'}.${move.for_mover}`;
    this.#tell(h('p', { class: `verdict is-${move.for_mover}` }, h('span', { class: 'mark', 'aria-hidden': 'true' }, isOwn ? '✓' : VALUES[move.for_mover].mark),
      t(key, { move: moveText(move.move, t), n: move.depth === null ? '' : move.depth + 1 })), isOwn && this.#outcome === 'wrong' && h('p', { class: 'hint' }, t('puzzles.practice')), this.#links());
    fill(this.#places.moves);
    this.#isBusy = true;
    this.#board.lay({});
    await Promise.all([this.#board.animate(this.#board.board.path(move), move.carried), boards.soon(move.pos)]);
    this.#isBusy = false;
    if (this.#puzzle !== puzzle) return;
    const after = boards.at(move.pos);
    if (after) this.#board.show(after, overlayFor(after, { moves: [], rated: false, picked: [], pointed: null, last: move, t }));
    this.#places.why.hidden = false;
    await explain(this.#places.why, puzzle.moves.filter((other) => other !== move), { api, t });
  }

  /** What one may do with the position now. */
  #links() {
    const { store, t } = this.#ctx;
    const pos = this.#puzzle?.pos ?? '';
    const link = (/** @type {'play' | 'watch'} */ tab) => {
      const place = { page: /** @type {const} */ ('board'), tab, pos };
      return h('a', { class: 'button', href: store.link(place), onclick: store.follow({ ...place, step: null }) }, t(`puzzles.${tab}`));
    };
    return h('div', { class: 'row' }, link('play'), link('watch'));
  }

  /** The puzzle of today counts for the streak. */
  #count() {
    const { day } = this.#wish;
    if (day !== this.#today) return;
    const game = this.#board.board.game;
    keepStreak(solvedOn(readStreak(), day, game));
    this.#countDays();
    const chips = /** @type {NodeListOf<HTMLAnchorElement>} */ (this.#places.games.querySelectorAll('a'));
    const now = [...chips].find((chip) => chip.hasAttribute('aria-current'));
    if (now && !now.querySelector('.unseen')) now.append(' ✓', h('span', { class: 'unseen' }, this.#ctx.t('puzzles.solvedToday')));
  }

  #countDays() {
    const { t } = this.#ctx;
    const days = streakOn(readStreak(), this.#today);
    const { day } = this.#wish;
    fill(this.#places.streak, t(days ? 'puzzles.streak' : 'puzzles.noStreak', { n: days }), ' · ', h('time', { datetime: day }, day));
  }

  /** The link to this puzzle, whatever day it is read on. */
  async #share() {
    const { store } = this.#ctx;
    await copy(new URL(store.link({ part: `${this.#board.board.game}/${this.#wish.day}` }), location.href).href, this.#ctx);
  }
}
