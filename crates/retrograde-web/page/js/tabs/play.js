/**
 * PLAY: a game from the position on, against the table, as well as it is asked to play.
 *
 * The game is a list of positions and the move that led to each; undo and redo walk along it, another move cuts it off. Values
 * are hidden until hints are asked for, or the game is over: then the graph and the mistakes tell where it was lost.
 */

import { overlayFor } from '../answers/look.js';
import { isRated, listMoves, moveText } from '../answers/moves.js';
import { TruthTeller } from '../answers/truth.js';
import { sentence, verdict } from '../answers/verdict.js';
import { fill, h } from '../base/dom.js';
import { pref, setPref } from '../base/prefs.js';
import { gameIn, untold } from '../games/told.js';
import { graphGame } from './depths.js';
import { Match } from './match.js';
import { listMistakes } from './mistakes.js';
import { canLeave, carry, press } from './picking.js';
import { Players } from './players.js';
import { Guesses, judged, predictForm } from './predict.js';
import { raceTools } from './racetools.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Mounted} Mounted */
/** @typedef {import('../answers/truth.js').Truth} Truth */
/** @typedef {import('../base/shapes.js').MoveReport} MoveReport */
/** @typedef {import('../base/reports.js').Move} Move */
/** @typedef {import('../base/reports.js').Head} Head */
/** @typedef {import('./match.js').Ply} Ply */

const THINKING_MS = 350;
const BEST_MS = 420;

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountPlay(panel, ctx) {
  const play = new Play(panel, ctx);
  play.open(ctx.store.state.pos);
  return play;
}

class Play {
  /** @param {HTMLElement} panel @param {Context} ctx */
  constructor(panel, ctx) {
    this.ctx = ctx;
    this.t = ctx.t;
    this.match = ctx.memory.of(Match);
    this.guesses = ctx.memory.of(Guesses);
    this.hints = pref('hints', false);
    this.seed = Math.floor(Math.random() * 1e6);
    /** @type {Truth | null} */
    this.truth = null;
    /** @type {string[]} the squares picked so far: the piece, then what it jumps over */
    this.picked = [];
    /** @type {Move | null} */
    this.pointed = null;
    /** @type {string | null} a move that was typed before it could be made */
    this.early = null;
    /** The position that the opponent has no reply to. */
    this.unanswered = '';
    this.busy = false;
    this.paused = false;
    this.timer = 0;
    this.bestHeld = false;

    this.teller = new TruthTeller(ctx.api, (truth) => this.#learn(truth));
    this.place = {
      players: h('section', { class: 'card' }),
      verdict: h('section', { class: 'card', 'aria-label': this.t('verdict.label') }),
      moves: h('section', { class: 'card scroll', tabindex: -1 }),
      graph: h('section', { class: 'card' }),
      mistakes: h('section', { class: 'card' }),
    };
    panel.append(this.place.verdict, this.place.players, this.place.moves, this.place.graph, this.place.mistakes);
    this.players = new Players(this.place.players, ctx, () => {
      this.#pause(false);
      this.#think();
    });
    this.#controls();
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
      restart: () => this.#goTo(0),
      best: { down: () => this.#holdBest(true), up: () => this.#holdBest(false) },
    };
  }

  unmount = () => {
    this.teller.stop();
    this.overlays.unmount();
    clearTimeout(this.timer);
    this.bestHeld = false;
    this.unsubscribe();
  };

  get #now() {
    return this.match.now;
  }

  get #game() {
    return gameIn(this.#now.pos);
  }

  get #sides() {
    return this.ctx.games.sidesOf(this.#game);
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
    this.#look();
    this.#think();
  }

