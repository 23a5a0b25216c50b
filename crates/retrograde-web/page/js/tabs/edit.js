/**
 * EDIT: the board itself. Whatever is done makes another token, which goes into the URL and to the server; its values come back
 * within a blink. Illegal boards stay on the screen, with the reasons beside the squares. The side to move is a switch of its own, and never
 * changes because a piece was carried; only in tic-tac-toe the marks themselves tell it.
 */

import { overlayFor } from '../answers/look.js';
import { isRated, listMoves } from '../answers/moves.js';
import { liftable, overlayOf } from '../answers/slice.js';
import { TruthTeller } from '../answers/truth.js';
import { verdict } from '../answers/verdict.js';
import { ApiError } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { pref, setPref } from '../base/prefs.js';
import { bytes, count, duration } from '../base/units.js';
import { sprite } from '../board/sprites.js';
import { gameOf } from '../games/index.js';
import { Past } from './past.js';
import { pasteBox } from './paste.js';
import { raceTools } from './racetools.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Mounted} Mounted */
/** @typedef {import('../games/grid.js').Board} Board */
/** @typedef {import('../answers/truth.js').Truth} Truth */
/** @typedef {import('../base/reports.js').RuleMove} RuleMove */

/** The name of the measurement from an edit to its values on the screen; see `performance.getEntriesByName`. */
export const EDIT_MEASURE = 'edit-to-values';

