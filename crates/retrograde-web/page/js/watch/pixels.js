/**
 * The sea of positions as words of memory: a pixel (or, of few positions, a tile with its mark) for each, in the order of their slots, on an
 * area that is nearly square. Dark at first; each lights up in the colour of its value when it is decided. The picture is moved from any step
 * to any other, touching only what changes; nothing is allocated while it plays. It knows no canvas.
 */

import { PALETTE, VALUES } from '../base/values.js';
import { HOLE, kindOf, lowerBound } from './record.js';

/** @typedef {import('./record.js').Sea} Sea */
/** @typedef {Record<"sea" | "hole" | "current" | "ink" | import('./record.js').Kind, string>} Colours as #rrggbb or #rrggbbaa */

/** A numbering with fewer positions than this part of its slots is shown without its holes. */
const MOST_HOLES = 0.5;

/** @type {Colours} */
export const SEA_COLOURS = {
  // Clear: what is not known yet has the colour of the theme.
  sea: '#00000000',
  hole: '#10171f59',
  current: PALETTE.yellow,
  ink: PALETTE.ink,
  win: VALUES.win.color,
  loss: VALUES.loss.color,
  tie: VALUES.tie.color,
  draw: VALUES.draw.color,
};

/** Rows that are put on the canvas together. */
const BAND = 16;
/** The largest tile, in CSS pixels. */
const LARGEST_TILE = 22;
/** The smallest tile with a mark on it, and with a gap beside it. */
const SMALLEST_MARKED = 7;
const SMALLEST_GAPPED = 4;
/** The darkest that depth makes a colour. */
const DEEPEST_SHADE = 0.72;

