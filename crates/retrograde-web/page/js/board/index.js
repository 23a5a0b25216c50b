/**
 * The board: a real grid of buttons, and a canvas with the pixels above it.
 *
 * - The buttons are what keyboards, screen readers and pointers use: `role=grid`, one of them in the tab order, every one named in full.
 *   Of a board too large for a button each, only those around the cursor exist; the grid says which rows and columns they are.
 * - The canvas is paint: hidden from assistive technology, deaf to pointers. It is drawn in art pixels, 16 a square (15 and a grid
 *   line), and shown at a whole number of device pixels each. Where even one is too many, squares shrink instead.
 * - A move is animated along its path. The difference of two positions is never animated: kings are interchangeable, so they
 *   would seem to teleport.
 */

import { h, reducedMotion } from '../base/dom.js';
import { PALETTE, VALUES } from '../base/values.js';
import { gameOf } from '../games/index.js';
import { PLAIN, TILE, drawGlyph, isPlain, paper, pixelWidth, sprite, writePixels } from './sprites.js';

/** @typedef {import('../games/index.js').GameModel} GameModel */
/** @typedef {import('../games/grid.js').Board} Board */
/** @typedef {import('../base/values.js').Kind} Kind */
/** @typedef {{ value: Kind, depth?: number | null, text?: string, says?: string }} Mark `text`: short, instead of the depth: numerals only; `says`: in the square's name */
/** @typedef {{ path: string[], value?: Kind | null }} Arrow */
/**
 * What is shown over the pieces. Squares go by name.
 * @typedef {object} Overlay
 * @property {string[]} [frame] the current squares: yellow
 * @property {Map<string, string>} [pulse] squares that light up once and fade, and in which colours
 * @property {Map<string, Mark>} [marks] values
 * @property {string[]} [trail] dots along these squares, in order: where a piece has come from
 * @property {string[][]} [trails] the same for several
 * @property {Arrow[]} [arrows]
 * @property {string[]} [dots] where the picked piece may go, its values being hidden
 * @property {string[]} [wrong] squares with something illegal
 * @property {Map<string, string>} [notes] what to say beside a square, as text
 * @property {Map<string, string>} [tints] colours of squares, under the pieces
 * @property {Map<string, string>} [labels] what to add to the names of squares
 * @property {boolean} [stale] pieces and marks greyed
 */
/**
 * @typedef {object} Handlers
 * @property {(square: string, event: { shift: boolean }) => void} [onCell] pressed: by pointer, Enter or Space
 * @property {(from: string, to: string) => void} [onDrag] a piece was carried
 * @property {(from: string, over: string) => void} [onCarry] a piece is carried, and is over another square now
 * @property {(square: string) => 'carry' | 'stroke' | 'none'} [onGrab] what a pointer that goes down here begins
 * @property {(square: string, first: boolean) => void} [onStroke] the pointer passes here, painting
 * @property {(square: string | null) => void} [onHover]
 * @property {() => void} [onLook] sprites have become plain squares, or the other way round
 * @property {(square: string, key: string) => boolean} [onKey] a key on a square; true if it was meant for it
 */

/** Boards of more squares get buttons only around the cursor. */
const MOST_BUTTONS = 900;
const AROUND = 7;
const MARGIN = 9;
const PULSE_MS = 400;
const PULSE_GAP_MS = 350;
const STEP_MS = 170;
/** A square of a wide board, when it is zoomed: large enough to hit. */
const ZOOMED = 8;

export class BoardView {
  /**
   * @param {HTMLElement} element where it goes; it fills it
   * @param {import('../languages/index.js').T} t
   */
  constructor(element, t) {
    this.element = element;
    this.t = t;
    /** @type {Handlers} */
    this.handlers = {};
    /** Called when a board is shown. */
    this.onShow = () => {};
    /** @type {Board | null} */
    this.board = null;
    /** @type {GameModel} */
    this.model = gameOf('');
    /** @type {Overlay} */
    this.overlay = {};
    this.flip = false;
    /** Wide boards only: squares that can be hit, on a stage that scrolls. */
    this.zoomed = false;
    this.cursor = 0;
    /** What is drawn between squares and pieces, by the art pixel; see `race` overlays. @type {((context: CanvasRenderingContext2D, view: BoardView) => void) | null} */
    this.under = null;

    this.canvas = h('canvas', { 'aria-hidden': 'true', class: 'paint' });
    this.grid = h('div', { role: 'grid', class: 'cells' });
    this.ghost = h('canvas', { 'aria-hidden': 'true', class: 'ghost', hidden: true });
    this.notes = h('div', { class: 'notes' });
    this.box = h('div', { class: 'board' }, this.grid, this.canvas, this.ghost, this.notes);
    /** A game that has no picture shows its token. */
    this.bare = h('p', { class: 'bare' });
    element.replaceChildren(this.box, this.bare);

    /** The board does not fit in squares of 16 pixels. */
    this.isWide = false;
    this.margin = MARGIN;
    this.tile = TILE;
    this.scale = 1;
    /** @type {{ path: number[], sprite: string, started: number, done: () => void, hidden: number[] } | null} */
    this.moving = null;
    /** @type {Map<number, { color: string, started: number }>} squares that pulse */
    this.pulses = new Map();
    this.lastPulse = -Infinity;
    this.frameAsked = 0;
    this.ground = { board: /** @type {Board | null} */ (null), key: '', canvas: h('canvas') };
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.shape = '';

    new ResizeObserver(() => this.layOut()).observe(element);
    this.#listen();
  }

