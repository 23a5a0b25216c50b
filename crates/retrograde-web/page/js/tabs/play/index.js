/**
 * PLAY: a game from the position on, against the table, as well as it is asked to play.
 *
 *     board, typed text -> picking.js ─┐
 *     opponent, best play: engine.js  ─┴> match.js -> the URL -> board, facts.js, toolbar.js
 *
 * The game is a tree of positions and the move that led to each; undo and redo walk along a line of it, another move begins a line beside
 * it (record.js shows them all, written.js makes a link of them). Values are hidden until hints are asked for, or the game is over: then
 * record, graph and mistakes tell where it was lost.
 */

import { overlayFor } from '../../answers/look.js';
import { isRated, moveText } from '../../answers/moves.js';
import { TruthTeller } from '../../answers/truth.js';
import { spoken } from '../../answers/words.js';
import { pref, setPref } from '../../base/prefs.js';
import { gameIn, untold } from '../../games/told.js';
import { raceTools } from '../racetools.js';
import { GameEnd, turningPoint } from './ending.js';
import { Engine } from './engine.js';
import { Facts, howToSee } from './facts.js';
import { BestLine, arrowsOf } from './line.js';
import { Match } from './match.js';
import { canLeave, carry, meant, press } from './picking.js';
import { Players } from './players.js';
import { rateMoves } from './rate.js';
import { mountToolbar } from './toolbar.js';
import { Tune } from './tune.js';
import { replayed } from './written.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').Mounted} Mounted */
/** @typedef {import('../../answers/truth.js').Truth} Truth */
/** @typedef {import('../../base/shapes.js').MoveReport} MoveReport */
/** @typedef {import('../../base/reports.js').Move} Move */
/** @typedef {import('../../base/reports.js').Head} Head */

/** A watched game pauses when a position has come back so often. */
const MOST_ROUNDS = 2;

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountPlay(panel, ctx) {
  const play = new Play(panel, ctx);
  const { pos, game } = ctx.store.state;
  if (game) void play.replay(game, pos);
  else play.open(pos);
  return play;
}

