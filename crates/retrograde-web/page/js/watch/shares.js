/**
 * The sea of more positions than there are pixels, as words of memory: a small square for each few hundred of them, in the order of their slots, whose
 * pixels show the shares of the values: wins first, then ties, what is not known yet or drawn, and losses last. It is moved as `SeaPixels` is, and
 * touches only what changes. It knows no canvas.
 */

import { SeaPixels, layout, pixel } from './pixels.js';
import { HOLE, lowerBound } from './record.js';

/** @typedef {import('./record.js').Sea} Sea */
/** @typedef {import('./pixels.js').Colours} Colours */

/** A square and the line beside it, in CSS pixels. */
const TILE = 6;
const GAP = 1;
/** Rows that are put on the canvas together, as a power of two. */
const BAND = 4;
const KINDS = 4;

/** The picture of a sea that fits its room: a pixel or more for each position, or else shares. @param {Sea} sea @param {Uint32Array | null} shown @param {[number, number]} room @param {Colours} colours @param {number} [ratio] */
export function seaPicture(sea, shown, room, colours, ratio = 1) {
  const { width, height } = layout(shown === null ? sea.slots : shown.length, ...room, ratio);
  return width <= room[0] && height <= room[1] ? new SeaPixels(sea, shown, room, colours, ratio) : new SeaShares(sea, shown, room, colours, ratio);
}

export class SeaShares {
  gap = GAP;
  current = -1;
  decided = 0;
  isRest = false;

  /** @param {Sea} sea @param {Uint32Array | null} shown sorted slots, or null for all @param {[number, number]} room pixels across and down @param {Colours} colours @param {number} ratio device pixels a CSS pixel */
  constructor(sea, shown, [across, down], colours, ratio = 1) {
    const all = shown === null ? sea.slots : shown.length;
    this.sea = sea;
    this.shown = shown;
    this.colours = colours;
    this.tile = Math.max(GAP + 1, Math.min(Math.round(TILE * ratio), across, down));
    this.columns = Math.max(1, Math.floor(across / this.tile));
    /** How many positions a square stands for. */
    this.per = Math.ceil(all / (this.columns * Math.max(1, Math.floor(down / this.tile))));
    this.count = Math.ceil(all / this.per);
    this.rows = Math.ceil(this.count / this.columns);
    this.width = this.columns * this.tile;
    this.height = this.rows * this.tile;
    this.pixels = new Uint32Array(this.width * this.height);
    this.dirty = new Uint8Array(((this.height - 1) >> BAND) + 1);
    /** Of each square, the decided positions by the kind of their cells. */
    this.lit = new Uint32Array(this.count * KINDS);
    this.sizes = this.#sizes(all);
    /** Squares whose shares have changed since they were painted. */
    this.stale = new Set(this.sizes.keys());
    this.pixels.fill(pixel(colours.hole));
  }

  /** How many positions each square has; holes of the numbering are none. @param {number} all */
  #sizes(all) {
    const sizes = new Uint32Array(this.count);
    for (let index = 0; index < all; index += 1) {
      const slot = this.shown === null ? index : (this.shown[index] ?? 0);
      if (this.sea.cells[slot] !== HOLE) sizes[Math.floor(index / this.per)] += 1;
    }
    return sizes;
  }

  /** The first position of a square. @param {number} place */
  slotAt(place) {
    const [first, end] = [place * this.per, Math.min((place + 1) * this.per, this.shown?.length ?? this.sea.slots)];
    if (this.shown !== null) return this.shown[first] ?? 0;
    let slot = first;
    while (slot < end - 1 && this.sea.cells[slot] === HOLE) slot += 1;
    return slot;
  }

  /** The square of a slot, -1 if it has none. @param {number} slot */
  placeOf(slot) {
    if (this.shown === null) return Math.floor(slot / this.per);
    const index = lowerBound(this.shown, slot);
    return this.shown[index] === slot ? Math.floor(index / this.per) : -1;
  }

  /** Goes to a step, forwards or backwards. @param {number} decided @param {boolean} isRest whether the rest is known to be drawn @param {number} current the slot that is popped, or -1 */
  moveTo(decided, isRest, current) {
    const { order } = this.sea;
    for (; this.decided < decided; this.decided += 1) this.#count(order[this.decided] ?? 0, 1);
    while (this.decided > decided) {
      this.decided -= 1;
      this.#count(order[this.decided] ?? 0, -1);
    }
    if (isRest !== this.isRest) for (const place of this.sizes.keys()) this.stale.add(place);
    this.isRest = isRest;
    this.current = current;
  }

  /** @param {number} slot @param {1 | -1} by */
  #count(slot, by) {
    const place = this.placeOf(slot);
    if (place < 0) return;
    const at = place * KINDS + ((this.sea.cells[slot] ?? 0) >> 14);
    this.lit[at] = (this.lit[at] ?? 0) + by;
    this.stale.add(place);
  }

  /** The colours of a square's pixels, in runs: up to which pixel each reaches. @param {number} place @param {number} area how many pixels it has @returns {[number, number][]} */
  runs(place, area) {
    const [draw = 0, win = 0, loss = 0, tie = 0] = this.lit.subarray(place * KINDS, place * KINDS + KINDS);
    const size = this.sizes[place] ?? 0;
    const { colours, isRest } = this;
    if (size === 0) return [[area, pixel(colours.hole)]];
    const upTo = (/** @type {number} */ positions) => Math.round((area * positions) / size);
    const rest = isRest ? colours.draw : colours.sea;
    return [[upTo(win), pixel(colours.win)], [upTo(win + tie), pixel(colours.tie)], [upTo(win + tie + draw), pixel(colours.draw)], [upTo(size - loss), pixel(rest)], [area, pixel(colours.loss)]];
  }

  /** @param {number} place */
  #paint(place) {
    const { tile, width } = this;
    const side = tile - GAP;
    const [top, left] = [Math.floor(place / this.columns) * tile, (place % this.columns) * tile];
    let at = 0;
    for (const [end, colour] of this.runs(place, side * side)) {
      for (; at < end; at += 1) this.pixels[(top + Math.floor(at / side)) * width + left + (at % side)] = colour;
    }
    for (let band = top >> BAND; band <= (top + side - 1) >> BAND; band += 1) this.dirty[band] = 1;
  }

  /** Paints what changed, hands over its rows, as runs [top, bottom), and forgets them. @param {(top: number, bottom: number) => void} put */
  flush(put) {
    for (const place of this.stale) this.#paint(place);
    this.stale.clear();
    this.dirty.forEach((isDirty, band) => isDirty && put(band << BAND, Math.min(this.height, (band + 1) << BAND)));
    this.dirty.fill(0);
  }
}
