/**
 * Which part of a board is seen, and how large: of boards whose squares are too small to hit. A square is always a whole number of device pixels; from
 * 16 up it is painted as on a small board. Knows no element.
 */

import { TILE } from './sprites.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Room} Room */
/** @typedef {import('./layout.js').Point} Point */
/** @typedef {{ tile: number, scale: number, width: number, height: number, left: number, top: number }} Frame in art pixels, but the scale */

/** Device pixels a square may have; of large ones, pixels of art are whole. */
const SIZES = [2, 3, 4, 6, 8, 12, 16, 32, 48, 64, 96, 128, 192];
/** CSS pixels: squares smaller than the first may be enlarged, up to the other. */
const HITTABLE = 24;
const LARGEST = 64;
/** CSS pixels that the corner of the buttons needs, so that no square stays under them. */
const CORNER = { x: 132, y: 44 };
/** CSS pixels of a numeral's pixel, at least. */
const LEGIBLE = 2;

export class Camera {
  /** Device pixels a square; 0: the whole board is seen. */
  size = 0;
  /** What is in the middle of the window, in squares. @type {Point} */
  middle = { x: 0, y: 0 };
  /** Larger than the whole board is seen; none of a board whose squares are large. @type {number[]} */
  sizes = [];
  /** Device pixels a square where the whole board is seen. */
  fitted = 0;
  /** @type {Room} */
  room = { width: 0, height: 0, ratio: 1 };
  #shape = '';

  /** Lays out what is seen of a board that has been laid out whole. @param {Layout} layout @param {Room} room */
  lay(layout, room) {
    const { cols, rows, hasAir, spots } = layout;
    const shape = `${cols} ${rows} ${hasAir} ${spots !== null}`;
    if (shape !== this.#shape) this.size = 0;
    this.#shape = shape;
    this.room = room;
    this.fitted = Math.round(layout.tile * layout.scale * room.ratio);
    const isSmall = this.fitted < HITTABLE * room.ratio && !hasAir;
    this.sizes = isSmall ? SIZES.filter((size) => size > this.fitted && size <= LARGEST * room.ratio) : [];
    if (!this.sizes.includes(this.size)) this.size = 0;
    if (this.size === 0) return;
    const { tile, scale, width, height, left, top } = this.#frame(this.size, layout);
    Object.assign(layout, { tile, scale, isWide: this.size < TILE, window: { width, height, left, top } });
    layout.origin = {
      x: begin(this.middle.x, tile, left, width, cols, CORNER.x / scale),
      y: begin(this.middle.y, tile, top, height, rows, CORNER.y / scale),
    };
    this.middle = { x: (middleOf(left, width) - layout.origin.x) / tile, y: (middleOf(top, height) - layout.origin.y) / tile };
  }

  /**
   * Takes up another size, so that what lies at a point stays there.
   * @param {number} size @param {Layout} layout @param {Point} under what lies there, in squares @param {Point} aside CSS pixels from the middle of the room
   */
  zoom(size, layout, under, aside) {
    this.size = size;
    if (size === 0) return;
    const { tile, scale, width, height, left, top } = this.#frame(size, layout);
    this.middle = {
      x: under.x + (middleOf(left, width) - (aside.x / scale + width / 2)) / tile,
      y: under.y + (middleOf(top, height) - (aside.y / scale + height / 2)) / tile,
    };
  }

  /** Goes aside by squares. @param {number} across @param {number} down */
  pan(across, down) {
    this.middle = { x: this.middle.x + across, y: this.middle.y + down };
  }

  /** The window for squares of a size. @param {number} size @param {Layout} layout @returns {Frame} */
  #frame(size, { rows, spots }) {
    const { width, height, ratio } = this.room;
    const pixel = size >= TILE ? size / TILE : 1;
    const scale = pixel / ratio;
    const letter = letterOf(scale);
    return {
      tile: size / pixel, scale,
      width: Math.floor((width * ratio) / pixel), height: Math.floor((height * ratio) / pixel),
      left: spots ? 0 : (String(rows).length * 4 + 3) * letter, top: spots ? 0 : 9 * letter,
    };
  }
}

/** Art pixels a pixel of a name. @param {number} scale */
export const letterOf = (scale) => Math.max(1, Math.ceil(LEGIBLE / scale));

/** The middle of what the names leave. @param {number} from @param {number} to */
const middleOf = (from, to) => (from + to) / 2;

/** Where the first square begins, so that no more room is left empty than must be. @param {number} middle @param {number} tile @param {number} from @param {number} to @param {number} count of squares @param {number} corner room for the buttons */
function begin(middle, tile, from, to, count, corner) {
  const length = count * tile + 1;
  return Math.round(Math.min(Math.max(from, to - length), Math.max(Math.min(from, to - length - corner), middleOf(from, to) - middle * tile)));
}
