/**
 * EDIT: the board itself. The server makes another position of it by whatever is done, one edit after the other; its token goes into the
 * URL, and its values come back within a blink. Illegal boards stay on the screen, with the reasons beside the squares. The side to move is
 * a switch of its own, and never changes because a piece was carried; only where the pieces themselves tell it, they do.
 */

import { overlayFor } from '../answers/look.js';
import { isRated, listMoves } from '../answers/moves.js';
import { overlayOf } from '../answers/slice.js';
import { TruthTeller } from '../answers/truth.js';
import { verdict } from '../answers/verdict.js';
import { spoken } from '../answers/words.js';
import { ApiError } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { bytes, count, duration } from '../base/units.js';
import { gameIn, untold } from '../games/told.js';
import { Past } from './past.js';
import { pasteBox } from './paste.js';
import { raceTools } from './racetools.js';
import { toolOf } from './toolkeys.js';
import { Tools } from './tools.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Mounted} Mounted */
/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {import('../answers/truth.js').Truth} Truth */
/** @typedef {import('../base/reports.js').Move} Move */

/** The name of the measurement from an edit to its values on the screen; see `performance.getEntriesByName`. */
export const EDIT_MEASURE = 'edit-to-values';

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountEdit(panel, ctx) {
  return new Edit(panel, ctx);
}

class Edit {
  /** @param {HTMLElement} panel @param {Context} ctx */
  constructor(panel, ctx) {
    this.ctx = ctx;
    this.t = ctx.t;
    this.past = ctx.memory.of(Past);
    /** @type {Move | null} */
    this.pointed = null;
    /** @type {string} a square picked by keys or a press, to be carried */
    this.picked = '';
    /** @type {Truth | null} */
    this.truth = null;
    this.isGone = false;
    /** @type {import('../board/state.js').Overlay | null} */
    this.slice = null;
    this.edited = 0;
    /** A board whose values are asked for before it is opened. */
    this.ahead = '';
    /** The edits so far: each waits for the one before. @type {Promise<unknown>} */
    this.edits = Promise.resolve();
    this.waiting = 0;
    this.place = {
      verdict: h('section', { class: 'card', 'aria-label': this.t('verdict.label') }),
      cost: h('p', { class: 'hint' }),
      took: h('p', { class: 'hint' }),
      moves: h('section', { class: 'card scroll', tabindex: -1 }),
      paste: h('div'),
      pasted: h('div'),
    };
    this.tools = new Tools(ctx, {
      change: (edit) => this.#change(edit),
      open: (pos) => this.#commit(pos, 'push'),
      undo: (by) => this.#undo(by),
      chosen: () => this.#letGo(),
      sliced: () => this.#slice(),
    });
    ctx.slots.under.append(this.tools.palette);
    panel.append(this.place.verdict, this.place.moves, this.tools.card,
      h('details', { class: 'card' }, h('summary', {}, this.t('edit.paste')), this.place.paste, this.place.pasted));
    this.overlays = raceTools(ctx);
    this.teller = new TruthTeller(ctx.api, (truth) => this.#learn(truth), ctx.t);
    ctx.board.handlers = {
      onGrab: (square) => this.#grab(square),
      onDrag: (from, to) => this.#carry(from, to),
      onStroke: (square) => this.#stroke(square),
      onCell: (square) => this.#press(square),
      onKey: (square, key) => this.#key(square, key),
      onLook: () => this.tools.draw(),
    };
    this.unsubscribe = ctx.store.subscribe((state, before) => state.pos !== before.pos && this.#open(state.pos));
    this.keys = { undo: () => this.#undo(-1), redo: () => this.#undo(1) };
    pasteBox(this.place.paste, ctx, this.place.pasted);
    this.#open(ctx.store.state.pos);
  }

  unmount = () => {
    this.isGone = true;
    this.ctx.board.element.removeAttribute('aria-busy');
    this.teller.stop();
    this.overlays.unmount();
    this.unsubscribe();
  };

  /** @param {string} pos */
  #open(pos) {
    const { boards, games } = this.ctx;
    const kit = games.kitOf(gameIn(pos)) ?? null;
    this.kit = kit;
    this.board = boards.at(pos) ?? untold(kit, pos);
    if (!this.board.squares) void boards.want(pos).then((board) => pos === this.ctx.store.state.pos && this.#come(board), () => undefined);
    this.past.visit(pos);
    this.pointed = null;
    this.picked = '';
    this.slice = null;
    // The old values would be wrong: they go at once, the new ones follow; they are looked for while the board is drawn.
    this.truth = null;
    if (this.ahead !== pos) void this.teller.ask(pos);
    this.ahead = '';
    this.tools.show(this.board, this.past);
    this.#draw();
    void this.#askSlice(pos);
  }

  /** The board that was waited for. @param {Board} board */
  #come(board) {
    this.board = board;
    this.tools.show(board, this.past);
    this.#draw();
  }

  // ---- editing

  /** Takes another board as the position. @param {string} pos @param {'push' | 'replace'} [how] @param {number} [begun] when it was asked for */
  #commit(pos, how = 'replace', begun = performance.now()) {
    if (pos === this.ctx.store.state.pos) return;
    this.edited = begun;
    this.ctx.store.set({ pos, step: null }, how);
  }

  /** Lets the server make another board of this one, when it has made those before. @param {import('../base/reports.js').EditWish} edit */
  #change(edit) {
    const begun = performance.now();
    this.#wait(1);
    this.edits = this.edits.then(async () => {
      try {
        const { pos } = await this.ctx.boards.edit(this.ctx.store.state.pos, edit);
        if (this.isGone) return;
        this.#askAhead(pos);
        this.#commit(pos, 'replace', begun);
      } catch (error) {
        this.ctx.live.toast(error instanceof Error ? error.message : String(error));
      }
      this.#wait(-1);
    });
  }

