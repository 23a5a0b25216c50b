/**
 * The buttons of a board: what keyboards and screen readers use. `role=grid`, one of them in the tab order, every one named in full. Of a
 * board too large for a button each, only those around the cursor exist; the grid says which rows and columns they are.
 */

import { h } from '../base/dom.js';
import { squareText } from './names.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('../languages/index.js').T} T */

/** Boards of more squares get buttons only around the cursor. */
const MOST_BUTTONS = 900;
const AROUND = 7;

/** The steps of the arrow keys: across and down. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Grid {
  #state;
  #layout;
  #t;
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  #shape = '';

  /** @param {State} state @param {Layout} layout @param {T} t @param {(index: number) => void} moveCursor */
  constructor(state, layout, t, moveCursor) {
    this.#state = state;
    this.#layout = layout;
    this.#t = t;
    this.element = h('div', { role: 'grid', class: 'cells' });
    this.element.addEventListener('keydown', (event) => this.#press(event, moveCursor));
  }

  /** Makes the buttons that the board needs now, and puts them over their squares. */
  place() {
    const { game, rows, cols, squares } = this.#state.board;
    const shape = `${game} ${rows} ${cols} ${squares} ${this.#window().join()}`;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#make();
    }
    for (const button of this.#buttons) {
      this.#layout.put(button, this.#layout.corner(Number(button.dataset.index)));
      this.#layout.size(button, this.#layout.tile, this.#layout.tile);
    }
  }

  /** Names the board and its squares. */
  name() {
    const { board, cursor, overlay } = this.#state;
    const t = this.#t;
    this.element.setAttribute('aria-label', t('board.label', { game: board.kit?.name ?? '', size: board.title }).trim());
    for (const button of this.#buttons) {
      const index = Number(button.dataset.index);
      tell(button, 'aria-label', squareText(this.#state, index, t));
      tell(button, 'tabindex', index === cursor ? '0' : '-1');
      tell(button, 'aria-selected', String(overlay.frame?.includes(board.name(index)) ?? false));
    }
  }

  /** Puts the focus on the cursor's square. */
  focus() {
    this.#button(this.#state.cursor)?.focus();
  }

  /** The cursor goes to another square, and the focus with it. @param {number} index */
  moveTo(index) {
    const before = this.#button(this.#state.cursor);
    if (before) before.tabIndex = -1;
    this.#state.cursor = index;
    this.place();
    const now = this.#button(index);
    if (now) now.tabIndex = 0;
    now?.focus();
  }

  /** Whether the cursor shall be seen. */
  get hasCursor() {
    const { activeElement } = document;
    return this.element.contains(activeElement) && (activeElement?.matches(':focus-visible') ?? false);
  }

  /** The rows and columns that get buttons: from row, to row, from column, to column. @returns {[number, number, number, number]} */
  #window() {
    const { board, cursor } = this.#state;
    const { rows, cols } = lines(board);
    if (board.squares <= MOST_BUTTONS) return [0, rows, 0, cols];
    const row = Math.floor(cursor / cols);
    const col = cursor % cols;
    return [Math.max(0, row - AROUND), Math.min(rows, row + AROUND + 1), Math.max(0, col - AROUND), Math.min(cols, col + AROUND + 1)];
  }

  #make() {
    const { board } = this.#state;
    const { rows, cols } = lines(board);
    const focused = this.element.contains(document.activeElement);
    const [top, bottom, left, right] = this.#window();
    this.element.setAttribute('aria-rowcount', String(rows));
    this.element.setAttribute('aria-colcount', String(cols));
    this.#buttons = [];
    const made = [];
    for (let row = top; row < bottom; row++) {
      const first = row * cols;
      const buttons = range(left, Math.min(right, board.squares - first)).map((col) => square(first + col, col));
      this.#buttons.push(...buttons);
      made.push(h('div', { role: 'row', 'aria-rowindex': row + 1 }, buttons));
    }
    this.element.replaceChildren(...made);
    this.name();
    if (focused) this.focus();
  }

  /** @param {number} index */
  #button(index) {
    return this.#buttons.find((button) => Number(button.dataset.index) === index);
  }

  /** @param {KeyboardEvent} event @param {(index: number) => void} moveCursor */
  #press(event, moveCursor) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { handlers, cursor } = this.#state;
    const isTaken = handlers.onKey?.(this.#state.nameOf(cursor), event.key) ?? false;
    const arrow = event.shiftKey ? undefined : ARROWS[event.key];
    // Enter and Space press the button; they are not for the page.
    if (isTaken || arrow || event.key === 'Enter' || event.key === ' ') event.stopPropagation();
    if (isTaken || arrow) event.preventDefault();
    const next = isTaken || !arrow ? -1 : this.#layout.beside(cursor, ...arrow);
    if (next >= 0) moveCursor(next);
  }
}

/** The rows of buttons: a graph is one. @param {import('../games/told.js').Board} board */
const lines = ({ spots, squares, rows, cols }) => (spots ? { rows: 1, cols: squares } : { rows, cols });

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** @param {number} index @param {number} col */
const square = (index, col) => h('button', { type: 'button', role: 'gridcell', tabindex: -1, 'data-index': index, 'aria-colindex': col + 1 });

/** Sets an attribute that has changed: the style of what is told anew is computed anew. @param {HTMLElement} element @param {string} name @param {string} value */
function tell(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
