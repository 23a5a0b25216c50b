/**
 * What EDIT offers beside its board: tools to paint with, and in groups that fold the side to move and slices, sizes and reshapes, random boards,
 * the judge's file.
 */

import { fill, h } from '../base/dom.js';
import { pref, setPref } from '../base/prefs.js';
import { capital } from '../base/readers.js';
import { sprite } from '../board/sprites.js';
import { Piece } from '../games/told.js';
import { keysOf } from './toolkeys.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {import('../games/told.js').Tool} Tool */
/**
 * What the tools ask for.
 * @typedef {object} Deeds
 * @property {(edit: import('../base/reports.js').EditWish) => void} change the board
 * @property {(pos: string) => void} open another
 * @property {(by: number) => void} undo, or do again
 * @property {() => void} chosen another tool was taken up
 * @property {() => void} sliced another slice was asked for
 */

/** Screens with room for all groups beside the board. */
const ROOMY = '(min-width: 861px) and (min-height: 700px)';
const HAND = 'hand';
/** The reshapes that need no more to be told. */
const PLAIN = /** @type {const} */ (['rotate', 'mirror', 'swap', 'clear']);

export class Tools {
  #ctx;
  #t;
  #deeds;
  #tool = HAND;
  #slice = '';
  /** @type {import('../games/told.js').Kit | null | undefined} */
  #kit;
  /** @type {Board | null} */
  #board = null;
  /** @type {HTMLElement[]} */
  #buttons = [];
  /** @type {HTMLElement[]} */
  #turns = [];