class Play {
  /** @param {HTMLElement} panel @param {Context} ctx */
  constructor(panel, ctx) {
    this.ctx = ctx;
    this.t = ctx.t;
    this.match = ctx.memory.of(Match);
    this.hints = pref('hints', false);
    /** @type {Truth | null} */
    this.truth = null;
    /** @type {string[]} the squares picked so far: the piece, then what it jumps over */
    this.picked = [];
    /** @type {Move | null} */
    this.pointed = null;
    /** @type {string | null} a move that was typed before it could be made */
    this.early = null;
    this.busy = false;
    this.isGone = false;
    /** A move that has just been made. */
    this.moved = '';

    this.teller = new TruthTeller(ctx.api, (truth) => this.#learn(truth), ctx.t);
    this.line = new BestLine(ctx.api);
    this.facts = new Facts(panel, ctx, this.match, this.#factDeeds());
    this.players = new Players(this.facts.players, ctx, () => this.#pause(false));
    this.engine = new Engine(ctx, this.match, this.players, this.#seat());
    this.toolbar = mountToolbar(ctx, {
      undo: () => this.#step(-1),
      redo: () => this.#step(1),
      restart: () => this.#goTo(0),
      pause: () => this.#pause(!this.engine.isPaused),
      hints: () => this.#toggleHints(),
      best: (isHeld) => this.engine.hold(isHeld),
      choose: (move) => this.#choose(move),
    });
    this.end = new GameEnd(ctx, { rematch: () => this.#rematch(), review: () => this.#goTo(turningPoint(this.match.plies, this.players.own)) });
    this.tune = new Tune(this.toolbar.sound, ctx);
    this.overlays = raceTools(ctx);
    ctx.board.handlers = {
      onCell: (square) => this.#press(square),
      onDrag: (from, to) => this.#carry(from, to),
      onGrab: (square) => (canLeave(this.#ways(), square) ? 'carry' : 'none'),
    };
    this.unsubscribe = ctx.store.subscribe((state, before) => state.pos !== before.pos && this.open(state.pos));
    this.keys = {
      hints: () => this.#toggleHints(),
      undo: () => this.#step(-1),
      redo: () => this.#step(1),
      back: () => this.#step(-1),
      forward: () => this.#step(1),
      start: () => this.#goTo(0),
      end: () => this.#goTo(this.match.plies.length - 1),
      variation: () => this.#goToPly(this.match.other),
      restart: () => this.#goTo(0),
      mute: () => this.tune.toggle(),
      best: { down: () => this.engine.hold(true), up: () => this.engine.hold(false) },
    };
  }

  unmount = () => {
    this.teller.stop();
    this.overlays.unmount();
    this.engine.stop();
    this.engine.isHeld = false;
    this.tune.unmount();
    this.isGone = true;
    this.unsubscribe();
  };

  /** @returns {import('./facts.js').Deeds} */
  #factDeeds() {
    return {
      onMove: (move) => this.#choose(move),
      onPoint: (move) => {
        this.pointed = move;
        this.#draw();
      },
      goTo: (at) => this.#goTo(at),
      goToPly: (ply) => this.#goToPly(ply),
      viewer: () => this.players.viewer,
      // A solve ends once for each position that was shown meanwhile.
      again: () => this.truth && !this.truth.report?.moves && this.#look(),
      guessed: () => {
        this.#draw();
        this.#refresh();
      },
    };
  }

  /** @returns {import('./engine.js').Seat} */
  #seat() {
    return {
      settled: async () => this.asked,
      isKnown: () => this.truth?.pos === this.#now.pos,
      movable: () => this.#movable(),
      play: (move) => this.#play(move, 'replace'),
      searched: (reply) => this.facts.searched(reply),
      yield: () => this.#makeTyped(),
    };
  }

  get #now() {
    return this.match.now;
  }

  get #game() {
    return gameIn(this.#now.pos);
  }

  /** The board of now, as far as it is told. */
  get board() {
    const { boards, games } = this.ctx;
    return boards.at(this.#now.pos) ?? untold(games.kitOf(this.#game) ?? null, this.#now.pos);
  }

  /** Goes on in the game that holds this position, or begins another one. @param {string} pos */
  open(pos) {
    const goesOn = this.#now?.pos === pos || this.match.open(pos, this.ctx.boards.at(pos)?.turn ?? '');
    this.players.show(this.#game, !goesOn);
    // Two that are watched would go round for ever.
    if (this.players.areWatched && this.match.isAtEnd && this.match.rounds.length === MOST_ROUNDS) this.engine.isPaused = true;
    this.#look();
    this.engine.think();
  }

  /** Shows a game that somebody has written into a link, at a position of it. @param {string} game @param {string} pos */
  async replay(game, pos) {
    this.match.open(pos, this.ctx.boards.at(pos)?.turn ?? '');
    this.players.show(this.#game, false);
    this.#look();
    const { live, store } = this.ctx;
    try {
      const { root, wrong } = await replayed(game, this.ctx.api);
      if (this.isGone) return;
      this.match.take(root, pos);
      if (wrong !== null) live.toast(this.t('play.noMove', { move: wrong }));
    } catch (error) {
      live.toast(error instanceof Error ? error.message : String(error));
    }
    // From here on the game goes its own way.
    if (!this.isGone) store.set({ game: '', pos: this.#now.pos }, 'replace');
    if (!this.isGone) this.open(this.#now.pos);
  }

  /** Shows the position and asks about it. */
  #look() {
    this.#pick([]);
    this.pointed = null;
    this.truth = null;
    // The moves of the position before stay in sight until there are others, but they can be made no more.
    this.facts.wait(true);
    this.#draw();
    this.#refresh();
    const { pos } = this.#now;
    this.asked = this.teller.ask(pos);
    if (!this.ctx.boards.at(pos)) void this.#await(pos);
  }

  /** What stands on the stage stays until the next is told; what cannot be read is shown as it is written. @param {string} pos */
  async #await(pos) {
    await this.ctx.boards.wantAll([pos]);
    if (pos !== this.#now.pos) return;
    if (this.ctx.boards.at(pos)) this.#draw();
    else this.ctx.board.show(this.board);
  }

  /** @param {Truth} truth */
  #learn(truth) {
    this.truth = truth;
    const ply = this.match.find(truth.pos);
    if (ply && !ply.turn && truth.turn) {
      ply.turn = truth.turn;
      this.engine.think();
    }
    if (ply && truth.report) {
      ply.head = truth.report;
      ply.best = truth.report.moves?.[0] ?? null;
      this.match.keep();
    }
    if (truth.report?.moves || truth.report?.over) void this.#rateEarlier();
    if (truth.status !== 'asking') this.#say(this.#isOpen() || !truth.report ? spoken(truth, this.t) : howToSee(this.t));
    if (truth.status !== 'asking' && !truth.report?.over) this.players.learn(truth.moves.every(isRated));
    this.facts.wait(truth.status === 'asking');
    this.#draw();
    this.#refresh();
    this.#makeTyped();
    this.engine.goOn();
  }

  /** Moves that were made before the board was solved get their values when it is. */
  async #rateEarlier() {
    const { root } = this.match;
    const isOther = await rateMoves(root, this.ctx.api);
    if (!isOther || this.isGone || root !== this.match.root) return;
    this.match.keep();
    this.#refresh();
  }

  /** Tells those who listen what is known, after the move that led to it. @param {string} text */
  #say(text) {
    this.ctx.live.say([this.moved, text].filter(Boolean).join(' · '));
    this.moved = '';
  }

  // ---- moving

  /** The legal moves, while it is for the reader to move. */
  #movable() {
    return this.busy || !this.truth || this.truth.pos !== this.#now.pos ? [] : this.truth.moves;
  }

  #ways() {
    const { board } = this;
    return this.#movable().map((move) => ({ move, path: board.path(move) }));
  }

  /** @param {string} square */
  #press(square) {
    const ways = this.#ways();
    this.#take(press(ways, this.picked, meant(ways, this.board, square)));
  }

  /** @param {string} from @param {string} to */
  #carry(from, to) {
    this.#take(carry(this.#ways(), from, to));
  }

  /** @param {import('./picking.js').Picked<Move>} taken */
  #take({ move, picked, among }) {
    if (move) return void this.#play(move);
    this.#pick(picked, among);
    this.#draw();
  }

  /** @param {string[]} squares @param {Move[]} [among] moves that they leave to choose from */
  #pick(squares, among = []) {
    this.picked = squares;
    void this.toolbar.offer(among, squares.at(-1) ?? '');
  }

  /** A move typed into the field. @param {string} text */
  typed = (text) => {
    this.early = text;
    this.#makeTyped();
  };

  /** Makes the typed move, or says that it is illegal, as soon as that is known: who types fast types while the opponent thinks. */
  #makeTyped() {
    const { early, truth } = this;
    const isKnown = truth?.pos === this.#now.pos && truth.status !== 'asking';
    if (early === null || this.busy || !isKnown || this.engine.isReplying) return;
    this.early = null;
    const text = early.toLowerCase().replace(/[\s–=-]/g, '');
    const move = this.#movable().find((known) => known.move === text);
    if (move) void this.#play(move);
    else this.ctx.live.toast(this.t('play.noMove', { move: early }));
  }