  /** Asks for the values before the page makes room for the board. @param {string} pos */
  #askAhead(pos) {
    if (pos === this.ctx.store.state.pos) return;
    this.ahead = pos;
    void this.teller.ask(pos);
  }

  /** Counts the edits under way. @param {number} by */
  #wait(by) {
    this.waiting += by;
    this.ctx.board.element.setAttribute('aria-busy', String(this.waiting > 0));
  }

  /** @param {string} square @returns {'carry' | 'stroke' | 'none'} */
  #grab(square) {
    const { board } = this;
    if (!board) return 'none';
    if (this.tools.isHand) return board.cell(board.index(square)).pieces.length ? 'carry' : 'none';
    return this.tools.isStroke ? 'stroke' : 'none';
  }

  /** @param {string} square */
  #stroke(square) {
    this.#paint(this.tools.tool, square);
  }

  /** @param {string} tool @param {string} square */
  #paint(tool, square) {
    this.#change({ kind: 'place', tool, square });
  }

  /** @param {string} from @param {string} to */
  #carry(from, to) {
    this.picked = '';
    this.#change({ kind: 'carry', from, to });
    this.#draw();
  }

  /** Paints; or, with the hand, picks a piece and puts it down. @param {string} square */
  #press(square) {
    if (!this.tools.isHand) {
      // A press with the mouse has painted already, when it went down.
      if (!this.tools.isStroke) this.#paint(this.tools.tool, square);
      else if (document.activeElement?.matches(':focus-visible')) this.#stroke(square);
      return;
    }
    if (this.picked && this.picked !== square) return this.#carry(this.picked, square);
    this.picked = this.picked ? '' : this.#grab(square) === 'carry' ? square : '';
    this.#draw();
  }

  /** Keys put floor, walls and pieces straight onto the cursor's square. @param {string} square @param {string} key */
  #key(square, key) {
    const tool = toolOf(this.kit, key);
    if (!tool) return false;
    this.#paint(tool.id, square);
    return true;
  }

  /** @param {number} by */
  #undo(by) {
    const token = this.past.step(by);
    if (token !== undefined) this.#commit(token);
  }

  // ---- what the server says

  /** @param {string} pos */
  async #cost(pos) {
    const { t } = this;
    let text = '';
    try {
      const plan = await this.ctx.api.plan(pos);
      text = t('edit.cost', {
        slots: plan.slots !== null && count(plan.slots), bytes: plan.bytes !== null && bytes(plan.bytes), time: duration(plan.estimated_ms ?? null),
      });
    } catch {
      // What is wrong with the position stands in the verdict.
    }
    if (this.ctx.store.state.pos === pos) this.place.cost.textContent = text;
  }

  /** @param {string} pos */
  async #askSlice(pos) {
    if (!this.tools.slice) return;
    try {
      const answer = await this.ctx.api.slice(pos, this.tools.slice);
      if (this.ctx.store.state.pos !== pos) return;
      this.slice = overlayOf(answer.squares, this.t);
    } catch (error) {
      if (error instanceof ApiError) this.place.cost.textContent = error.message;
    }
    this.#draw();
  }

  /** @param {Truth} truth */
  #learn(truth) {
    this.truth = truth;
    const { t, ctx } = this;
    fill(this.place.verdict, verdict(truth, t, ctx, () => this.#open(truth.pos)), this.place.cost, this.place.took);
    listMoves(this.place.moves, truth.moves, truth.status === 'known', t, {
      // The list of the board before stays in sight until there is another.
      onMove: (move) => this.truth?.moves.includes(move) && this.#commit(move.pos, 'push'),
      onPoint: (move) => {
        this.pointed = move;
        this.#draw();
      },
    });
    this.#draw();
    if (truth.status === 'asking') return;
    const { edited } = this;
    this.edited = 0;
    ctx.live.say(spoken(truth, t));
    // What it has cost is nobody's hurry: it is asked when the values are on the screen.
    requestAnimationFrame(() => setTimeout(() => {
      if (edited) this.#took(edited);
      void this.#cost(truth.pos);
    }));
  }

  /** From the edit to the frame after the one that shows its values. @param {number} start */
  #took(start) {
    const { duration: ms } = performance.measure(EDIT_MEASURE, { start, end: performance.now() });
    this.place.took.textContent = this.t('edit.took', { ms: Math.round(ms) });
  }

  // ---- what is shown

  #draw() {
    const { board, truth, ctx, t } = this;
    if (!board) return;
    const rated = Boolean(truth?.report?.moves);
    const moves = truth?.moves.filter(isRated) ?? [];
    const overlay = overlayFor(board, { moves, rated, picked: [], pointed: this.pointed, last: null, t });
    const shown = { ...overlay, ...this.slice, ...(this.picked && { frame: [this.picked] }), ...this.#wrongs(board) };
    if (board.squares && ctx.board.board === board) ctx.board.lay(shown);
    else ctx.board.show(board, shown);
    if (this.overlaid !== board) {
      this.overlaid = board;
      this.overlays.show(board);
    }
  }

  /** @type {Board | null} */
  overlaid = null;

  /** Illegal, or over already: which squares, and what to say beside them. @param {Board} board */
  #wrongs(board) {
    const { truth, t } = this;
    if (!truth) return {};
    /** @type {Map<string, string>} */
    const notes = new Map();
    const wrong = [];
    for (const { message, squares } of board.problems) {
      wrong.push(...squares);
      const at = squares.findLast((square) => !notes.has(square)) ?? (notes.size === 0 ? board.name(0) : undefined);
      if (at) notes.set(at, message);
    }
    if (board.ending && truth.report) {
      const { winner, rule, squares } = board.ending;
      const text = winner ? t('edit.over', { side: t(`side.${winner}`) }) : t('edit.overLevel');
      notes.set(squares[0] ?? board.name(0), `${text} (${t(`over.${rule}`)})`);
    }
    return { wrong, notes };
  }

  /** Another tool is taken up: what was picked is let go. */
  #letGo() {
    this.picked = '';
    this.#draw();
  }

  /** Another slice is asked for. */
  #slice() {
    this.slice = null;
    this.#draw();
    void this.#askSlice(this.ctx.store.state.pos);
  }
}