const HAND = 'hand';

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
    this.tool = HAND;
    this.slicePiece = '';
    /** @type {RuleMove | null} */
    this.pointed = null;
    /** @type {string} a square picked by keys or a press, to be carried */
    this.picked = '';
    /** @type {Truth | null} */
    this.truth = null;
    /** @type {import('../board/state.js').Overlay | null} */
    this.slice = null;
    this.edited = 0;
    this.place = {
      verdict: h('section', { class: 'card', 'aria-label': this.t('verdict.label') }),
      cost: h('p', { class: 'hint' }),
      took: h('p', { class: 'hint' }),
      palette: h('div', { class: 'row toolbar', role: 'toolbar', 'aria-label': this.t('edit.tools') }),
      tools: h('section', { class: 'card' }),
      moves: h('section', { class: 'card scroll', tabindex: -1 }),
      paste: h('div'),
      pasted: h('div'),
    };
    ctx.slots.under.append(this.place.palette);
    panel.append(this.place.verdict, this.place.tools, this.place.moves,
      h('details', { class: 'card' }, h('summary', {}, this.t('edit.paste')), this.place.paste, this.place.pasted));
    this.overlays = raceTools(ctx);
    this.teller = new TruthTeller(ctx.api, (truth) => this.#learn(truth));
    ctx.board.handlers = {
      onGrab: (square) => this.#grab(square),
      onDrag: (from, to) => this.#carry(from, to),
      onStroke: (square) => this.#stroke(square),
      onCell: (square) => this.#press(square),
      onKey: (square, key) => this.#key(square, key),
      onLook: () => this.#drawTools(),
    };
    this.unsubscribe = ctx.store.subscribe((state, before) => state.pos !== before.pos && this.#open(state.pos));
    this.keys = { undo: () => this.#undo(-1), redo: () => this.#undo(1) };
    pasteBox(this.place.paste, ctx, this.place.pasted);
    this.#open(ctx.store.state.pos);
  }

  unmount = () => {
    this.teller.stop();
    this.overlays.unmount();
    this.unsubscribe();
  };

  /** @param {string} pos */
  #open(pos) {
    const model = gameOf(pos);
    const another = this.model?.id !== model.id;
    this.model = model;
    this.board = model.parse(pos);
    this.past.visit(pos);
    this.pointed = null;
    this.picked = '';
    this.slice = null;
    if (another) {
      this.tool = HAND;
      this.slicePiece = '';
      this.#fillTools();
    }
    this.#refreshTools();
    // The old values would be wrong: they go at once, the new ones follow.
    this.truth = null;
    this.#draw();
    void this.teller.ask(pos);
    void this.#cost(pos);
    void this.#askSlice(pos);
  }

  // ---- editing

  /** Takes another board as the position. @param {string} pos @param {'push' | 'replace'} [how] */
  #commit(pos, how = 'replace') {
    if (pos === this.ctx.store.state.pos) return;
    this.edited = performance.now();
    this.ctx.store.set({ pos, step: null }, how);
  }

  /** @param {(board: Board) => Board} change */
  #change(change) {
    const { board, model } = this;
    if (!board || !model) return;
    const next = change(board);
    if (next !== board) this.#commit(model.print(next));
  }

  /** @param {string} square @returns {'carry' | 'stroke' | 'none'} */
  #grab(square) {
    const { board, model } = this;
    if (!board || !model) return 'none';
    const isEmpty = model.cell(board, model.index(board, square)).pieces.length === 0;
    if (this.tool === HAND) return isEmpty ? 'none' : 'carry';
    return this.tool === 'floor' || this.tool === 'wall' ? 'stroke' : 'none';
  }

  /** @param {string} square */
  #stroke(square) {
    this.#paint(this.tool, square);
  }

  /** @param {string} tool @param {string} square */
  #paint(tool, square) {
    this.#change((board) => /** @type {import('../games/index.js').GameModel} */ (this.model).paint(board, tool, this.model?.index(board, square) ?? -1));
  }

  /** @param {string} from @param {string} to */
  #carry(from, to) {
    this.picked = '';
    this.#change((board) => this.model?.drag(board, this.model.index(board, from), this.model.index(board, to)) ?? board);
    this.#draw();
  }

  /** Paints; or, with the hand, picks a piece and puts it down. @param {string} square */
  #press(square) {
    if (this.tool !== HAND) {
      // A press with the mouse has painted already, when it went down.
      if (this.tool !== 'floor' && this.tool !== 'wall') this.#paint(this.tool, square);
      else if (document.activeElement?.matches(':focus-visible')) this.#stroke(square);
      return;
    }
    if (this.picked && this.picked !== square) return this.#carry(this.picked, square);
    this.picked = this.picked ? '' : this.#grab(square) === 'carry' ? square : '';
    this.#draw();
  }

  /** Keys put floor, walls and pieces straight onto the cursor's square. @param {string} square @param {string} key */
  #key(square, key) {
    const tool = this.model?.keys[key.toLowerCase()];
    if (!tool) return false;
    this.#paint(tool, square);
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
    if (!this.slicePiece) return;
    try {
      const answer = await this.ctx.api.slice(pos, this.slicePiece);
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
    if (truth.status !== 'asking') this.#measure();
  }

  /** From the edit to the frame after the one that shows its values. */
  #measure() {
    const start = this.edited;
    if (!start) return;
    this.edited = 0;
    requestAnimationFrame(() => setTimeout(() => {
      const { duration: ms } = performance.measure(EDIT_MEASURE, { start, end: performance.now() });
      this.place.took.textContent = this.t('edit.took', { ms: Math.round(ms) });
    }));
  }

  // ---- what is shown

  #draw() {
    const { board, model, truth, ctx, t } = this;
    if (!board || !model) {
      ctx.board.show({ game: model?.id ?? '', rows: 0, cols: 0, cells: [], turn: '', extra: '', homes: null });
      return;
    }
    const rated = Boolean(truth?.report?.moves);
    const moves = truth?.moves.filter(isRated) ?? [];
    const overlay = overlayFor(model, board, { moves, rated, picked: [], pointed: this.pointed, last: null, t });
    const shown = { ...overlay, ...this.slice, frame: this.picked ? [this.picked] : [], ...this.#wrongs(board) };
    if (ctx.board.board === board) ctx.board.lay(shown);
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
    const { truth, model, t } = this;
    if (!truth || !model) return {};
    const name = (/** @type {number} */ index) => model.name(board, index);
    /** @type {Map<string, string>} */
    const notes = new Map();
    const wrong = [];
    const reasons = truth.status === 'refused' ? (truth.error?.reasons ?? []) : [];
    for (const reason of reasons) {
      const squares = model.blame(board, reason).map(name);
      wrong.push(...squares);
      const at = squares.findLast((square) => !notes.has(square)) ?? (notes.size === 0 ? name(0) : undefined);
      if (at) notes.set(at, reason);
    }
    const over = truth.report?.over;
    if (over) {
      const at = model.path(board, '').at(0) ?? name(board.cells.findIndex((cell) => cell.length > 1 || (cell !== '' && cell !== '#')));
      const text = truth.report?.winner ? t('edit.over', { side: t(`side.${truth.report.winner}`) }) : t('edit.overLevel');
      notes.set(at, `${text} (${t(`over.${over}`)})`);
    }
    return { wrong, notes };
  }

  /** The tools' pictures, in the look of now. */
  #drawTools() {
    for (const button of this.toolButtons ?? []) {
      if (this.model) button.firstElementChild?.replaceWith(toolPicture(lookOf(this.model, button.dataset.tool ?? ''), this.ctx.style.isPlain));
    }
  }

  #fillTools() {
    const { model, t } = this;
    if (!model) return;
    const tools = model.tools.length ? [HAND, ...model.tools] : [];
    this.toolButtons = tools.map((tool) => {
      const key = Object.entries(model.keys).find(([, name]) => name === tool)?.[0];
      const look = lookOf(model, tool);
      const name = t(`tool.${look}`);
      return h('button', { type: 'button', class: 'tool', title: `${name}${key ? ` (${key})` : ''}`, 'data-tool': tool, onclick: () => this.#choose(tool) }, toolPicture(look, this.ctx.style.isPlain), name);
    });
    this.turns = model.sides.map((side) =>
      h('label', {}, h('input', { type: 'radio', name: 'turn', value: side, onchange: () => this.#change((board) => ({ ...board, turn: side })) }), t(`side.${side}`)));
    const isRow = model.limits.rows === 1;
    this.size = h('input', { id: 'size', type: 'text', size: 7, placeholder: isRow ? '12' : '9x9', title: t(isRow ? 'edit.lengthHint' : 'edit.sizeHint'), autocomplete: 'off' });
    this.size.addEventListener('change', () => this.#resize());
    this.seed = h('input', { id: 'seed', type: 'text', inputmode: 'numeric', size: 7, value: String(pref('seed', 1)), autocomplete: 'off' });
    this.walls = h('input', { id: 'walls', type: 'number', min: 0, max: 90, value: pref('walls', 20) });
    const act = (/** @type {string} */ key, /** @type {() => void} */ onclick) => h('button', { type: 'button', onclick }, t(key));
    /** What the game has no use for is not offered. @type {(key: string, change: ((board: Board) => Board) | null) => HTMLElement | null} */
    const reshape = (key, change) => change && act(key, () => this.#change(change));
    this.undoButton = act('edit.undo', () => this.#undo(-1));
    this.redoButton = act('edit.redo', () => this.#undo(1));
    this.sliceChoice = h('select', { id: 'slice', onchange: () => this.#setSlice(this.sliceChoice?.value ?? '') });
    fill(this.place.palette, this.toolButtons);
    fill(this.place.tools,
      h('div', { class: 'row' }, this.turns.length > 0 && h('fieldset', { class: 'row' }, h('legend', {}, t('edit.turn')), this.turns),
        model.resize && [h('label', { for: 'size' }, t(isRow ? 'edit.length' : 'edit.size')), this.size]),
      h('div', { class: 'row', role: 'group', 'aria-label': t('edit.shape') }, this.undoButton, this.redoButton,
        reshape('edit.rotate', model.rotate), reshape('edit.mirror', model.mirror), reshape('edit.swap', model.swap), reshape('edit.clear', model.clear)),
      h('div', { class: 'row' }, act('edit.random', () => void this.#random()), h('label', { for: 'seed' }, t('edit.seed')), this.seed,
        hasWalls(model) && [h('label', { for: 'walls' }, t('edit.walls')), this.walls], model.contest && act('edit.export', () => void this.#export())),
      h('div', { class: 'row', title: t('edit.sliceHint'), hidden: !this.board || !liftable(this.board).length }, h('label', { for: 'slice' }, t('edit.slice')), this.sliceChoice));
  }

  #refreshTools() {
    const { board, model } = this;
    if (!board || !model) return;
    for (const button of this.toolButtons ?? []) button.setAttribute('aria-pressed', String(button.dataset.tool === this.tool));
    for (const label of this.turns ?? []) {
      const input = label.querySelector('input');
      if (input) input.checked = input.value === board.turn;
    }
    if (this.sliceChoice) {
      const option = (/** @type {string} */ id, /** @type {string} */ name) => h('option', { value: id, selected: id === this.slicePiece }, name);
      fill(this.sliceChoice, option('', this.t('edit.sliceNone')), liftable(board).map(({ id, letter, square }) => option(id, `${this.t(model.pieces[letter]?.word ?? letter)} ${square}`)));
    }
    if (this.size) this.size.value = model.title(board).replace('×', 'x');
    if (this.undoButton) this.undoButton.disabled = !this.past.hasBefore;
    if (this.redoButton) this.redoButton.disabled = !this.past.hasAfter;
  }

  /** @param {string} tool */
  #choose(tool) {
    this.tool = tool;
    this.picked = '';
    this.#refreshTools();
    this.#draw();
  }

  /** @param {string} piece */
  #setSlice(piece) {
    this.slicePiece = piece;
    this.slice = null;
    this.#draw();
    void this.#askSlice(this.ctx.store.state.pos);
  }

  #resize() {
    const { model, size, t } = this;
    const resize = model?.resize;
    if (!model || !resize || !size) return;
    const isRow = model.limits.rows === 1;
    const match = (isRow ? /^()\s*(\d{1,4})$/ : /^\s*(\d{1,4})\s*[x×*, ]\s*(\d{1,4})\s*$/i).exec(size.value);
    const rows = isRow ? 1 : Number(match?.[1]);
    const cols = Number(match?.[2]);
    if (!match || rows < 1 || cols < 1 || rows > model.limits.rows || cols > model.limits.cols) {
      this.ctx.live.toast(t(isRow ? 'edit.badLength' : 'edit.badSize', model.limits));
      return;
    }
    this.#change((board) => resize(board, rows, cols));
  }

  /** The seed is shown, and goes up by one for the next board. */
  async #random() {
    const { model, board, seed, walls } = this;
    if (!model || !board || !seed || !walls) return;
    const used = Number(seed.value) || 1;
    const size = model.resize && (model.limits.rows === 1 ? `1x${board.cells.length}` : `${board.rows}x${board.cols}`);
    try {
      const answer = await this.ctx.api.random({ game: model.id, size, walls: hasWalls(model) ? Number(walls.value) : null, seed: used });
      this.#commit(answer.pos, 'push');
      seed.value = String(used + 1);
      setPref('seed', used + 1);
      setPref('walls', Number(walls.value));
      this.ctx.live.toast(`${this.t('edit.seed')} ${used}`);
    } catch (error) {
      this.ctx.live.toast(error instanceof Error ? error.message : String(error));
    }
  }

  async #export() {
    const { model, ctx, t } = this;
    if (!model) return;
    try {
      const { text } = await ctx.api.write(model.contest, [ctx.store.state.pos]);
      await navigator.clipboard.writeText(text);
      ctx.live.toast(t('edit.exported', { format: model.contest }));
    } catch (error) {
      ctx.live.toast(error instanceof Error ? error.message : String(error));
    }
  }
}

/** @param {import('../games/index.js').GameModel} model */
const hasWalls = (model) => model.tools.includes('wall');

/** What a tool's picture and name go by. @param {import('../games/index.js').GameModel} model @param {string} tool */
const lookOf = (model, tool) => model.pieces[tool]?.sprite ?? tool;

/** A tool's picture: its piece, or a square of floor or wall. @param {string} name @param {boolean} isPlain */
function toolPicture(name, isPlain) {
  const canvas = h('canvas', { width: 13, height: 13, class: `swatch swatch-${name}${isPlain ? ' is-plain' : ''}`, 'aria-hidden': 'true' });
  canvas.getContext('2d')?.drawImage(sprite(name, isPlain), 0, 0);
  return canvas;
}