  /**
   * Shows a board with what is over it.
   * @param {Board} board
   * @param {Overlay} [overlay]
   */
  show(board, overlay = {}) {
    this.finish();
    const sameShape = this.board?.game === board.game && this.board.rows === board.rows && this.board.cols === board.cols;
    // What lit up on another position does not fade on this one.
    if (!sameShape || board.cells.some((cell, index) => cell !== this.board?.cells[index])) this.pulses.clear();
    this.board = board;
    this.model = gameOf(`${board.game}:`);
    this.overlay = overlay;
    if (!sameShape) this.cursor = this.#firstPiece(board);
    for (const [name, color] of overlay.pulse ?? []) this.#pulse(this.model.index(board, name), color);
    this.layOut();
    this.#nameCells();
    this.onShow();
  }

  /** Where the cursor begins: on a piece of the side to move. @param {Board} board */
  #firstPiece(board) {
    const isMovers = (/** @type {string} */ letter) => this.model.sides[this.model.pieces[letter]?.side ?? -1] === board.turn;
    return Math.max(0, board.cells.findIndex((cell) => [...cell].some(isMovers)));
  }

  /** Changes only what is over the pieces. @param {Overlay} overlay */
  lay(overlay) {
    if (!this.board) return;
    this.overlay = overlay;
    for (const [name, color] of overlay.pulse ?? []) this.#pulse(this.model.index(this.board, name), color);
    this.#nameCells();
    this.#placeNotes();
    this.repaint();
  }

  /**
   * Carries a piece along a path with a fading trail, then resolves. At once, where less motion is wanted.
   * @param {string[]} path names of squares; the piece stands on the first
   * @returns {Promise<void>}
   */
  animate(path) {
    this.finish();
    const board = this.board;
    if (!board) return Promise.resolve();
    const squares = path.map((name) => this.model.index(board, name)).filter((index) => index >= 0);
    const from = squares[0];
    const letter = from === undefined ? undefined : this.#carried(from);
    const look = letter === undefined ? undefined : this.model.pieces[letter];
    if (squares.length < 2 || from === undefined || !look || reducedMotion() || this.isWide) return Promise.resolve();
    return new Promise((done) => {
      this.moving = { path: squares, sprite: look.sprite, started: performance.now(), done, hidden: [from] };
      this.repaint();
    });
  }

  /** Ends a move that is under way. */
  finish() {
    const moving = this.moving;
    this.moving = null;
    moving?.done();
  }

  /** Puts the focus on the cursor's square. */
  focus() {
    this.#button(this.cursor)?.focus();
  }

  // ---- geometry

  /** Chooses the whole-number scale that fills the element, and draws. */
  layOut() {
    const board = this.board;
    this.bare.textContent = board && !board.cols ? board.extra : '';
    this.box.hidden = !board?.cols;
    if (!board?.cols) return;
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.#room();
    const perColumn = (width * ratio) / (board.cols * TILE + 1 + MARGIN);
    const perRow = (height * ratio) / (this.#airRows() * TILE + 1 + MARGIN);
    const fits = Math.floor(Math.min(perColumn, perRow, 6 * ratio));
    if (fits >= 1) {
      this.tile = TILE;
      this.scale = fits / ratio;
    } else {
      const most = Math.min((width * ratio) / board.cols, (height * ratio) / board.rows);
      this.tile = Math.max(1, Math.floor(most), this.zoomed ? ZOOMED * Math.round(ratio) : 0);
      this.scale = 1 / ratio;
    }
    this.isWide = fits < 1;
    this.box.classList.toggle('zoomed', this.isWide && this.zoomed);
    this.margin = this.isWide ? 0 : MARGIN;
    const artWidth = board.cols * this.tile + 1 + this.margin;
    const artHeight = this.#airRows() * this.tile + 1 + this.margin;
    if (this.canvas.width !== artWidth || this.canvas.height !== artHeight) {
      this.canvas.width = artWidth;
      this.canvas.height = artHeight;
    }
    this.#size(this.canvas, artWidth, artHeight);
    this.#size(this.box, artWidth, artHeight);
    this.#placeCells();
    this.#placeNotes();
    this.repaint();
  }

  /** The room there is, in CSS pixels. */
  #room() {
    const style = getComputedStyle(this.element);
    const across = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const down = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    return { width: this.element.clientWidth - across, height: this.element.clientHeight - down };
  }

  /** The lines of a row of cannons stand apart, with air above for the captures. */
  #airRows() {
    const rows = this.board?.rows ?? 0;
    return this.board?.game === 'cannons' ? rows * 2 : rows;
  }

  /** @param {HTMLElement} element @param {number} width @param {number} height in art pixels */
  #size(element, width, height) {
    element.style.width = `${width * this.scale}px`;
    element.style.height = `${height * this.scale}px`;
  }

  /** The left upper corner of a square, in art pixels. @param {number} index */
  corner(index) {
    const board = this.board;
    const cols = board?.cols || 1;
    const last = (board?.cells.length ?? 1) - 1;
    const seen = this.flip && board?.game !== 'cannons' ? last - index : index;
    const row = Math.floor(seen / cols);
    const down = board?.game === 'cannons' ? row * 2 + 1 : row;
    return { x: this.margin + (seen % cols) * this.tile, y: this.margin + down * this.tile };
  }

  /** The square under a point of the screen; -1 for none. @param {number} clientX @param {number} clientY */
  at(clientX, clientY) {
    const board = this.board;
    if (!board) return -1;
    const frame = this.box.getBoundingClientRect();
    const margin = this.margin;
    const col = Math.floor(((clientX - frame.left) / this.scale - margin) / this.tile);
    const down = Math.floor(((clientY - frame.top) / this.scale - margin) / this.tile);
    const isCannons = board.game === 'cannons';
    const row = isCannons ? (down - 1) / 2 : down;
    if (col < 0 || col >= board.cols || row < 0 || row >= board.rows || !Number.isInteger(row)) return -1;
    const seen = row * board.cols + col;
    const index = this.flip && !isCannons ? board.cells.length - 1 - seen : seen;
    return index < board.cells.length ? index : -1;
  }

  // ---- the grid of buttons

  /** Makes the buttons that the board needs now, and puts them under their squares. */
  #placeCells() {
    const board = this.board;
    if (!board) return;
    const shape = `${board.game} ${board.rows} ${board.cols} ${board.cells.length} ${this.#window().join()}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.#makeCells();
    }
    for (const button of this.buttons) {
      const { x, y } = this.corner(Number(button.dataset.index));
      button.style.left = `${x * this.scale}px`;
      button.style.top = `${y * this.scale}px`;
      this.#size(button, this.tile, this.tile);
    }
  }

  /** The rows and columns that get buttons: from row, to row, from column, to column. @returns {[number, number, number, number]} */
  #window() {
    const board = this.board;
    if (!board || board.cells.length <= MOST_BUTTONS) return [0, board?.rows ?? 0, 0, board?.cols ?? 0];
    const row = Math.floor(this.cursor / board.cols);
    const col = this.cursor % board.cols;
    return [
      Math.max(0, row - AROUND), Math.min(board.rows, row + AROUND + 1), Math.max(0, col - AROUND), Math.min(board.cols, col + AROUND + 1),
    ];
  }

  #makeCells() {
    const board = this.board;
    if (!board) return;
    const focused = this.grid.contains(document.activeElement);
    const [top, bottom, left, right] = this.#window();
    this.grid.setAttribute('aria-rowcount', String(board.rows));
    this.grid.setAttribute('aria-colcount', String(board.cols));
    this.buttons = [];
    const rows = [];
    for (let row = top; row < bottom; row++) {
      const cells = [];
      for (let col = left; col < right && row * board.cols + col < board.cells.length; col++) {
        const index = row * board.cols + col;
        const button = h('button', { type: 'button', role: 'gridcell', tabindex: -1, 'data-index': index, 'aria-colindex': col + 1 });
        this.buttons.push(button);
        cells.push(button);
      }
      rows.push(h('div', { role: 'row', 'aria-rowindex': row + 1 }, cells));
    }
    this.grid.replaceChildren(...rows);
    this.#nameCells();
    if (focused) this.focus();
  }

  #nameCells() {
    const board = this.board;
    if (!board) return;
    this.grid.setAttribute('aria-label', this.t('board.label', { game: this.t(`game.${board.game}`), size: this.model.title(board) }));
    for (const button of this.buttons) {
      const index = Number(button.dataset.index);
      const name = this.cellName(index);
      if (button.getAttribute('aria-label') !== name) button.setAttribute('aria-label', name);
      button.tabIndex = index === this.cursor ? 0 : -1;
      const framed = (this.overlay.frame ?? []).includes(this.model.name(board, index));
      button.setAttribute('aria-selected', String(framed));
    }
  }

  /** A square in full: "c4, red king, best here: loss in 14". @param {number} index */
  cellName(index) {
    const board = this.board;
    if (!board) return '';
    const { model, t } = this;
    const name = model.name(board, index);
    const cell = model.cell(board, index);
    const mark = this.overlay.marks?.get(name);
    const parts = [
      name,
      ...(cell.pieces.length ? cell.pieces.map((letter) => t(model.pieces[letter]?.word ?? letter)) : [t(`cell.${cell.kind}`)]),
      cell.home === null ? '' : t('cell.home', { side: t(`side.${model.sides[cell.home]}`) }),
      mark ? (mark.says ?? t('cell.mark', { value: t(`value.${mark.value}`), depth: mark.depth ?? null })) : '',
      this.overlay.labels?.get(name) ?? '',
      (this.overlay.wrong ?? []).includes(name) ? t('cell.wrong') : '',
    ];
    return parts.filter(Boolean).join(', ');
  }

  /** Notes stand beside their squares, on the side with more room. */
  #placeNotes() {
    const board = this.board;
    if (!board) return;
    const notes = [...(this.overlay.notes ?? [])].map(([name, text]) => {
      const index = Math.max(0, this.model.index(board, name));
      const { x, y } = this.corner(index);
      const isRight = x * 2 > this.canvas.width;
      const note = h('p', { class: `callout ${isRight ? 'at-left' : 'at-right'}` }, text);
      note.style.top = `${y * this.scale}px`;
      if (isRight) note.style.right = `${(this.canvas.width - x + 2) * this.scale}px`;
      else note.style.left = `${(x + this.tile + 3) * this.scale}px`;
      return note;
    });
    this.notes.replaceChildren(...notes);
  }

  /** @param {number} index */
  #button(index) {
    return this.buttons.find((button) => Number(button.dataset.index) === index);
  }

  /** Moves the cursor, and the focus with it. @param {number} index */
  moveCursor(index) {
    const before = this.#button(this.cursor);
    if (before) before.tabIndex = -1;
    this.cursor = index;
    this.#placeCells();
    const now = this.#button(index);
    if (now) now.tabIndex = 0;
    now?.focus();
    this.repaint();
  }

  #listen() {
    /** @type {{ from: number, mode: 'carry' | 'stroke', last: number } | null} */
    let grab = null;
    let dragged = false;
    const nameOf = (/** @type {number} */ index) => (this.board ? this.model.name(this.board, index) : '');

    this.box.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      dragged = false;
      const index = this.at(event.clientX, event.clientY);
      const mode = index < 0 ? 'none' : (this.handlers.onGrab?.(nameOf(index)) ?? 'none');
      if (mode === 'none') return;
      grab = { from: index, mode, last: index };
      if (mode === 'stroke') {
        dragged = true;
        event.preventDefault();
        this.handlers.onStroke?.(nameOf(index), true);
      }
    });
    this.box.addEventListener('pointermove', (event) => {
      const index = this.at(event.clientX, event.clientY);
      if (!grab) {
        this.handlers.onHover?.(index < 0 ? null : nameOf(index));
        return;
      }
      if (event.buttons === 0) {
        grab = null;
        this.ghost.hidden = true;
        return;
      }
      if (!this.box.hasPointerCapture(event.pointerId)) this.box.setPointerCapture(event.pointerId);
      if (grab.mode === 'carry') {
        dragged ||= index !== grab.from;
        if (dragged) this.#haunt(grab.from, event);
        if (dragged && index >= 0 && index !== grab.last) {
          grab.last = index;
          this.handlers.onCarry?.(nameOf(grab.from), nameOf(index));
        }
      } else if (index >= 0 && index !== grab.last) {
        grab.last = index;
        this.handlers.onStroke?.(nameOf(index), false);
      }
    });
    const release = (/** @type {PointerEvent} */ event) => {
      const index = this.at(event.clientX, event.clientY);
      this.ghost.hidden = true;
      const held = grab;
      grab = null;
      if (held?.mode === 'carry' && dragged && index >= 0 && event.type === 'pointerup') this.handlers.onDrag?.(nameOf(held.from), nameOf(index));
      this.repaint();
    };
    this.box.addEventListener('pointerup', release);
    this.box.addEventListener('pointercancel', release);
    this.box.addEventListener('pointerleave', () => this.handlers.onHover?.(null));
    // A finger that carries or paints does not scroll the page; any other does.
    this.box.addEventListener('touchmove', (event) => grab && event.cancelable && event.preventDefault(), { passive: false });
    this.box.addEventListener('click', (event) => {
      const pressed = event.target instanceof HTMLElement && event.target.closest('button');
      const byKeys = event.detail === 0 && pressed instanceof HTMLElement;
      const index = byKeys ? Number(pressed.dataset.index) : this.at(event.clientX, event.clientY);
      if (index < 0 || (dragged && !byKeys)) return;
      if (index !== this.cursor) this.moveCursor(index);
      this.handlers.onCell?.(nameOf(index), { shift: event.shiftKey });
    });
    this.grid.addEventListener('focusin', (event) => {
      const index = Number(/** @type {HTMLElement} */ (event.target).dataset.index);
      if (index !== this.cursor) this.moveCursor(index);
      this.handlers.onHover?.(nameOf(index));
      this.repaint();
    });
    this.grid.addEventListener('focusout', () => {
      this.handlers.onHover?.(null);
      this.repaint();
    });
    this.grid.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const board = this.board;
    if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.handlers.onKey?.(this.model.name(board, this.cursor), event.key)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const sign = this.flip && board.game !== 'cannons' ? -1 : 1;
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowUp: [-sign, 0], ArrowDown: [sign, 0], ArrowLeft: [0, -sign], ArrowRight: [0, sign] };
    const [down, across] = ways[event.key] ?? [0, 0];
    if ((!down && !across) || event.shiftKey) {
      // Enter and Space press the button; they are not for the page.
      if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const row = Math.floor(this.cursor / board.cols) + down;
    const col = (this.cursor % board.cols) + across;
    const index = row * board.cols + col;
    if (row >= 0 && row < board.rows && col >= 0 && col < board.cols && index < board.cells.length) this.moveCursor(index);
  }

  // ---- paint

  /** Draws in the look of now. */
  changeLook() {
    this.handlers.onLook?.();
    this.repaint();
  }

  /** Draws at the next frame. */
  repaint() {
    if (!this.frameAsked) this.frameAsked = requestAnimationFrame((now) => this.#paint(now));
  }

  /** @param {number} now */
  #paint(now) {
    this.frameAsked = 0;
    const board = this.board;
    if (!board || !board.cols) return;
    const context = paper(this.canvas);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.isWide) this.#paintSmall(context);
    else this.#paintLarge(context, now);
    this.#paintCursor(context);
    if (this.moving || this.pulses.size) this.repaint();
  }

  /** @param {CanvasRenderingContext2D} context @param {number} now */
  #paintLarge(context, now) {
    const board = /** @type {Board} */ (this.board);
    // The squares of a row of cannons have a rim each, and its numbers stand on the stage.
    if (isPlain() && board.game !== 'cannons') {
      context.fillStyle = PLAIN.ground;
      context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    }
    this.#paintNames(context);
    const hidden = this.moving?.hidden ?? [];
    for (let index = 0; index < board.cells.length; index++) this.#paintGround(context, index);
    this.under?.(context, this);
    for (let index = 0; index < board.cells.length; index++) {
      this.#paintHome(context, index);
      this.#paintMark(context, index);
    }
    for (const trail of [this.overlay.trail ?? [], ...(this.overlay.trails ?? [])]) this.#paintDots(context, trail);
    for (let index = 0; index < board.cells.length; index++) {
      if (!hidden.includes(index)) this.#paintPieces(context, index);
    }
    this.#paintPulses(context, now);
    for (const name of this.overlay.dots ?? []) this.#paintDot(context, name);
    for (const name of this.overlay.wrong ?? []) this.#paintFrame(context, name, VALUES.loss.color);
    for (const name of this.overlay.frame ?? []) this.#paintFrame(context, name, PALETTE.yellow);
    for (const arrow of this.overlay.arrows ?? []) this.#paintArrow(context, arrow);
    this.#paintMoving(context, now);
  }

  /** Squares of less than 16 pixels: plain colours, pieces as disks that can be found. @param {CanvasRenderingContext2D} context */
  #paintSmall(context) {
    const board = /** @type {Board} */ (this.board);
    const size = this.tile;
    context.drawImage(this.#smallGround(board), 0, 0);
    for (const [name, color] of this.overlay.tints ?? []) {
      const { x, y } = this.corner(this.model.index(board, name));
      context.fillStyle = color;
      context.fillRect(x, y, size, size);
    }
    this.under?.(context, this);
    for (const [name, mark] of this.overlay.marks ?? []) this.#paintDisk(context, this.model.index(board, name), VALUES[mark.value].color, 3);
    for (const home of board.homes ?? []) this.#paintDisk(context, home, PALETTE.yellow, 3);
    for (const index of board.cells.flatMap((cell, index) => (cell && cell !== '#' ? [index] : []))) {
      const letter = board.cells[index]?.at(-1) ?? '';
      const image = sprite(this.model.pieces[letter]?.sprite ?? '');
      const { x, y } = this.corner(index);
      const half = (size - image.width) / 2;
      // Larger than its square, and whole even in a corner.
      const inside = (/** @type {number} */ at, /** @type {number} */ room) => Math.max(0, Math.min(Math.round(at + half), room - image.width));
      context.drawImage(image, inside(x, this.canvas.width), inside(y, this.canvas.height));
    }
    for (const arrow of this.overlay.arrows ?? []) this.#paintArrow(context, arrow);
  }

  /** Floor and walls of a large board, painted once. @param {Board} board */
  #smallGround(board) {
    const key = `${this.tile} ${this.flip}`;
    if (this.ground.board === board && this.ground.key === key) return this.ground.canvas;
    const canvas = h('canvas', { width: board.cols * this.tile, height: board.rows * this.tile });
    const context = paper(canvas);
    context.fillStyle = PALETTE.floor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = PALETTE.wall;
    board.cells.forEach((cell, index) => {
      if (cell !== '#') return;
      const { x, y } = this.corner(index);
      context.fillRect(x, y, this.tile, this.tile);
    });
    this.ground = { board, key, canvas };
    return canvas;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index @param {string} color @param {number} radius */
  #paintDisk(context, index, color, radius) {
    const { x, y } = this.corner(index);
    const half = this.tile / 2;
    context.fillStyle = PALETTE.ink;
    context.fillRect(x + half - radius - 1, y + half - radius - 1, 2 * radius + 2, 2 * radius + 2);
    context.fillStyle = color;
    context.fillRect(x + half - radius, y + half - radius, 2 * radius, 2 * radius);
  }

  /** Letters of columns and numbers of rows. @param {CanvasRenderingContext2D} context */
  #paintNames(context) {
    const board = /** @type {Board} */ (this.board);
    const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
      writePixels(context, text, Math.round(x - pixelWidth(text) / 2), y, isPlain() ? PLAIN.floor : VALUES.draw.color);
    if (board.game === 'cannons') {
      for (let index = 0; index < board.cells.length; index++) {
        const { x, y } = this.corner(index);
        write(String(index + 1), x + 8, y - 7);
      }
      return;
    }
    for (let col = 0; col < board.cols; col++) {
      const index = this.flip ? board.cells.length - board.cols + col : col;
      write(this.model.name(board, index).replace(/\d+/, ''), this.corner(index).x + 8, 2);
    }
    for (let row = 0; row < board.rows; row++) {
      const index = this.flip ? (row + 1) * board.cols - 1 : row * board.cols;
      write(String(row + 1), 4, this.corner(index).y + 5);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index */
  #paintGround(context, index) {
    const board = /** @type {Board} */ (this.board);
    const { x, y } = this.corner(index);
    const cell = this.model.cell(board, index);
    const isWall = cell.kind === 'wall';
    const tint = this.overlay.tints?.get(this.model.name(board, index));
    if (isWall && !isPlain()) {
      paintBricks(context, x, y, index);
      return;
    }
    const line = isPlain() ? PLAIN.ground : PALETTE.line;
    context.fillStyle = line;
    context.fillRect(x, y, TILE + 1, TILE + 1);
    context.fillStyle = isWall ? PLAIN.wall : (tint ?? PALETTE.floor);
    context.fillRect(x + 1, y + 1, TILE - 1, TILE - 1);
    if (isWall || !this.model.isGoal(board, index)) return;
    context.fillStyle = line;
    const edge = this.flip ? y + TILE - 2 : y + 1;
    for (let dot = 1; dot < TILE; dot += 4) context.fillRect(x + dot, edge, 2, 2);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index */
  #paintHome(context, index) {
    const { home } = this.model.cell(/** @type {Board} */ (this.board), index);
    const { x, y } = this.corner(index);
    if (home !== null) context.drawImage(sprite(`home${home}`), x + 2, y + 2);
  }

  /** A value: the whole square in its colour, its mark, and the depth below. @param {CanvasRenderingContext2D} context @param {number} index */
  #paintMark(context, index) {
    const board = /** @type {Board} */ (this.board);
    const mark = this.overlay.marks?.get(this.model.name(board, index));
    if (!mark) return;
    const { x, y } = this.corner(index);
    const look = VALUES[mark.value];
    const alone = this.model.cell(board, index).pieces.length === 0;
    context.fillStyle = look.color;
    context.fillRect(x + 1, y + 1, TILE - 1, TILE - 1);
    const text = mark.text ?? (mark.depth === null || mark.depth === undefined ? '' : String(mark.depth));
    if (alone) {
      drawGlyph(context, look.glyph, x + 6, y + (text ? 2 : 6), PALETTE.ink);
      writePixels(context, text, Math.round(x + 8.5 - pixelWidth(text) / 2), y + 9, PALETTE.ink);
    }
  }

  /** The piece that a move takes along. @param {number} index @returns {string | undefined} */
  #carried(index) {
    const board = this.board;
    if (!board) return undefined;
    const pieces = this.model.cell(board, index).pieces;
    return pieces.find((letter) => this.model.sides[this.model.pieces[letter]?.side ?? -1] === board.turn) ?? pieces.at(-1);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index */
  #paintPieces(context, index) {
    const board = /** @type {Board} */ (this.board);
    const { pieces } = this.model.cell(board, index);
    const { x, y } = this.corner(index);
    context.globalAlpha = this.overlay.stale ? 0.5 : 1;
    pieces.forEach((letter, place) => {
      const image = sprite(this.model.pieces[letter]?.sprite ?? '');
      if (pieces.length === 1) context.drawImage(image, x + 2, y + 2);
      else context.drawImage(image, x + 1 + place * 5, y + 1 + place * 4, 10, 10);
    });
    context.globalAlpha = 1;
    const mark = pieces.length ? this.overlay.marks?.get(this.model.name(board, index)) : undefined;
    if (!mark) return;
    context.fillStyle = VALUES[mark.value].color;
    context.fillRect(x + 9, y + 9, 7, 7);
    drawGlyph(context, VALUES[mark.value].glyph, x + 10, y + 10, PALETTE.ink);
  }

  /** Unless one has just begun: nothing as large as a square flashes more than three times a second. @param {number} index @param {string} color */
  #pulse(index, color) {
    const now = performance.now();
    if (index < 0 || reducedMotion() || now - this.lastPulse < PULSE_GAP_MS) return;
    this.lastPulse = now;
    this.pulses.set(index, { color, started: now });
  }

  /** A glow round the square, and a paler square, that fade. @param {CanvasRenderingContext2D} context @param {number} now */
  #paintPulses(context, now) {
    for (const [index, { color, started }] of this.pulses) {
      const left = 1 - (now - started) / PULSE_MS;
      if (left <= 0) {
        this.pulses.delete(index);
        continue;
      }
      const { x, y } = this.corner(index);
      context.globalAlpha = Math.min(1, left);
      for (let far = 0; far < 4; far++) ring(context, x - far, y - far, TILE + 1 + 2 * far, color);
      context.globalAlpha = Math.min(1, left) * 0.5;
      context.fillStyle = '#ffffff';
      context.fillRect(x + 1, y + 1, TILE - 1, TILE - 1);
      context.globalAlpha = 1;
    }
  }

  /** Yellow with a dark line inside, so that it is seen on floor as on walls. @param {CanvasRenderingContext2D} context @param {string} name @param {string} color */
  #paintFrame(context, name, color) {
    const index = this.model.index(/** @type {Board} */ (this.board), name);
    if (index < 0) return;
    const { x, y } = this.corner(index);
    ring(context, x, y, TILE + 1, color);
    ring(context, x + 1, y + 1, TILE - 1, color);
    ring(context, x + 2, y + 2, TILE - 3, PALETTE.ink);
  }

  /** @param {CanvasRenderingContext2D} context @param {string} name */
  #paintDot(context, name) {
    const index = this.model.index(/** @type {Board} */ (this.board), name);
    if (index < 0) return;
    const { x, y } = this.middle(index);
    context.fillStyle = PALETTE.ink;
    context.fillRect(x - 2, y - 2, 5, 5);
    context.fillStyle = PALETTE.yellow;
    context.fillRect(x - 1, y - 1, 3, 3);
  }

  /** @param {CanvasRenderingContext2D} context */
  #paintCursor(context) {
    if (!this.grid.contains(document.activeElement) || !document.activeElement?.matches(':focus-visible')) return;
    const { x, y } = this.corner(this.cursor);
    const size = Math.max(this.tile + 1, 9);
    const shift = Math.floor((this.tile + 1 - size) / 2);
    context.setLineDash([3, 2]);
    context.lineWidth = 1;
    for (const [offset, color] of /** @type {[number, string][]} */ ([[0, PALETTE.ink], [2.5, '#ffffff']])) {
      context.lineDashOffset = offset;
      context.strokeStyle = color;
      context.strokeRect(x + shift + 0.5, y + shift + 0.5, size - 1, size - 1);
    }
    context.setLineDash([]);
  }

  /** The middle of a square, in art pixels. @param {number} index */
  middle(index) {
    const { x, y } = this.corner(index);
    const half = Math.floor(this.tile / 2);
    return { x: x + half, y: y + half };
  }

  /** Dots from square to square, up to the edge of those that show a value. @param {CanvasRenderingContext2D} context @param {string[]} names */
  #paintDots(context, names) {
    const points = this.#points(names);
    const isMarked = names.map((name) => this.overlay.marks?.has(name) ?? false);
    points.slice(1).forEach((to, index) => {
      const from = /** @type {{ x: number, y: number }} */ (points[index]);
      const dots = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / 4;
      for (let dot = 0; dot <= dots; dot++) {
        if (isMarked[dot < dots / 2 ? index : index + 1]) continue;
        const x = Math.round(from.x + ((to.x - from.x) * dot) / dots);
        const y = Math.round(from.y + ((to.y - from.y) * dot) / dots);
        context.fillStyle = PALETTE.ink;
        context.fillRect(x - 1, y - 1, 3, 3);
        context.fillStyle = PALETTE.yellow;
        context.fillRect(x, y, 1, 1);
      }
    });
  }

  /** @param {string[]} names @returns {{ x: number, y: number }[]} */
  #points(names) {
    const board = /** @type {Board} */ (this.board);
    return names
      .map((name) => this.model.index(board, name))
      .filter((index) => index >= 0)
      .map((index) => this.middle(index));
  }

  /** @param {CanvasRenderingContext2D} context @param {Arrow} arrow */
  #paintArrow(context, arrow) {
    const points = this.#points(arrow.path);
    const color = arrow.value ? VALUES[arrow.value].color : PALETTE.yellow;
    const arched = this.board?.game === 'cannons';
    const ways = arched && points.length === 2 ? arches(points, this.tile) : [points];
    for (const [width, paint] of /** @type {[number, string][]} */ ([[4, PALETTE.ink], [2, color]])) {
      for (const way of ways) {
        for (let leg = 1; leg < way.length; leg++) stroke(context, way[leg - 1], way[leg], width, paint);
      }
      const [tail, tip] = (ways.at(-1) ?? []).slice(-2);
      if (tail && tip) arrowHead(context, tail, tip, width, paint);
    }
  }

  /** The piece under way, and four fading pixels behind it. @param {CanvasRenderingContext2D} context @param {number} now */
  #paintMoving(context, now) {
    const moving = this.moving;
    if (!moving) return;
    const legs = moving.path.length - 1;
    const progress = Math.min(1, (now - moving.started) / (STEP_MS * legs));
    const image = sprite(moving.sprite);
    const at = (/** @type {number} */ share) => this.#along(moving.path, Math.max(0, share));
    for (let ghost = 4; ghost >= 1; ghost--) {
      const { x, y } = at(progress - (ghost * 0.11) / legs);
      context.globalAlpha = 0.55 - ghost * 0.11;
      context.drawImage(image, x + 2, y + 2);
    }
    context.globalAlpha = 1;
    const { x, y } = at(progress);
    context.drawImage(image, x + 2, y + 2);
    if (progress >= 1) this.finish();
  }

  /** Where on the path a piece is; cannons fly over the one between. @param {number[]} path @param {number} share */
  #along(path, share) {
    const legs = path.length - 1;
    const leg = Math.min(legs - 1, Math.floor(share * legs));
    const part = share * legs - leg;
    const [from, to] = [this.corner(path[leg] ?? 0), this.corner(path[leg + 1] ?? 0)];
    const rise = this.board?.game === 'cannons' ? Math.sin(Math.PI * part) * 10 : 0;
    return { x: Math.round(from.x + (to.x - from.x) * part), y: Math.round(from.y + (to.y - from.y) * part - rise) };
  }

  /** The piece that a pointer carries. @param {number} index @param {PointerEvent} event */
  #haunt(index, event) {
    const board = this.board;
    const letter = board ? this.model.cell(board, index).pieces.at(-1) : undefined;
    if (!letter || this.isWide) return;
    const image = sprite(this.model.pieces[letter]?.sprite ?? '');
    this.ghost.width = image.width;
    this.ghost.height = image.height;
    paper(this.ghost).drawImage(image, 0, 0);
    this.#size(this.ghost, image.width, image.height);
    const frame = this.box.getBoundingClientRect();
    this.ghost.style.left = `${event.clientX - frame.left - (image.width * this.scale) / 2}px`;
    this.ghost.style.top = `${event.clientY - frame.top - (image.height * this.scale) / 2}px`;
    this.ghost.hidden = false;
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} index */
function paintBricks(context, x, y, index) {
  context.fillStyle = PALETTE.mortar;
  context.fillRect(x, y, TILE + 1, TILE + 1);
  for (let course = 0; course < 4; course++) {
    const shift = (course + index) % 2 ? -4 : 0;
    for (let brick = 0; brick < 3; brick++) {
      const left = Math.max(1, shift + brick * 8 + 1);
      const right = Math.min(TILE, shift + brick * 8 + 8);
      if (right <= left) continue;
      context.fillStyle = PALETTE.wall;
      context.fillRect(x + left, y + course * 4 + 1, right - left, 3);
      context.fillStyle = course === 0 ? PALETTE.ledge : '#405970';
      context.fillRect(x + left, y + course * 4 + 1, right - left, 1);
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size @param {string} color */
function ring(context, x, y, size, color) {
  context.fillStyle = color;
  context.fillRect(x, y, size, 1);
  context.fillRect(x, y + size - 1, size, 1);
  context.fillRect(x, y, 1, size);
  context.fillRect(x + size - 1, y, 1, size);
}

/** @typedef {{ x: number, y: number }} Point */

/** A line of square dots, so that it stays pixel art. @param {CanvasRenderingContext2D} context @param {Point | undefined} from @param {Point | undefined} to @param {number} width @param {string} color */
function stroke(context, from, to, width, color) {
  if (!from || !to) return;
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  const half = Math.floor(width / 2);
  context.fillStyle = color;
  for (let step = 0; step <= steps; step++) {
    const x = Math.round(from.x + ((to.x - from.x) * step) / steps);
    const y = Math.round(from.y + ((to.y - from.y) * step) / steps);
    context.fillRect(x - half, y - half, width, width);
  }
}

/** @param {CanvasRenderingContext2D} context @param {Point} tail @param {Point} tip @param {number} width @param {string} color */
function arrowHead(context, tail, tip, width, color) {
  const length = Math.hypot(tip.x - tail.x, tip.y - tail.y) || 1;
  const [ux, uy] = [(tip.x - tail.x) / length, (tip.y - tail.y) / length];
  for (const side of [1, -1]) {
    const end = { x: Math.round(tip.x - 5 * ux + side * 4 * uy), y: Math.round(tip.y - 5 * uy - side * 4 * ux) };
    stroke(context, tip, end, width, color);
  }
}

/** Over the cannon between; from the end of one line to the start of another, in two halves. @param {Point[]} points @param {number} tile @returns {Point[][]} */
function arches(points, tile) {
  const [from, to] = /** @type {[Point, Point]} */ (points);
  if (from.y === to.y) return [arch(from, to, tile)];
  const ahead = (to.y > from.y ? 2 : -2) * tile;
  return [arch(from, { x: from.x + ahead, y: from.y }, tile), arch({ x: to.x - ahead, y: to.y }, to, tile)];
}

/** @param {Point} from @param {Point} to @param {number} rise @returns {Point[]} */
function arch(from, to, rise) {
  const way = [];
  for (let step = 0; step <= 8; step++) {
    way.push({ x: Math.round(from.x + ((to.x - from.x) * step) / 8), y: Math.round(from.y - 3 - Math.sin((Math.PI * step) / 8) * rise) });
  }
  return way;
}