/** A colour as a pixel of little-endian RGBA memory. @param {string} hex @param {number} shade 1 leaves it as it is */
export function pixel(hex, shade = 1) {
  const [red, green, blue] = [1, 3, 5].map((at) => Math.round(shade * parseInt(hex.slice(at, at + 2), 16)));
  return (((parseInt(hex.slice(7), 16) || (hex[7] ? 0 : 0xff)) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** By cell: its colour, the deeper the darker. @param {Sea} sea @param {Colours} colours */
export function palette(sea, colours) {
  const byCell = new Uint32Array(1 << 16);
  const deepest = Math.max(1, ...sea.layers.map((layer) => layer.depth));
  byCell[0] = pixel(colours.draw);
  for (let depth = 0; depth <= deepest; depth += 1) {
    const shade = 1 - (1 - DEEPEST_SHADE) * (depth / deepest);
    for (const first of [0x4000, 0x8000, 0xc000]) byCell[first + depth] = pixel(colours[kindOf(first)], shade);
  }
  byCell[HOLE] = pixel(colours.hole);
  return byCell;
}

/**
 * How `count` positions are laid out: as large tiles as there is room for, on an area as near to a square as that allows. If not even
 * pixels have room, a square of pixels.
 * @param {number} count
 * @param {number} across pixels
 * @param {number} down
 * @param {number} ratio device pixels a CSS pixel
 */
export function layout(count, across, down, ratio = 1) {
  const square = Math.max(1, Math.ceil(Math.sqrt(count)));
  for (let tile = Math.round(LARGEST_TILE * ratio); tile >= 1; tile -= 1) {
    const needed = Math.ceil(count / Math.floor(down / tile));
    const columns = Math.min(Math.floor(across / tile), Math.max(square, needed));
    if (columns >= Math.max(1, needed)) return laidOut(count, columns, tile);
  }
  return laidOut(count, square, 1);
}

/** @param {number} count @param {number} columns @param {number} tile */
function laidOut(count, columns, tile) {
  const rows = Math.max(1, Math.ceil(count / columns));
  return { columns, rows, tile, width: columns * tile, height: rows * tile };
}

/**
 * Which positions have a place in the picture: every slot of a whole table; of an answer, which leaves most slots empty, those that are none.
 * @param {Sea} sea
 * @returns {Uint32Array | null} null for every slot
 */
export function shownSlots(sea) {
  if (sea.positions > MOST_HOLES * sea.slots) return null;
  const shown = new Uint32Array(sea.positions);
  let place = 0;
  for (let slot = 0; slot < sea.slots; slot += 1) if (sea.cells[slot] !== HOLE) shown[place++] = slot;
  return shown;
}

export class SeaPixels {
  /** @param {Sea} sea @param {Uint32Array | null} shown sorted slots, or null for all @param {[number, number]} room pixels across and down @param {Colours} colours @param {number} ratio device pixels a CSS pixel */
  constructor(sea, shown, room, colours, ratio = 1) {
    this.sea = sea;
    this.shown = shown;
    this.count = shown === null ? sea.slots : shown.length;
    const { columns, rows, tile, width, height } = layout(this.count, ...room, ratio);
    this.columns = columns;
    this.rows = rows;
    this.tile = tile;
    /** What of a tile is left dark, at its right and below. */
    this.gap = tile >= SMALLEST_GAPPED ? 1 : 0;
    this.width = width;
    this.height = height;
    this.pixels = new Uint32Array(width * height);
    this.dirty = new Uint8Array(Math.ceil(height / BAND));
    this.palette = palette(sea, colours);
    this.dark = pixel(colours.sea);
    this.ink = pixel(colours.ink);
    this.bright = pixel(colours.current);
    this.decided = 0;
    this.isRest = false;
    this.current = -1;
    /** Of each place, whether it is decided: only needed to restore one place. */
    this.isLit = new Uint8Array(this.count);
    this.pixels.fill(pixel(colours.hole));
    this.#paintAll();
  }

  /** The slot at a place. @param {number} place */
  slotAt(place) {
    return this.shown === null ? place : this.shown[place];
  }

  /** The place of a slot, -1 if it has none. @param {number} slot */
  placeOf(slot) {
    if (this.shown === null) return slot;
    const place = lowerBound(this.shown, slot);
    return this.shown[place] === slot ? place : -1;
  }

  /** Goes to a step, forwards or backwards. @param {number} decided @param {boolean} isRest whether the rest is known to be drawn @param {number} current the slot that is popped, or -1 */
  moveTo(decided, isRest, current) {
    const { order } = this.sea;
    const old = this.current;
    this.current = -1;
    for (; this.decided < decided; this.decided += 1) this.#light(order[this.decided], 1);
    while (this.decided > decided) {
      this.decided -= 1;
      this.#light(order[this.decided], 0);
    }
    if (isRest !== this.isRest) {
      this.isRest = isRest;
      this.#paintAll();
    }
    if (old === current) this.current = current;
    else {
      if (old >= 0) this.#restore(old);
      this.current = current;
    }
    if (current >= 0) this.#highlight(current);
  }

  /** @param {number} slot @param {0 | 1} isLit */
  #light(slot, isLit) {
    const place = this.placeOf(slot);
    this.isLit[place] = isLit;
    this.paint(place, isLit === 1 ? this.palette[this.sea.cells[slot]] : this.#unlit(slot), isLit === 1 || this.isRest);
  }

  /** The colour of a position that is not decided. @param {number} slot */
  #unlit(slot) {
    return this.isRest || this.sea.cells[slot] === HOLE ? this.palette[this.sea.cells[slot]] : this.dark;
  }

  /** @param {number} slot */
  #restore(slot) {
    const place = this.placeOf(slot);
    if (place < 0) return;
    const isLit = this.isLit[place] === 1;
    this.paint(place, isLit ? this.palette[this.sea.cells[slot]] : this.#unlit(slot), isLit || this.isRest);
  }

  /** @param {number} slot */
  #highlight(slot) {
    const place = this.placeOf(slot);
    if (place >= 0) this.paint(place, this.bright, true);
  }

  #paintAll() {
    for (let place = 0; place < this.count; place += 1) this.#restore(this.slotAt(place));
  }

  /** Fills a place, with its mark if there is room and it is wanted. @param {number} place @param {number} colour @param {boolean} isMarked */
  paint(place, colour, isMarked) {
    if (this.tile === 1) {
      this.pixels[place] = colour;
      this.dirty[((place / this.columns) | 0) >> 4] = 1;
      return;
    }
    const { tile, width } = this;
    const size = tile - this.gap;
    const top = ((place / this.columns) | 0) * tile;
    const left = (place % this.columns) * tile;
    for (let y = top; y < top + size; y += 1) this.pixels.fill(colour, y * width + left, y * width + left + size);
    if (isMarked && tile >= SMALLEST_MARKED) this.#stamp(this.sea.cells[this.slotAt(place)], top, left, size);
    for (let band = top >> 4; band <= (top + size - 1) >> 4; band += 1) this.dirty[band] = 1;
  }

  /** @param {number} cell @param {number} top @param {number} left @param {number} size */
  #stamp(cell, top, left, size) {
    if (cell === HOLE) return;
    const glyph = VALUES[kindOf(cell)].glyph;
    const scale = size >= 15 ? Math.max(2, Math.floor(size / 10)) : 1;
    const margin = (size - 5 * scale) >> 1;
    for (let y = 0; y < 5 * scale; y += 1) {
      const dots = glyph[(y / scale) | 0];
      const row = (top + margin + y) * this.width + left + margin;
      for (let x = 0; x < 5 * scale; x += 1) if (dots[(x / scale) | 0] === '#') this.pixels[row + x] = this.ink;
    }
  }

  /** Hands over the rows that changed, as runs [top, bottom), and forgets them. @param {(top: number, bottom: number) => void} put */
  flush(put) {
    let from = -1;
    for (let band = 0; band <= this.dirty.length; band += 1) {
      const isDirty = band < this.dirty.length && this.dirty[band] === 1;
      if (isDirty && from < 0) from = band;
      if (isDirty) this.dirty[band] = 0;
      else if (from >= 0) {
        put(from * BAND, Math.min(this.height, band * BAND));
        from = -1;
      }
    }
  }
}
