/**
 * A part of a board, larger: of boards whose squares are too small to hit. Wheel, pinch, buttons and keys zoom, about the pointer where there is
 * one; what lies empty is dragged along, and everything is with the middle button, Space held, or two fingers. Names of columns and rows stay at
 * the edges.
 */

import { h } from '../base/dom.js';
import { PALETTE, VALUES } from '../base/values.js';
import { Camera, letterOf } from './camera.js';
import { pixelWidth, writePixels } from './sprites.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Room} Room */
/** @typedef {import('./layout.js').Point} Point */

/** Names stand at every so many squares. */
const STEPS = [1, 2, 5, 10, 20, 50, 100];
/** CSS pixels that a press may slip. */
const SLIP = 5;
/** How far a wheel turns for one size, in CSS pixels: its notch is 33 of them where three device pixels make one; a pinch on a touchpad is a wheel with small turns. */
const NOTCH = 30;
const PINCH_TURN = 6;
/** The share of the window that Shift and an arrow go. */
const LEAP = 0.25;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [1, 0], ArrowRight: [-1, 0] };

export class Zoom {
  #view;
  #camera = new Camera();
  #turned = 0;
  #out;
  #whole;
  #in;
  #bar;
  #gestures;

  /** @param {import('./index.js').BoardView} view @param {import('../languages/index.js').T} t @param {{ hasKeys: boolean }} how whether +, - and Space are free */
  constructor(view, t, { hasKeys }) {
    this.#view = view;
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', 'aria-label': t(id), 'data-tip': hasKeys ? `${t(id)} (${key})` : t(id), onclick }, text);
    this.#out = button('zoom.out', '−', '−', () => this.step(-1));
    this.#whole = button('zoom.whole', '□', '0', () => this.step(-Infinity));
    this.#in = button('zoom.in', '+', '+', () => this.step(1));
    this.#bar = h('div', { class: 'zoomer', role: 'group', 'aria-label': t('zoom.label'), hidden: true }, this.#out, this.#whole, this.#in);
    view.element.append(this.#bar);
    view.element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    if (hasKeys) view.element.addEventListener('keydown', (event) => this.#key(event));
    this.#gestures = new Gestures(view, this, hasKeys);
    view.zoom = this;
    view.layOut();
  }

  /** What ends it. */
  end() {
    this.#gestures.end();
  }

  get canZoom() {
    return this.#camera.sizes.length > 0;
  }

  get isZoomed() {
    return this.#camera.size > 0;
  }

  /** Device pixels a square. */
  get size() {
    return this.#camera.size || this.#camera.fitted;
  }

  /** Lays out what is seen of a board that has been laid out whole. @param {Layout} layout @param {Room} room */
  lay(layout, room) {
    this.#camera.lay(layout, room);
    const { size, sizes } = this.#camera;
    this.#bar.hidden = !this.canZoom;
    this.#in.disabled = size === sizes.at(-1);
    this.#out.disabled = this.#whole.disabled = !this.isZoomed;
    this.#view.box.style.touchAction = this.isZoomed ? 'none' : this.canZoom ? 'pan-x pan-y' : '';
  }

  /** Goes some sizes up or down. @param {number} by @param {Point} [point] what stays where it is, in CSS pixels of the viewport */
  step(by, point) {
    const { sizes, size } = this.#camera;
    const at = sizes.indexOf(size) + by;
    this.#take(at < 0 ? 0 : (sizes[Math.min(at, sizes.length - 1)] ?? 0), point);
  }

  /** The size nearest to one that is wanted, and what shall lie at a point. @param {number} wanted device pixels a square @param {Point} under in squares @param {Point} point */
  approach(wanted, under, point) {
    const { sizes, fitted } = this.#camera;
    const far = (/** @type {number} */ size) => Math.abs(Math.log(size / wanted));
    const best = sizes.reduce((one, other) => (far(other) < far(one) ? other : one), fitted);
    this.#put(best === fitted ? 0 : best, under, point);
  }

  /** What lies at a point, in squares. @param {Point} point CSS pixels of the viewport @returns {Point} */
  under({ x, y }) {
    const { layout, box } = this.#view;
    const { left, top } = box.getBoundingClientRect();
    const { scale, origin, tile } = layout;
    return { x: ((x - left) / scale - origin.x) / tile, y: ((y - top) / scale - origin.y) / tile };
  }

  /** @param {number} size 0: the whole board @param {Point} [point] */
  #take(size, point = this.#centre) {
    if (size !== this.#camera.size) this.#put(size, this.under(point), point);
  }

  /** @param {number} size 0: the whole board @param {Point} under @param {Point} point */
  #put(size, under, point) {
    if (!this.canZoom) return;
    const { x, y } = this.#centre;
    this.#camera.zoom(size, this.#view.layout, under, { x: point.x - x, y: point.y - y });
    this.#view.layOut();
  }

  /** The middle of the stage, in CSS pixels of the viewport. @returns {Point} */
  get #centre() {
    const { left, top, width, height } = this.#view.element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  /** Drags what is seen. @param {number} across CSS pixels @param {number} down */
  pan(across, down) {
    if (!this.isZoomed) return;
    const { tile, scale } = this.#view.layout;
    this.#camera.pan(-across / (tile * scale), -down / (tile * scale));
    this.#view.layOut();
  }

  /** Brings a square into the window. @param {number} index */
  reveal(index) {
    const { layout } = this.#view;
    const { window, tile, scale } = layout;
    if (window === null) return;
    const { x, y } = layout.middle(index);
    const out = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) => (at < from ? from - at + tile : at > to ? to - at - tile : 0);
    const across = out(x, window.left, window.width);
    const down = out(y, window.top, window.height);
    if (across || down) this.pan(across * scale, down * scale);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.canZoom) return;
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : NOTCH;
    const isAside = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isAside && this.isZoomed) {
      event.preventDefault();
      this.pan(-(event.deltaX || event.deltaY) * unit, 0);
      return;
    }
    // Where there is nothing to zoom out of, the page scrolls.
    if (isAside || (event.deltaY > 0 && !this.isZoomed && !event.ctrlKey)) return;
    event.preventDefault();
    this.#turned += event.deltaY * unit * (event.ctrlKey ? PINCH_TURN : 1);
    if (Math.abs(this.#turned) < NOTCH) return;
    const by = this.#turned < 0 ? 1 : -1;
    this.#turned = 0;
    this.step(by, { x: event.clientX, y: event.clientY });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const arrow = event.shiftKey && this.isZoomed ? ARROWS[event.key] : undefined;
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { width, height } = this.#camera.room;
    this.pan(arrow[0] * LEAP * width, arrow[1] * LEAP * height);
  }

  /** The names of columns and rows, along the edges of the window. @param {import('./paint.js').Scene} scene */
  paintNames({ context, state, layout }) {
    const { window, cols, rows, squares, tile, origin, isFlipped, scale } = layout;
    if (window === null || layout.spots) return;
    const letter = letterOf(scale);
    context.fillStyle = PALETTE.ink;
    context.fillRect(0, 0, window.width, window.top);
    context.fillRect(0, 0, window.left, window.height);
    const columnName = (/** @type {number} */ col) => state.nameOf(isFlipped ? squares - 1 - col : col).replace(/\d+/, '');
    const rowName = (/** @type {number} */ row) => state.nameOf(isFlipped ? squares - 1 - row * cols : row * cols).replace(/^\D+/, '');
    const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => writePixels(context, text, Math.round(x / letter - pixelWidth(text) / 2), Math.round(y / letter), VALUES.draw.color);
    context.save();
    context.scale(letter, letter);
    const widest = Math.max(pixelWidth(columnName(0)), pixelWidth(columnName(cols - 1)));
    for (const [at, col] of along(cols, origin.x, tile, window.left, window.width, (widest + 3) * letter)) write(columnName(col), at, 2 * letter);
    for (const [at, row] of along(rows, origin.y, tile, window.top, window.height, 8 * letter)) write(rowName(row), window.left / 2, at - 2.5 * letter);
    context.restore();
  }
}

