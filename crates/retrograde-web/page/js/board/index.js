/**
 * The board: a real grid of buttons, and a canvas with the pixels above it.
 *
 *     state.js      what is shown, and who is told        animation.js  what moves by itself
 *     layout.js     where squares are                     paint.js      the picture: squares.js, marks.js, shapes.js, sprites.js
 *     grid.js       buttons, keys, names (names.js)       pointer.js    mouse, pen and finger
 *
 * The buttons are what keyboards and screen readers use. The canvas is paint: hidden from assistive technology, deaf to pointers. This file
 * joins the rooms, and is all that others see of them.
 */

import { h, reducedMotion } from '../base/dom.js';
import { Animation } from './animation.js';
import { Grid } from './grid.js';
import { Layout } from './layout.js';
import { note } from './names.js';
import { Painter } from './paint.js';
import { Pointer } from './pointer.js';
import { State } from './state.js';

/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {import('./state.js').Overlay} Overlay */
/** @typedef {import('./state.js').Handlers} Handlers */
/** @typedef {import('./paint.js').Under} Under */
/** @typedef {import('../languages/index.js').T} T */

export class BoardView {
  #state;
  #animation = new Animation();
  #notes = h('div', { class: 'notes' });
  /** A game that has no picture shows its token. */
  #bare = h('p', { class: 'bare' });
  /** The frame that is asked for; 0 if none. */
  #asked = 0;
  /** The board that was laid out last. @type {Board | null} */
  #laid = null;
  /** What shows a part of the board, larger, where there is such a thing. @type {import('./zoom.js').Zoom | null} */
  zoom = null;
  #grid;
  #painter;
  #box;
  /** Where squares are; for looking at only. */
  layout = new Layout();
  /** Called when a board is shown. */
  onShow = () => {};
  /** Who is told which square the pointer or the focus is on; -1 for none. @type {Set<(index: number) => void>} */
  lookers = new Set();

  /** @param {HTMLElement} element where it goes; it fills it @param {{ t: T, style: import('./style.js').Style }} ctx */
  constructor(element, { t, style }) {
    this.element = element;
    this.#state = new State(style);
    this.#grid = new Grid(this.#state, this.layout, t, (index) => this.#moveCursor(index));
    this.#painter = new Painter(this.#state, this.layout, this.#animation);
    /** Where the squares are. */
    this.box = this.#box = h('div', { class: 'board' }, this.#grid.element, this.#painter.canvas);
    this.pointer = new Pointer(this.#box, this.#state, this.layout, {
      look: (index) => this.#look(index),
      press: (index, shift) => this.#press(index, shift),
      letGo: () => this.repaint(),
    });
    this.#box.append(this.pointer.ghost, this.#notes);
    this.#grid.element.addEventListener('focusin', (event) => this.#focused(Number(/** @type {HTMLElement} */ (event.target).dataset.index)));
    this.#grid.element.addEventListener('focusout', () => this.repaint());
    element.replaceChildren(this.#box, this.#bare);
    new ResizeObserver(() => this.layOut()).observe(element);
  }

  get board() {
    return this.#state.board;
  }

  /** What a pointer that goes down on a square begins. @param {number} index -1 for none */
  grabs(index) {
    return index < 0 ? 'none' : (this.#state.handlers.onGrab?.(this.#state.nameOf(index)) ?? 'none');
  }

  get overlay() {
    return this.#state.overlay;
  }

  /** @param {Handlers} handlers */
  set handlers(handlers) {
    this.#state.handlers = handlers;
  }

  /** @param {boolean} isFlipped the board is turned by half a turn */
  set flip(isFlipped) {
    this.#state.isFlipped = isFlipped;
  }

  /** @param {Under | null} under what is drawn between squares and pieces */
  set under(under) {
    this.#painter.under = under;
  }

  /** Shows a board with what is over it. @param {Board} board @param {Overlay} [overlay] */
  show(board, overlay = {}) {
    this.#finish();
    if (this.#state.isOther(board)) this.#animation.clearPulses();
    this.#state.show(board, overlay);
    this.#pulse();
    // Measuring the room computes all styles, and an edit mostly changes no place.
    if (this.#isLaidOut()) {
      this.#placeNotes();
      this.repaint();
    } else this.layOut();
    this.#grid.name();
    this.onShow();
  }

  /** Once the board is in sight. Without a server the nodes stand without arrows until it is laid out again. */
  async #loadGraph() {
    await inSight(this.element);
    const graph = await import('./graph.js').catch(() => null);
    this.#painter.graph ??= graph;
    this.repaint();
  }

  /** Changes only what is over the pieces. @param {Overlay} overlay */
  lay(overlay) {
    this.#state.overlay = overlay;
    this.#pulse();
    this.#grid.name();
    this.#placeNotes();
    this.repaint();
  }

  /**
   * Carries a piece along a path with a fading trail, then resolves. At once, where less motion is wanted.
   * @param {string[]} path names of squares; the piece stands on the first, or comes to lie on the only one
   * @param {[string, string][]} [carried] what else moves, from where to where
   * @returns {Promise<void>}
   */
  animate(path, carried = []) {
    this.#finish();
    const state = this.#state;
    const squares = state.fallen(state.indicesOf(path));
    const piece = state.carriedFrom(squares[0] ?? -1);
    if (squares.length < 2 || piece === undefined || reducedMotion() || this.layout.isWide) return Promise.resolve();
    this.repaint();
    const others = carried.map((names) => state.indicesOf(names)).flatMap(([from = -1, to = -1]) => state.cellAt(from).pieces.map((other) => ({ path: [from, to], image: state.imageOf(other) })));
    return this.#animation.carry([{ path: squares, image: state.imageOf(piece) }, ...others]);
  }

  /** Ends a move that is under way. */
  #finish() {
    this.#animation.finish();
  }