  /** @param {Context} ctx @param {Deeds} deeds */
  constructor(ctx, deeds) {
    const { t } = ctx;
    this.#ctx = ctx;
    this.#t = t;
    this.#deeds = deeds;
    this.palette = h('div', { class: 'row toolbar', role: 'toolbar', 'aria-label': t('edit.tools') });
    this.card = h('div', { class: 'groups' });
    this.undoButton = this.#act('edit.undo', () => deeds.undo(-1));
    this.redoButton = this.#act('edit.redo', () => deeds.undo(1));
    this.size = h('input', { id: 'size', type: 'text', size: 7, autocomplete: 'off' });
    this.size.addEventListener('change', () => this.#resize());
    this.seed = h('input', { id: 'seed', 'data-tip': t('tip.seed'), type: 'text', inputmode: 'numeric', size: 7, value: String(pref('seed', 1)), autocomplete: 'off' });
    this.walls = h('input', { id: 'walls', 'data-tip': t('tip.walls'), type: 'number', min: 0, max: 90, value: pref('walls', 20) });
    this.slices = h('select', { id: 'slice', onchange: () => this.#setSlice(this.slices.value) });
    this.sliceRow = h('div', { class: 'row', 'data-tip': t('edit.sliceHint') }, h('label', { for: 'slice' }, t('edit.slice')), this.slices);
  }

  /** The id of the tool that is taken up. */
  get tool() {
    return this.#tool;
  }

  /** Whether it is the hand, which carries. */
  get isHand() {
    return this.#tool === HAND;
  }

  /** Whether painting passes from square to square. */
  get isStroke() {
    return this.#kit?.terrain.some(({ id }) => id === this.#tool) ?? false;
  }

  /** The piece that is lifted to slice the table; empty if none is. */
  get slice() {
    return this.#slice;
  }

  /** Shows the tools of a board. @param {Board} board @param {import('./past.js').Past} past */
  show(board, past) {
    this.#board = board;
    if (this.#kit !== board.kit) this.#fill(board.kit);
    this.#refresh();
    this.undoButton.disabled = !past.hasBefore;
    this.redoButton.disabled = !past.hasAfter;
  }

  /** The tools' pictures, in the look of now. */
  draw() {
    for (const button of this.#buttons) button.firstElementChild?.replaceWith(this.#picture(this.#kit?.tools.find(({ id }) => id === button.dataset.tool)));
  }

  /** A group under its heading: open or folded as the reader left it, else as the screen allows. @param {'position' | 'board' | 'generate' | 'export'} name @param {...HTMLElement} rows */
  #group(name, ...rows) {
    const isOpen = pref(`edit.${name}`, name === 'position' || matchMedia(ROOMY).matches);
    const group = h('details', { class: 'card', open: isOpen }, h('summary', {}, this.#t(`edit.group.${name}`)), rows);
    // Before it folds or opens.
    group.firstElementChild?.addEventListener('click', () => setPref(`edit.${name}`, !group.open));
    return group;
  }

  /** @param {string} key @param {() => void} onclick */
  #act(key, onclick) {
    return h('button', { type: 'button', 'data-tip': this.#t(key.replace('edit.', 'tip.')), onclick }, this.#t(key));
  }

  /** @param {import('../games/told.js').Kit | null} kit */
  #fill(kit) {
    this.#kit = kit;
    this.#tool = HAND;
    this.#slice = '';
    if (!kit) return;
    const t = this.#t;
    this.#buttons = kit.tools.length ? [this.#button(HAND, t('tool.hand'), undefined), ...kit.tools.map((tool) => this.#button(tool.id, capital(tool.name), tool))] : [];
    this.#turns = kit.sides.filter(() => kit.reshapes.includes('turn')).map((side) =>
      h('label', {}, h('input', { type: 'radio', name: 'turn', value: side, onchange: () => this.#deeds.change({ kind: 'turn', side }) }), t(`side.${side}`)));
    const isRow = kit.sizes?.rows[1] === 1;
    this.size.placeholder = isRow ? '12' : '9x9';
    this.size.dataset.tip = t(isRow ? 'edit.lengthHint' : 'edit.sizeHint');
    fill(this.palette, this.#buttons);
    fill(this.card,
      this.#group('position', h('div', { class: 'row' }, this.#turns.length > 0 && h('fieldset', { class: 'row' }, h('legend', {}, t('edit.turn')), this.#turns), this.undoButton, this.redoButton), this.sliceRow),
      this.#group('board', h('div', { class: 'row', role: 'group', 'aria-label': t('edit.shape') }, kit.sizes && [h('label', { for: 'size' }, t(isRow ? 'edit.length' : 'edit.size')), this.size],
        PLAIN.filter((kind) => kit.reshapes.includes(kind)).map((kind) => this.#act(`edit.${kind}`, () => this.#deeds.change({ kind }))))),
      this.#group('generate', h('div', { class: 'row' }, this.#act('edit.random', () => void this.#random()), h('label', { for: 'seed' }, t('edit.seed')), this.seed,
        kit.hasWalls && [h('label', { for: 'walls' }, t('edit.walls')), this.walls])),
      kit.contest && this.#group('export', h('div', { class: 'row' }, this.#act('edit.export', () => void this.#export()))));
  }

  /** @param {string} id @param {string} name @param {Tool | undefined} tool */
  #button(id, name, tool) {
    const key = [...(this.#kit ? keysOf(this.#kit) : [])].find(([, other]) => other === tool)?.[0];
    return h('button', { type: 'button', class: 'tool', 'data-tip': `${name}${key ? ` (${key})` : ''}`, 'data-tool': id, onclick: () => this.#choose(id) }, this.#picture(tool), name);
  }

  /** A tool's picture: its piece, a square of its ground, or the hand. @param {Tool | undefined} tool */
  #picture(tool) {
    const { isPlain } = this.#ctx.style;
    const canvas = h('canvas', { width: 13, height: 13, class: `swatch swatch-${tool instanceof Piece ? 'piece' : (tool?.id ?? HAND)}${isPlain ? ' is-plain' : ''}`, 'aria-hidden': 'true' });
    if (tool instanceof Piece) canvas.getContext('2d')?.drawImage(sprite(tool, isPlain), 0, 0);
    return canvas;
  }

  #refresh() {
    const board = this.#board;
    if (!board) return;
    for (const button of this.#buttons) button.setAttribute('aria-pressed', String(button.dataset.tool === this.#tool));
    for (const label of this.#turns) {
      const input = label.querySelector('input');
      if (input) input.checked = input.value === board.turn;
    }
    const option = (/** @type {string} */ id, /** @type {string} */ name) => h('option', { value: id, selected: id === this.#slice }, name);
    this.sliceRow.hidden = board.lift.length === 0;
    fill(this.slices, option('', this.#t('edit.sliceNone')), board.lift.map(({ id, piece, square }) => option(id, `${piece?.name ?? id} ${square}`)));
    if (board.squares) this.size.value = board.title.replace('×', 'x');
  }

  /** @param {string} tool */
  #choose(tool) {
    this.#tool = tool;
    this.#refresh();
    this.#deeds.chosen();
  }

  /** @param {string} piece */
  #setSlice(piece) {
    this.#slice = piece;
    this.#deeds.sliced();
  }

  #resize() {
    const sizes = this.#kit?.sizes;
    if (!sizes) return;
    const [leastRows, mostRows] = sizes.rows;
    const [leastColumns, mostColumns] = sizes.columns;
    const isRow = mostRows === 1;
    const match = (isRow ? /^()\s*(\d{1,4})$/ : /^\s*(\d{1,4})\s*[x×*, ]\s*(\d{1,4})\s*$/i).exec(this.size.value);
    const rows = isRow ? 1 : Number(match?.[1]);
    const columns = Number(match?.[2]);
    if (!match || rows < leastRows || columns < leastColumns || rows > mostRows || columns > mostColumns) {
      this.#ctx.live.toast(this.#t(isRow ? 'edit.badLength' : 'edit.badSize', { rows: mostRows, cols: mostColumns }));
      return;
    }
    this.#deeds.change({ kind: 'size', rows, columns });
  }

  /** The seed is shown, and goes up by one for the next board. */
  async #random() {
    const [kit, board] = [this.#kit, this.#board];
    if (!kit || !board) return;
    const { api, boards, live } = this.#ctx;
    const used = Number(this.seed.value) || 1;
    const size = kit.sizes && (board.isRow ? `1x${board.squares}` : `${board.rows}x${board.cols}`);
    try {
      const answer = await api.random({ game: kit.id, size, walls: kit.hasWalls ? Number(this.walls.value) : null, seed: used });
      await boards.wantAll([answer.pos]);
      this.#deeds.open(answer.pos);
      this.seed.value = String(used + 1);
      setPref('seed', used + 1);
      setPref('walls', Number(this.walls.value));
      live.toast(`${this.#t('edit.seed')} ${used}`);
    } catch (error) {
      live.toast(error instanceof Error ? error.message : String(error));
    }
  }

  async #export() {
    const kit = this.#kit;
    if (!kit) return;
    const { api, live, store } = this.#ctx;
    try {
      const { text } = await api.write(kit.contest, [store.state.pos]);
      await navigator.clipboard.writeText(text);
      live.toast(this.#t('edit.exported', { format: kit.contest }));
    } catch (error) {
      live.toast(error instanceof Error ? error.message : String(error));
    }
  }
}
