/**
 * What a control does, beside it: one small text for all that bear `data-tip`. It comes when a pointer rests there, when the keyboard's focus
 * arrives and when a finger stays; Escape, a press and scrolling end it. Those who listen hear it as the control's description.
 */

import { h } from './dom.js';

/** How long a pointer rests, and a finger stays, before it comes, in milliseconds. */
const REST = 400;
const PRESS = 550;
/** Pixels between a control and its text, and between that and the edge. */
const GAP = 6;

export class Tips {
  #box = h('div', { role: 'tooltip', id: 'tip', class: 'tip', hidden: true });
  /** What the text is shown for. @type {HTMLElement | null} */
  #of = null;
  /** What a pointer waits over. @type {HTMLElement | null} */
  #over = null;
  #timer = 0;
  /** A finger has called it: letting go is no press then. */
  #isHeld = false;

  constructor() {
    document.body.append(this.#box);
    const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) => document.addEventListener(type, listener, { capture: true, passive: type !== 'click' });
    on('pointerover', (event) => event.pointerType !== 'touch' && this.#rest(bearer(event.target)));
    on('pointerdown', (event) => this.#press(event));
    for (const end of ['pointerup', 'pointercancel', 'pointermove']) on(end, (event) => event.pointerType === 'touch' && (end !== 'pointermove' || isFar(event)) && clearTimeout(this.#timer));
    on('focusin', ({ target }) => target.matches(':focus-visible') ? this.#show(bearer(target)) : this.#hide());
    on('focusout', () => this.#hide());
    on('keydown', ({ key }) => key === 'Escape' && this.#hide());
    on('scroll', () => this.#hide());
    on('click', (event) => this.#swallow(event));
    on('contextmenu', (event) => this.#isHeld && event.preventDefault());
    // It may have been loaded because of what is pointed at now, or has the focus.
    const { activeElement } = document;
    if (activeElement?.matches(':focus-visible')) this.#show(bearer(activeElement));
    else if (matchMedia('(hover: hover)').matches) this.#rest(bearer([...document.querySelectorAll(':hover')].at(-1) ?? null));
  }

  /** A pointer has come over something. @param {HTMLElement | null} element */
  #rest(element) {
    if (element === this.#over) return;
    this.#over = element;
    clearTimeout(this.#timer);
    if (this.#of && !this.#of.matches(':focus-visible')) this.#hide();
    if (element) this.#timer = window.setTimeout(() => this.#show(element), REST);
  }

  /** @param {PointerEvent} event */
  #press({ pointerType, target }) {
    this.#hide();
    this.#isHeld = false;
    const element = bearer(target);
    if (pointerType !== 'touch' || !element) return;
    this.#timer = window.setTimeout(() => {
      this.#isHeld = true;
      this.#show(element);
    }, PRESS);
  }

  /** Who has held a control to read what it does has not pressed it. @param {MouseEvent} event */
  #swallow(event) {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {HTMLElement | null} element */
  #show(element) {
    this.#hide();
    const text = element?.dataset.tip;
    if (!element?.isConnected || !text) return;
    this.#of = element;
    this.#box.textContent = text;
    this.#box.hidden = false;
    // Above all else, a dialog included; and in the part of the page that its control is in, for those who go from part to part.
    (element.closest('dialog, header, main') ?? document.body).append(this.#box);
    element.setAttribute('aria-describedby', this.#box.id);
    this.#place(element.getBoundingClientRect());
  }

  #hide() {
    clearTimeout(this.#timer);
    this.#of?.removeAttribute('aria-describedby');
    this.#of = null;
    this.#box.hidden = true;
  }

  /** Below the control, or above it where the screen ends. @param {DOMRect} rect */
  #place({ left, top, bottom, width }) {
    const { offsetWidth, offsetHeight } = this.#box;
    const most = document.documentElement.clientWidth - offsetWidth - GAP;
    const below = bottom + GAP;
    const isBelow = below + offsetHeight <= window.innerHeight;
    this.#box.style.left = `${Math.max(GAP, Math.min(most, left + width / 2 - offsetWidth / 2))}px`;
    this.#box.style.top = `${Math.max(0, isBelow ? below : top - GAP - offsetHeight)}px`;
  }
}

/** What bears a text, at or around what was met. @param {EventTarget | null} target @returns {HTMLElement | null} */
const bearer = (target) => (target instanceof Element ? target.closest('[data-tip]') : null);

/** Whether a finger has moved on: a few pixels are none. @param {PointerEvent} event */
const isFar = ({ movementX, movementY }) => Math.abs(movementX) + Math.abs(movementY) > 4;