  /** Moves the cursor, and the focus with it. @param {number} index */
  #moveCursor(index) {
    this.zoom?.reveal(index);
    this.#grid.moveTo(index);
    this.repaint();
  }

  /** Draws in the look of now. */
  changeLook() {
    this.#state.handlers.onLook?.();
    this.repaint();
  }

  /** Whether the squares lie where those of the last board lay; of another room or look, the observer and the switches tell. */
  #isLaidOut() {
    const { board } = this.#state;
    const last = this.#laid;
    return last !== null && last.game === board.game && last.rows === board.rows && last.cols === board.cols && last.squares === board.squares && last.spots === board.spots && board.squares > 0;
  }

  /** Fills the element, and draws. */
  layOut() {
    const { board, isFlipped } = this.#state;
    this.#laid = board;
    const isBare = board.squares === 0;
    this.#bare.textContent = isBare ? board.pos : '';
    this.#box.hidden = isBare;
    if (isBare) return;
    this.layout.fit(board, { isFlipped, camera: this.zoom }, this.#room());
    this.#box.classList.toggle('zoomed', this.layout.window !== null);
    if (board.graph && !this.#painter.graph) void this.#loadGraph();
    this.#painter.fit();
    this.layout.size(this.#box, this.layout.width, this.layout.height);
    this.#grid.place();
    this.#placeNotes();
    this.repaint();
  }

  /** Draws at the next frame, and at every one while something moves. */
  repaint() {
    if (this.#asked === 0) this.#asked = requestAnimationFrame((now) => this.#paint(now));
  }

  /** Draws now what is to be drawn, so that it changes in one paint with what stands beside the board. */
  paintNow() {
    if (this.#asked === 0) return;
    cancelAnimationFrame(this.#asked);
    this.#paint(performance.now());
  }

  /** @param {number} now */
  #paint(now) {
    this.#asked = 0;
    if (this.board.squares === 0) return;
    this.#painter.paint(now, this.#grid.hasCursor, this.zoom);
    if (this.#animation.isRunning) this.repaint();
  }

  /** The room there is. @returns {import('./layout.js').Room} */
  #room() {
    const style = getComputedStyle(this.element);
    const across = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const down = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    return { width: this.element.clientWidth - across, height: this.element.clientHeight - down, ratio: window.devicePixelRatio || 1 };
  }

  #pulse() {
    for (const [name, color] of this.overlay.pulse ?? []) this.#animation.pulse(this.#state.indexOf(name), color);
  }

  #placeNotes() {
    const notes = [...(this.overlay.notes ?? [])].map(([name, text]) => note(text, Math.max(0, this.#state.indexOf(name)), this.layout));
    this.#notes.replaceChildren(...notes);
  }

  /** @param {number} index */
  #look(index) {
    for (const looker of this.lookers) looker(index);
  }

  /** @param {number} index @param {boolean} shift */
  #press(index, shift) {
    if (index !== this.#state.cursor) this.#moveCursor(index);
    this.#state.handlers.onCell?.(this.#state.nameOf(index), { shift });
  }

  /** @param {number} index */
  #focused(index) {
    if (index !== this.#state.cursor) this.#moveCursor(index);
    this.#look(index);
    this.repaint();
  }
}

/** Until an element is in sight for the first time. @param {HTMLElement} element @returns {Promise<void>} */
const inSight = (element) => new Promise((done) => {
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    sight.disconnect();
    done();
  });
  sight.observe(element);
});