  /** Shows the position and asks about it. */
  #look() {
    this.picked = [];
    this.pointed = null;
    this.truth = null;
    // The moves of the position before stay in sight until there are others, but they can be made no more.
    this.place.moves.setAttribute('aria-busy', 'true');
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
      this.#think();
    }
    if (ply && truth.report) {
      ply.head = truth.report;
      ply.best = truth.report.moves?.[0] ?? null;
    }
    if (truth.report?.over) this.ctx.live.say(sentence(truth.report, this.t));
    this.place.moves.setAttribute('aria-busy', String(truth.status === 'asking'));
    this.#draw();
    this.#refresh();
    this.#makeTyped();
    if (this.bestHeld) this.timer = window.setTimeout(() => this.bestHeld && this.#playBest(), BEST_MS);
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
    this.#take(press(this.#ways(), this.picked, square));
  }

  /** @param {string} from @param {string} to */
  #carry(from, to) {
    this.#take(carry(this.#ways(), from, to));
  }

  /** @param {import('./picking.js').Picked<Move>} taken */
  #take({ move, picked }) {
    if (move) return void this.#play(move);
    this.picked = picked;
    this.#draw();
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
    const isReplying = !this.players.areWatched && this.unanswered !== this.#now.pos && this.#mayReply();
    if (early === null || this.busy || !isKnown || isReplying) return;
    this.early = null;
    const text = early.toLowerCase().replace(/[\s–-]/g, '');
    const move = this.#movable().find((known) => known.move === text);
    if (move) void this.#play(move);
    else this.ctx.live.toast(this.t('play.noMove', { move: early }));
  }

  /** A move of the list, if the list is still that of the position. @param {Move} move */
  #choose(move) {
    if (this.#movable().includes(move)) void this.#play(move);
  }

  /** Makes a move, with its animation. @param {Move} told */
  async #play(told) {
    if (this.busy) return;
    this.busy = true;
    this.picked = [];
    this.pointed = null;
    const from = this.#now;
    // A reply comes without its squares, which the legal moves have.
    const path = this.board.path(this.truth?.moves.find(({ move }) => move === told.move) ?? told);
    const move = { ...told, path };
    this.ctx.board.lay({});
    await Promise.all([this.ctx.board.animate(path), this.ctx.boards.soon(move.pos)]);
    this.busy = false;
    // Meanwhile the reader may have taken back a move, or opened another board.
    if (this.#now !== from || this.ctx.store.state.pos !== from.pos) return;
    const { pos } = move;
    const turn = this.ctx.boards.at(pos)?.turn ?? this.ctx.games.otherSide(this.#game, from.turn);
    this.match.add({ pos, turn, move, head: isRated(move) ? headAfter(move, turn) : null, best: null });
    this.ctx.live.say(moveText(move.move, this.t));
    this.ctx.store.set({ pos });
  }

  /** Lets the opponent move, if it is its turn. */
  #think() {
    clearTimeout(this.timer);
    if (this.#mayReply()) this.timer = window.setTimeout(() => this.#reply(), THINKING_MS);
    else this.#makeTyped();
  }

  #mayReply() {
    return this.#isOpponents() && this.match.isAtEnd && !this.paused && !this.bestHeld && !this.#now.head?.over;
  }

  #isOpponents() {
    return this.players.isOpponents(this.#now.turn);
  }

  async #reply() {
    const { pos } = this.#now;
    await this.asked;
    // What is known now may be that the game is over; and who has left the board asks nothing about it.
    if (this.truth?.pos !== pos || !this.#mayReply()) return;
    try {
      const move = await this.ctx.api.play(pos, this.players.strength, this.seed + this.match.at);
      if (this.#now.pos === pos && !this.paused && this.#isOpponents()) await this.#play(move);
    } catch (error) {
      // Without a table nobody knows how to reply: the reader may move for both.
      if (!this.#now.head?.over) this.ctx.live.toast(error instanceof Error ? error.message : String(error));
      this.unanswered = pos;
      this.#makeTyped();
    }
  }

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
    const ply = this.match.plies[at];
    if (!ply || at === this.match.at) return;
    clearTimeout(this.timer);
    this.early = null;
    this.match.at = at;
    this.ctx.store.set({ pos: ply.pos }, 'replace');
  }

  /** Best play for both sides while it is held; a tap plays one move. @param {boolean} held */
  #holdBest(held) {
    if (this.bestHeld === held) return;
    this.bestHeld = held;
    clearTimeout(this.timer);
    if (held) this.#playBest();
    else this.#think();
  }

  #playBest() {
    const move = this.#movable()[0];
    if (move && isRated(move)) void this.#play(move);
  }

  // ---- the panel

  #controls() {
    const { t, ctx } = this;
    const button = (/** @type {string} */ key, /** @type {string} */ hint, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', title: hint, onclick }, t(key));
    this.undo = button('play.undo', 'U', () => this.#step(-1));
    this.redo = button('play.redo', 'Shift U', () => this.#step(1));
    this.restart = button('play.restart', 'R', () => this.#goTo(0));
    this.pause = button('play.pause', '', () => this.#pause(!this.paused));
    this.hint = h('button', { type: 'button', title: 'H', 'aria-pressed': String(this.hints), onclick: () => this.#toggleHints() }, t('play.hints'));
    this.best = h('button', { type: 'button', title: `B: ${t('key.best')}` }, t('play.best'));
    this.best.addEventListener('pointerdown', () => this.#holdBest(true));
    for (const end of ['pointerup', 'pointerleave', 'pointercancel']) this.best.addEventListener(end, () => this.#holdBest(false));
    this.best.addEventListener('click', (event) => {
      if (event.detail > 0) return;
      this.#holdBest(true);
      this.#holdBest(false);
    });
    ctx.slots.under.append(h('div', { class: 'row toolbar', role: 'toolbar', 'aria-label': t('play.controls') }, this.undo, this.redo, this.restart, this.hint, this.best, this.pause));
  }

  /** @param {boolean} paused */
  #pause(paused) {
    this.paused = paused;
    this.#refresh();
    this.#think();
  }

  #toggleHints() {
    this.hints = !this.hints;
    setPref('hints', this.hints);
    this.ctx.live.say(this.t(this.hints ? 'play.hintsOn' : 'play.hintsOff'));
    this.#draw();
    this.#refresh();
  }

  /** Whether values may be seen: asked for, or too late to help. */
  #isOpen() {
    const predicts = this.ctx.store.state.predict && this.match.at === 0 && !this.guesses.has(this.#now.pos);
    return !predicts && (this.hints || Boolean(this.truth?.report?.over) || this.match.isOver);
  }

  #refresh() {
    const { t, truth } = this;
    const { undo, redo, restart, pause, hint, best } = this;
    if (!undo || !redo || !restart || !pause || !hint || !best) return;
    const over = Boolean((truth?.report ?? this.#now.head)?.over);
    this.place.players.closest('.board-page')?.classList.toggle('is-over', over);
    best.disabled = over || Boolean(truth && !truth.moves.some(isRated));
    if (best.disabled) this.bestHeld = false;
    undo.disabled = this.match.at === 0;
    redo.disabled = this.match.isAtEnd;
    restart.disabled = this.match.at === 0;
    pause.hidden = !this.players.areWatched || over;
    pause.textContent = t(this.paused ? 'play.resume' : 'play.pause');
    pause.setAttribute('aria-pressed', String(this.paused));
    hint.setAttribute('aria-pressed', String(this.hints));
    if (!truth) return;
    this.#verdict(truth);
    listMoves(this.place.moves, truth.moves, this.#isOpen(), t, {
      onMove: (move) => this.#choose(move),
      onPoint: (move) => {
        this.pointed = move;
        this.#draw();
      },
    });
    this.#graph();
    listMistakes(this.place.mistakes, this.match.plies, this.#isOpen(), this.ctx, (at) => this.#goTo(at));
  }

  /** @param {Truth} truth */
  #verdict(truth) {
    const { t, ctx } = this;
    const guess = this.guesses.get(truth.pos);
    if (ctx.store.state.predict && this.match.at === 0 && truth.report && !guess) {
      const form = predictForm(this.#sides, t, (said) => {
        this.guesses.set(truth.pos, said);
        this.#draw();
        this.#refresh();
        if (truth.report) ctx.live.say(sentence(truth.report, t));
      });
      if (!this.place.verdict.querySelector('.predict')) fill(this.place.verdict, form);
      return;
    }
    const open = this.#isOpen() || Boolean(guess) || truth.status !== 'known';
    const again = () => this.#look();
    fill(this.place.verdict, open ? verdict(truth, t, ctx, again) : h('p', { class: 'verdict is-hidden' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '?'), t('play.hidden')),
      guess && truth.report ? judged(guess, truth.report, t) : null);
  }

  #graph() {
    const [first = '', second = ''] = this.#sides;
    const heads = this.#isOpen() ? this.match.plies.map((ply) => ply.head) : [];
    graphGame(this.place.graph, heads, this.match.at, [first, second], this.t, (ply) => this.#goTo(ply));
    this.place.graph.hidden = heads.length < 2;
  }

  // ---- the board

  #draw() {
    const { board } = this;
    if (!this.ctx.boards.at(this.#now.pos)) return;
    const moves = this.#movable();
    const overlay = overlayFor(board, { moves, rated: this.#isOpen(), picked: this.picked, pointed: this.pointed, last: this.#now.move, t: this.t });
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