  /** A move of the list, if the list is still that of the position. @param {Move} move */
  #choose(move) {
    if (this.#movable().includes(move)) void this.#play(move);
  }

  /** Makes a move, with its animation. @param {Move} told @param {'push' | 'replace'} [how] only what the reader moves is a step back in the history */
  async #play(told, how = 'push') {
    if (this.busy) return;
    this.busy = true;
    this.#pick([]);
    this.pointed = null;
    const from = this.#now;
    // A reply comes without its squares, which the legal moves have.
    const legal = this.truth?.moves.find(({ move }) => move === told.move) ?? told;
    const path = this.board.path(legal);
    const move = { ...told, path };
    this.ctx.board.lay({});
    await Promise.all([this.ctx.board.animate(path, legal.carried), this.ctx.boards.soon(move.pos)]);
    this.busy = false;
    this.tune.move(move);
    // Meanwhile the reader may have taken back a move, or opened another board.
    if (this.#now !== from || this.ctx.store.state.pos !== from.pos) return;
    const { pos } = move;
    const turn = this.ctx.boards.at(pos)?.turn ?? this.ctx.games.otherSide(this.#game, from.turn);
    this.match.add({ pos, turn, move, head: isRated(move) ? headAfter(move, turn) : null, best: null });
    this.moved = moveText(move.move, this.t);
    this.ctx.live.say(this.moved);
    this.ctx.store.set({ pos }, how);
  }

  // ---- along the game

  /** Walks along the game; past the opponent's replies when it goes back. @param {number} by */
  #step(by) {
    let to = this.match.at + by;
    const { areWatched } = this.players;
    if (areWatched) this.#pause(true);
    while (to > 0 && to < this.match.plies.length - 1 && !areWatched && this.players.isOpponents(this.match.plies[to]?.turn ?? '')) to += by;
    this.#goTo(to);
  }