/** Squares whose names there is room for, with their middles. @param {number} count @param {number} origin @param {number} tile @param {number} from @param {number} to @param {number} room that a name takes @returns {Generator<[number, number]>} */
function* along(count, origin, tile, from, to, room) {
  const step = STEPS.find((each) => each * tile >= room) ?? 100;
  for (let index = 0; index < count; index += step) {
    const at = origin + (index + 0.5) * tile;
    if (at >= from && at < to) yield [at, index];
  }
}

/** What mouse, pen and fingers do to the window. It comes before what they do on the board, and takes from that what it uses itself. */
class Gestures {
  #view;
  #zoom;
  /** Fingers on the board. @type {Map<number, Point>} */
  #fingers = new Map();
  /** A finger that may begin a stroke: it waits for another. @type {PointerEvent | null} */
  #waiting = null;
  /** @type {{ id: number, x: number, y: number, isMoving: boolean } | null} */
  #drag = null;
  /** How far the fingers were apart, how large squares were, and what lay between the fingers. @type {{ far: number, size: number, under: Point } | null} */
  #pinch = null;
  /** Letting go is no press. */
  #isSpent = false;
  #isOver = false;
  #isSpaceHeld = false;
  #hasDragged = false;
  #endings = new AbortController();

  /** @param {import('./index.js').BoardView} view @param {Zoom} zoom @param {boolean} hasKeys whether Space is free */
  constructor(view, zoom, hasKeys) {
    this.#view = view;
    this.#zoom = zoom;
    const { box } = view;
    const first = { capture: true };
    box.addEventListener('pointerdown', (event) => this.#down(event), first);
    box.addEventListener('pointermove', (event) => this.#move(event), first);
    for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) box.addEventListener(type, (event) => this.#release(event), first);
    box.addEventListener('click', (event) => this.#isSpent && event.detail > 0 && event.stopImmediatePropagation(), first);
    // The middle button would scroll by itself.
    box.addEventListener('mousedown', (event) => event.button === 1 && zoom.canZoom && event.preventDefault());
    box.addEventListener('touchmove', (event) => (this.#waiting || this.#pinch || this.#drag?.isMoving) && event.cancelable && event.preventDefault(), { passive: false });
    box.addEventListener('pointerenter', () => (this.#isOver = true));
    box.addEventListener('pointerleave', () => (this.#isOver = false));
    const { signal } = this.#endings;
    if (hasKeys) document.addEventListener('keydown', (event) => this.#holdSpace(event), { signal, capture: true });
    document.addEventListener('keyup', (event) => this.#letSpaceGo(event), { signal, capture: true });
  }

  end() {
    this.#endings.abort();
  }

  /** @param {KeyboardEvent} event */
  #holdSpace(event) {
    if (event.key !== ' ' || !this.#isOver || !this.#zoom.isZoomed) return;
    if (!this.#isSpaceHeld) this.#hasDragged = false;
    this.#isSpaceHeld = true;
    // It is the page's otherwise; a control that has the focus is pressed by it.
    if (event.target instanceof Element && event.target.matches('button, a, input, select, textarea, summary')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** A square that has the focus is pressed by Space, unless something was dragged by it. @param {KeyboardEvent} event */
  #letSpaceGo(event) {
    if (event.key !== ' ' || !this.#isSpaceHeld) return;
    this.#isSpaceHeld = false;
    if (this.#hasDragged) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { canZoom, isZoomed } = this.#zoom;
    if (!canZoom) return;
    this.#isSpent &&= this.#fingers.size > 0;
    const { clientX: x, clientY: y, pointerId: id } = event;
    if (event.pointerType === 'touch') {
      this.#fingers.set(id, { x, y });
      if (this.#fingers.size > 1) {
        this.#beginPinch();
        event.stopImmediatePropagation();
        return;
      }
    }
    const isForced = event.button === 1 || (event.button === 0 && this.#isSpaceHeld);
    if (isForced && isZoomed) {
      this.#drag = { id, x, y, isMoving: true };
      this.#view.box.setPointerCapture(id);
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.button === 0 && this.#view.grabs(this.#squareAt(event)) === 'none') {
      if (isZoomed) this.#drag = { id, x, y, isMoving: false };
    } else if (event.pointerType === 'touch') {
      this.#waiting = event;
      event.stopImmediatePropagation();
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { clientX: x, clientY: y, pointerId: id } = event;
    if (this.#fingers.has(id)) this.#fingers.set(id, { x, y });
    if (this.#pinch) {
      this.#movePinch(this.#pinch);
      event.stopImmediatePropagation();
      return;
    }
    const far = (/** @type {Point} */ from) => Math.hypot(x - from.x, y - from.y);
    if (this.#waiting && far({ x: this.#waiting.clientX, y: this.#waiting.clientY }) > SLIP) this.#pass();
    const drag = this.#drag;
    if (drag?.id !== id || (!drag.isMoving && far(drag) <= SLIP)) return;
    if (!drag.isMoving) this.#view.box.setPointerCapture(id);
    drag.isMoving = this.#isSpent = this.#hasDragged = true;
    event.stopImmediatePropagation();
    this.#zoom.pan(x - drag.x, y - drag.y);
    Object.assign(drag, { x, y });
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const isDragged = this.#drag?.id === event.pointerId && this.#drag.isMoving;
    const isPinched = this.#pinch !== null;
    this.#fingers.delete(event.pointerId);
    if (this.#drag?.id === event.pointerId) this.#drag = null;
    if (this.#fingers.size < 2) this.#pinch = null;
    if (isDragged || isPinched) event.stopImmediatePropagation();
    else if (this.#waiting && event.type === 'pointerup') this.#pass();
    this.#waiting = null;
  }

  /** The finger that waited does what it came for. */
  #pass() {
    const event = this.#waiting;
    this.#waiting = null;
    if (event) this.#view.pointer.begin(event);
  }

  #beginPinch() {
    this.#waiting = null;
    this.#drag = null;
    this.#isSpent = true;
    // A stroke that has begun ends here.
    this.#view.pointer.drop();
    const { far, middle } = this.#spread();
    this.#pinch = { far: Math.max(1, far), size: this.#zoom.size, under: this.#zoom.under(middle) };
  }

  /** @param {{ far: number, size: number, under: Point }} pinch */
  #movePinch({ far: before, size, under }) {
    const { far, middle } = this.#spread();
    this.#zoom.approach((size * far) / before, under, middle);
  }

  /** How far two fingers are apart, and what is between them. */
  #spread() {
    const [one = { x: 0, y: 0 }, other = one] = this.#fingers.values();
    return { far: Math.hypot(one.x - other.x, one.y - other.y), middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 } };
  }

  /** @param {PointerEvent} event */
  #squareAt({ clientX, clientY }) {
    const { left, top } = this.#view.box.getBoundingClientRect();
    return this.#view.layout.at(clientX - left, clientY - top);
  }
}
