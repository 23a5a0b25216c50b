/** What a mouse, a pen or a finger does on a board: it presses squares, carries pieces, paints strokes, or just looks. */

import { h } from '../base/dom.js';
import { paper } from './sprites.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {{ from: number, mode: 'carry' | 'stroke', last: number }} Grab */
/**
 * @typedef {object} Told
 * @property {(index: number) => void} look the pointer is over a square now; -1: over none
 * @property {(index: number, isShifted: boolean) => void} press
 * @property {() => void} letGo
 */

export class Pointer {
  #state;
  #layout;
  #box;
  #told;
  /** @type {Grab | null} */
  #grab = null;
  /** Whether what is pressed has been carried or painted, so that letting go is no press. */
  #isDragged = false;

  /** @param {HTMLElement} box where the board stands @param {State} state @param {Layout} layout @param {Told} told */
  constructor(box, state, layout, told) {
    this.#box = box;
    this.#state = state;
    this.#layout = layout;
    this.#told = told;
    /** The piece that is carried. */
    this.ghost = h('canvas', { 'aria-hidden': 'true', class: 'ghost', hidden: true });
    box.addEventListener('pointerdown', (event) => this.begin(event));
    box.addEventListener('pointermove', (event) => this.#move(event));
    box.addEventListener('pointerup', (event) => this.#release(event));
    box.addEventListener('pointercancel', (event) => this.#release(event));
    // A finger that carries or paints does not scroll the page; any other does.
    box.addEventListener('touchmove', (event) => this.#grab && event.cancelable && event.preventDefault(), { passive: false });
    box.addEventListener('click', (event) => this.#click(event));
  }

  /** What has begun ends, and nothing is put down. */
  drop() {
    this.#grab = null;
    this.ghost.hidden = true;
  }

  /** The square under the pointer; -1 for none. @param {MouseEvent} event */
  #at(event) {
    const { x, y } = this.#within(event);
    return this.#layout.at(x, y);
  }

  /** CSS pixels from the left upper corner of the board. @param {MouseEvent} event */
  #within({ clientX, clientY }) {
    const { left, top } = this.#box.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** What a pointer that goes down begins. @param {PointerEvent} event */
  begin(event) {
    if (event.button !== 0) return;
    this.#isDragged = false;
    const index = this.#at(event);
    const { handlers } = this.#state;
    const mode = index < 0 ? 'none' : (handlers.onGrab?.(this.#state.nameOf(index)) ?? 'none');
    if (mode === 'none') return;
    this.#grab = { from: index, mode, last: index };
    if (mode !== 'stroke') return;
    this.#isDragged = true;
    event.preventDefault();
    handlers.onStroke?.(this.#state.nameOf(index), true);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const index = this.#at(event);
    this.#told.look(index);
    if (!this.#grab) return;
    if (event.buttons === 0) {
      this.#grab = null;
      this.ghost.hidden = true;
      return;
    }
    if (!this.#box.hasPointerCapture(event.pointerId)) this.#box.setPointerCapture(event.pointerId);
    if (this.#grab.mode === 'carry') this.#carry(this.#grab, index, event);
    else if (this.#isNew(this.#grab, index)) this.#state.handlers.onStroke?.(this.#state.nameOf(index), false);
  }

  /** @param {Grab} grab @param {number} index @param {PointerEvent} event */
  #carry(grab, index, event) {
    this.#isDragged ||= index !== grab.from;
    if (!this.#isDragged) return;
    this.#haunt(grab.from, event);
    if (this.#isNew(grab, index)) this.#state.handlers.onCarry?.(this.#state.nameOf(grab.from), this.#state.nameOf(index));
  }

  /** Whether it has come to another square. @param {Grab} grab @param {number} index */
  #isNew(grab, index) {
    if (index < 0 || index === grab.last) return false;
    grab.last = index;
    return true;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const index = this.#at(event);
    const held = this.#grab;
    this.#grab = null;
    this.ghost.hidden = true;
    const isPutDown = held?.mode === 'carry' && this.#isDragged && index >= 0 && event.type === 'pointerup';
    if (isPutDown) this.#state.handlers.onDrag?.(this.#state.nameOf(held.from), this.#state.nameOf(index));
    this.#told.letGo();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const pressed = event.target instanceof HTMLElement && event.target.closest('button');
    const byKeys = event.detail === 0 && pressed instanceof HTMLElement;
    const index = byKeys ? Number(pressed.dataset.index) : this.#at(event);
    if (index >= 0 && (byKeys || !this.#isDragged)) this.#told.press(index, event.shiftKey);
  }

  /** Shows the piece that is carried under the pointer. @param {number} index @param {PointerEvent} event */
  #haunt(index, event) {
    const piece = this.#state.cellAt(index).pieces.at(-1);
    if (!piece || this.#layout.isWide) return;
    const image = this.#state.imageOf(piece);
    const { ghost } = this;
    ghost.width = image.width;
    ghost.height = image.height;
    paper(ghost).drawImage(image, 0, 0);
    this.#layout.size(ghost, image.width, image.height);
    const { x, y } = this.#within(event);
    ghost.style.left = `${x - (image.width * this.#layout.scale) / 2}px`;
    ghost.style.top = `${y - (image.height * this.#layout.scale) / 2}px`;
    ghost.hidden = false;
  }
}