  /** @param {number} at */
  #goTo(at) {
    this.#goToPly(this.match.plies[at]);
  }

  /** Shows a ply of the game, or of what was played instead. @param {import('./match.js').Ply | null | undefined} ply */
  #goToPly(ply) {
    if (!ply || ply === this.match.now) return;
    this.engine.stop();
    this.early = null;
    this.match.goTo(ply);
    const { pos } = this.ctx.store.state;
    if (pos === ply.pos) this.open(pos);
    else this.ctx.store.set({ pos: ply.pos }, 'replace');
  }

  /** Begins the same game anew: it shows no move and no value of the game before. */
  #rematch() {
    const { pos, turn } = this.match.root;
    this.match.begin(pos, turn);
    this.engine.isPaused = false;
    if (this.ctx.store.state.pos === pos) this.open(pos);
    else this.ctx.store.set({ pos }, 'replace');
  }

  // ---- what is shown

  /** @param {boolean} isPaused */
  #pause(isPaused) {
    this.engine.isPaused = isPaused;
    this.#refresh();
    this.engine.think();
  }

  #toggleHints() {
    this.hints = !this.hints;
    setPref('hints', this.hints);
    this.ctx.live.say(this.t(this.hints ? 'play.hintsOn' : 'play.hintsOff'));
    this.#draw();
    this.#refresh();
  }

  #isOpen() {
    return this.facts.mayTell(this.truth, this.hints);
  }

  /** Best play from here, if values may be seen and there are any. */
  #bestLine() {
    const { truth } = this;
    if (!this.#isOpen() || truth?.pos !== this.#now.pos || !truth.report?.moves?.length) return [];
    return this.line.from(truth.pos, () => {
      if (this.isGone) return;
      this.#draw();
      this.#refresh();
    });
  }

  #refresh() {
    const { truth, match, engine, players } = this;
    const isOver = Boolean((truth?.report ?? this.#now.head)?.over);
    const isStuck = isOver || Boolean(truth && !truth.moves.some(isRated));
    if (isStuck) engine.isHeld = false;
    this.facts.players.closest('.board-page')?.classList.toggle('is-over', isOver);
    this.toolbar.show({ isAtStart: match.at === 0, isAtEnd: match.isAtEnd, isOver, isPast: !match.isAtEnd && !isOver && players.isOpponents(match.now.turn), isStuck, areWatched: players.areWatched, isPaused: engine.isPaused, hints: this.hints, isUnsolved: truth?.status === 'unsolved' });
    this.end.show(match, players.own);
    if (truth) this.facts.show(truth, this.#isOpen(), this.#bestLine());
  }

  #draw() {
    const { board } = this;
    if (!this.ctx.boards.at(this.#now.pos)) return;
    const moves = this.#movable();
    const overlay = overlayFor(board, { moves, rated: this.#isOpen(), picked: this.picked, pointed: this.pointed, last: this.#now.move, t: this.t });
    if (!overlay.arrows?.length && !this.picked.length) overlay.arrows = arrowsOf(board, this.#bestLine());
    if (board.squares && this.ctx.board.board === board) {
      this.ctx.board.lay(overlay);
      return;
    }
    this.ctx.board.show(board, overlay);
    this.overlays.show(board);
  }
}

/** The head of the position after a rated move, before it is asked for. @param {MoveReport} move @param {string} turn the side to move then @returns {Head} */
function headAfter(move, turn) {
  return {
    schema: 1, pos: move.pos, game: gameIn(move.pos), turn, value: move.value, winner: move.winner, depth: move.depth,
    depth_known: move.depth !== null, unit: 'ply', over: move.over,
  };
}
