/**
 * The sea of positions on the screen: puts the rows that changed on a canvas, and lays over it the tide line (how far the layer is swept), the
 * current position and the cursor.
 */

import { SEA_COLOURS, SeaPixels, shownSlots } from './pixels.js';

/** @typedef {import('./record.js').Sea} Sea */
/** @typedef {import('./pixels.js').Colours} Colours */

/** What a sea gets that is not laid out yet. */
const SMALLEST_ROOM = 64;
/** The steps of the cursor's keys, in columns and rows. */
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** The frame round a place: how thick it is and how large at least, in CSS pixels. */
const FRAME_THICK = 2;
const FRAME_LEAST = 9;

/** @param {HTMLElement} element @param {number[]} size width and height in CSS pixels */
function sizeAs(element, [width, height]) {
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}

/** The part of the sea's width that Shift and an arrow cross. */
const LEAP = 16;

export class SeaView {
  /**
   * @param {HTMLElement} element focusable; filled with two canvases
   * @param {{onMove: (slot: number) => void, onPick: (slot: number) => void, onLeave: () => void}} told of the cursor and of a choice
   */
  constructor(element, told) {
    this.element = element;
    this.told = told;
    this.canvas = document.createElement('canvas');
    this.overlay = document.createElement('canvas');
    this.canvas.className = 'sea-canvas';
    this.overlay.className = 'sea-overlay';
    for (const canvas of [this.canvas, this.overlay]) canvas.setAttribute('aria-hidden', 'true');
    // A canvas without a picture is a black one.
    this.canvas.hidden = true;
    element.replaceChildren(this.canvas, this.overlay);
    this.paper = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    this.glass = /** @type {CanvasRenderingContext2D} */ (this.overlay.getContext('2d'));
    /** @type {ReturnType<typeof import('./shares.js').seaPicture> | null} */
    this.pixels = null;
    /** @type {ImageData | null} */
    this.image = null;
    this.cursor = -1;
    this.tide = -1;
    /** The room that the picture was made for. @type {[number, number]} */
    this.roomed = [0, 0];
    /** How much smaller than its pixels the picture is shown, where they have no room. */
    this.shrinking = 1;
    this.put = (/** @type {number} */ top, /** @type {number} */ bottom) => {
      if (this.image !== null) this.paper.putImageData(this.image, 0, 0, 0, top, this.image.width, bottom - top);
    };
    this.element.addEventListener('click', (event) => this.#onClick(event));
    this.element.addEventListener('pointermove', (event) => this.#onPointer(event));
    this.element.addEventListener('pointerleave', () => this.told.onLeave());
    this.element.addEventListener('blur', () => this.told.onLeave());
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Shows another sea. @param {Sea} sea @param {Colours} colours @param {typeof import('./shares.js').seaPicture} [picture] makes its picture; without it, a pixel for each position */
  load(sea, colours, picture = (...of) => new SeaPixels(...of)) {
    const [across, down] = (this.roomed = this.#room);
    this.pixels = picture(sea, shownSlots(sea), [across, down], colours, devicePixelRatio);
    const { width, height, pixels } = this.pixels;
    this.canvas.hidden = false;
    this.canvas.width = width;
    this.canvas.height = height;
    this.image = new ImageData(new Uint8ClampedArray(/** @type {ArrayBuffer} */ (pixels.buffer)), width, height);
    this.shrinking = Math.min(1, across / width, down / height);
    this.canvas.classList.toggle('is-shrunk', this.shrinking < 1);
    this.cursor = -1;
    this.fit();
    this.colours = colours;
  }

  /** Device pixels there are for the sea, across and down. @returns {[number, number]} */
  get #room() {
    const { clientWidth, clientHeight } = this.element;
    const pixels = (/** @type {number} */ length) => Math.max(SMALLEST_ROOM, Math.floor(length * devicePixelRatio));
    return [pixels(clientWidth), pixels(clientHeight || clientWidth)];
  }

  /** Whether the picture was made for another room. */
  get isOutgrown() {
    return this.#room.some((length, index) => length !== this.roomed[index]);
  }

  /** Gives the sea a device pixel for each of its pixels, or fewer if they have no room; the overlay reaches a bit beyond it, so that frames at its edge are whole. */
  fit() {
    const ratio = devicePixelRatio;
    const size = [this.canvas.width, this.canvas.height].map((length) => Math.max(1, Math.round(length * this.shrinking)));
    const [width, height] = size.map((length) => length + 2 * Math.round(FRAME_LEAST * ratio));
    sizeAs(this.canvas, size.map((length) => length / ratio));
    sizeAs(this.overlay, [width / ratio, height / ratio]);
    if (this.overlay.width === width && this.overlay.height === height) return;
    this.overlay.width = width;
    this.overlay.height = height;
  }

  /** Shows a step. @param {number} decided @param {boolean} isRest @param {number} current @param {number} tide the slot up to which the layer is swept, or -1 */
  show(decided, isRest, current, tide) {
    if (this.pixels === null) return;
    this.pixels.moveTo(decided, isRest, current);
    this.pixels.flush(this.put);
    this.tide = tide;
    this.#drawGlass(current);
  }

  /** @param {number} current */
  #drawGlass(current) {
    const { glass, overlay, pixels, colours } = this;
    if (pixels === null || colours === undefined) return;
    glass.resetTransform();
    glass.clearRect(0, 0, overlay.width, overlay.height);
    const beyond = Math.round(FRAME_LEAST * devicePixelRatio);
    const [width, height] = [overlay.width - 2 * beyond, overlay.height - 2 * beyond];
    glass.translate(beyond, beyond);
    const y = height / pixels.rows;
    if (this.tide >= 0) {
      const line = Math.round(((pixels.placeOf(this.tide) / pixels.columns) | 0) * y + y / 2);
      glass.fillStyle = colours.current;
      glass.globalAlpha = 0.55;
      glass.fillRect(0, line, width, Math.max(1, Math.round(devicePixelRatio)));
      glass.globalAlpha = 1;
    }
    if (current >= 0) this.#frame(pixels.placeOf(current), colours.current, width / pixels.columns, y);
    if (this.cursor >= 0) this.#frame(this.cursor, '#ffffff', width / pixels.columns, y);
  }

  /** A square round a place, large enough to be seen. @param {number} place @param {string} colour @param {number} x the width of a place, in device pixels @param {number} y its height */
  #frame(place, colour, x, y) {
    const { glass, pixels } = this;
    if (pixels === null || place < 0) return;
    const thick = FRAME_THICK * devicePixelRatio;
    const size = Math.max(x + 2 * thick, FRAME_LEAST * devicePixelRatio);
    const middle = 0.5 - pixels.gap / pixels.tile / 2;
    const left = ((place % pixels.columns) + middle) * x - size / 2;
    const top = (((place / pixels.columns) | 0) + middle) * y - size / 2;
    // On a line of ink, so that it is seen on every ground.
    for (const [line, width] of /** @type {[string, number][]} */ ([[SEA_COLOURS.ink, 2 * thick], [colour, thick]])) {
      glass.strokeStyle = line;
      glass.lineWidth = width;
      glass.strokeRect(left, top, size, size);
    }
  }

  /** @param {MouseEvent} event */
  #placeUnder(event) {
    if (this.pixels === null) return -1;
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * this.pixels.columns);
    const row = Math.floor(((event.clientY - box.top) / box.height) * this.pixels.rows);
    const isInside = column >= 0 && column < this.pixels.columns && row >= 0;
    const place = row * this.pixels.columns + column;
    return isInside && place < this.pixels.count ? place : -1;
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const place = this.#placeUnder(event);
    if (place >= 0) this.#pick(place);
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const place = this.#placeUnder(event);
    if (place >= 0 && this.pixels !== null) this.told.onMove(this.pixels.slotAt(place));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (this.pixels === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) this.#moveCursor(arrow, event.shiftKey ? Math.ceil(this.pixels.columns / LEAP) : 1);
    else if (event.key === 'Enter' && this.cursor >= 0) this.#pick(this.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {[number, number]} arrow @param {number} far */
  #moveCursor([columns, rows], far) {
    if (this.pixels === null) return;
    const from = this.cursor >= 0 ? this.cursor : Math.max(0, this.pixels.placeOf(this.pixels.current));
    const place = from + far * (columns + rows * this.pixels.columns);
    this.cursor = Math.max(0, Math.min(place, this.pixels.count - 1));
    this.#drawGlass(this.pixels.current);
    this.told.onMove(this.pixels.slotAt(this.cursor));
  }

  /** @param {number} place */
  #pick(place) {
    if (this.pixels === null) return;
    this.cursor = place;
    this.#drawGlass(this.pixels.current);
    this.told.onPick(this.pixels.slotAt(place));
  }

  clearCursor() {
    this.cursor = -1;
    if (this.pixels !== null) this.#drawGlass(this.pixels.current);
  }
}
