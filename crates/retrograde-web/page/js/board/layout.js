/**
 * Where squares are, in art pixels: 16 a square (15 and a grid line), shown at a whole number of device pixels each; or, where that leaves room
 * empty, with a whole number of them a square, so that all squares are alike. Where even one is too many, squares shrink instead. Knows
 * no element.
 */

import { TILE } from './sprites.js';

/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {{ width: number, height: number, ratio: number }} Room CSS pixels across and down, and device pixels a CSS pixel */
/** @typedef {{ x: number, y: number }} Point */

/** Room for the names of columns and rows. */
const MARGIN = 9;
/** The most device pixels that a pixel of art has, on a plain screen: enough for a small board on a projector. */
const LARGEST = 12;
/** The share of the room that pixels of a whole size may leave empty; large pixels that differ by one are alike to the eye, so that less may be. */
const MOST_EMPTY = 0.12;
const LARGE = 3;
const MOST_EMPTY_LARGE = 0.03;
/** @typedef {{ lay: (layout: Layout, room: Room) => void }} Camera shows a part of the board, larger */

export class Layout {
  cols = 0;
  rows = 0;
  squares = 0;
  tile = TILE;
  /** CSS pixels a pixel of art. */
  scale = 1;
  margin = MARGIN;
  /** Where the first square begins; of a board of which a part is shown, mostly outside the window. */
  origin = { x: MARGIN, y: MARGIN };
  /** What a part of the board is seen through; `left` and `top` of it are for names. @type {{ width: number, height: number, left: number, top: number } | null} */
  window = null;
  /** The board does not fit in squares of 16 pixels. */
  isWide = false;
  isFlipped = false;
  /** Where the nodes of a graph lie, in squares. @type {import('../games/force.js').Spot[] | null} */
  spots = null;
  /** A small board that is only looked at: names of columns and rows could not be read. */
  isPicture = false;
  /** The lines of a row of squares stand apart, with air above for what passes over it. */
  hasAir = false;

  /**
   * Chooses the scale that fills the room.
   * @param {Board} board @param {{ isFlipped: boolean, camera?: Camera | null }} how @param {Room} room
   */
  fit(board, { isFlipped, camera }, room) {
    this.cols = board.cols;
    this.rows = board.rows;
    this.squares = board.squares;
    this.spots = board.spots;
    this.hasAir = board.isRow;
    this.isFlipped = isFlipped && !board.isRow && !board.spots && !board.kit?.falls;
    const margin = this.isPicture ? 0 : MARGIN;
    const scale = this.#goodScale(room, margin);
    this.isWide = scale < 1;
    this.margin = this.isWide ? 0 : margin;
    this.tile = this.isWide ? this.#smallTile(room) : TILE;
    this.scale = (this.isWide ? 1 : scale) / room.ratio;
    this.origin = { x: this.margin, y: this.margin };
    this.window = null;
    camera?.lay(this, room);
  }

  /** Device pixels for a pixel of art. @param {Room} room @param {number} margin */
  #goodScale({ width, height, ratio }, margin) {
    const perColumn = (width * ratio) / (this.cols * TILE + 1 + margin);
    const perRow = (height * ratio) / (this.#lines * TILE + 1 + margin);
    const most = Math.min(perColumn, perRow, LARGEST * ratio);
    const whole = Math.floor(most);
    const mayBeEmpty = whole >= LARGE * ratio ? MOST_EMPTY_LARGE : MOST_EMPTY;
    return whole < 1 || whole >= (1 - mayBeEmpty) * most ? whole : Math.floor(most * TILE) / TILE;
  }

  /** @param {Room} room */
  #smallTile({ width, height, ratio }) {
    return Math.max(1, Math.floor(Math.min((width * ratio) / this.cols, (height * ratio) / this.rows)));
  }

  /** Rows, with those of air. */
  get #lines() {
    return this.hasAir ? this.rows * 2 : this.rows;
  }

  get width() {
    return this.window?.width ?? this.cols * this.tile + 1 + this.margin;
  }

  get height() {
    return this.window?.height ?? this.#lines * this.tile + 1 + this.margin;
  }

  /** The left upper corner of a square. @param {number} index @returns {Point} */
  corner(index) {
    const spot = this.spots?.[index];
    const { origin } = this;
    if (spot) return { x: origin.x + spot.x * this.tile, y: origin.y + spot.y * this.tile };
    const seen = this.isFlipped ? this.squares - 1 - index : index;
    const row = Math.floor(seen / this.cols);
    const line = this.hasAir ? row * 2 + 1 : row;
    return { x: origin.x + (seen % this.cols) * this.tile, y: origin.y + line * this.tile };
  }

  /** The squares that are seen, or nearly. @returns {Generator<number>} */
  *inView() {
    const { window, origin, tile, cols, rows, squares } = this;
    const from = (/** @type {number} */ start) => Math.max(0, Math.floor(-start / tile));
    const to = (/** @type {number} */ start, /** @type {number} */ room, /** @type {number} */ most) => Math.min(most, Math.ceil((room - start) / tile));
    const isWhole = window === null || this.spots !== null;
    const [top, bottom, left, right] = isWhole ? [0, rows, 0, cols] : [from(origin.y), to(origin.y, window.height, rows), from(origin.x), to(origin.x, window.width, cols)];
    if (this.spots) for (let index = 0; index < squares; index++) yield index;
    else {
      for (let row = top; row < bottom; row++) {
        for (let seen = row * cols + left; seen < row * cols + right && seen < squares; seen++) yield this.isFlipped ? squares - 1 - seen : seen;
      }
    }
  }

  /** @param {number} index @returns {Point} */
  middle(index) {
    const { x, y } = this.corner(index);
    const half = Math.floor(this.tile / 2);
    return { x: x + half, y: y + half };
  }

  /** The square under a point; -1 for none. @param {number} x CSS pixels from the left @param {number} y and from above */
  at(x, y) {
    // Names lie over what has gone out of the window.
    if (this.window && (x < this.window.left * this.scale || y < this.window.top * this.scale)) return -1;
    const col = this.#along(x, this.origin.x);
    const line = this.#along(y, this.origin.y);
    if (this.spots) return this.spots.findIndex((spot) => spot.x === col && spot.y === line);
    const row = this.hasAir ? (line - 1) / 2 : line;
    if (col < 0 || col >= this.cols || row < 0 || row >= this.rows || !Number.isInteger(row)) return -1;
    const seen = row * this.cols + col;
    const index = this.isFlipped ? this.squares - 1 - seen : seen;
    return index < this.squares ? index : -1;
  }

  /** @param {number} length CSS pixels @param {number} origin */
  #along(length, origin) {
    return Math.floor((length / this.scale - origin) / this.tile);
  }

  /** The square beside one, as it is seen; -1 beyond the edge. @param {number} index @param {number} across @param {number} down */
  beside(index, across, down) {
    if (this.spots) return nearest(this.spots, index, across, down);
    const sign = this.isFlipped ? -1 : 1;
    const row = Math.floor(index / this.cols) + sign * down;
    const col = (index % this.cols) + sign * across;
    const found = row * this.cols + col;
    return row >= 0 && row < this.rows && col >= 0 && col < this.cols && found < this.squares ? found : -1;
  }

  /** Gives an element a size in art pixels. @param {HTMLElement} element @param {number} width @param {number} height */
  size(element, width, height) {
    element.style.width = `${width * this.scale}px`;
    element.style.height = `${height * this.scale}px`;
  }

  /** Puts an element at a point. @param {HTMLElement} element @param {Point} point */
  put(element, { x, y }) {
    element.style.left = `${x * this.scale}px`;
    element.style.top = `${y * this.scale}px`;
  }
}

/** The node that lies most nearly in a direction; -1 if none does. @param {import('../games/force.js').Spot[]} spots @param {number} index @param {number} across @param {number} down */
function nearest(spots, index, across, down) {
  const from = /** @type {import('../games/force.js').Spot} */ (spots[index]);
  const far = spots.map(({ x, y }) => {
    const ahead = (x - from.x) * across + (y - from.y) * down;
    const aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * across);
    return ahead > 0 && aside <= ahead ? ahead + 2 * aside : Infinity;
  });
  const least = Math.min(...far);
  return least === Infinity ? -1 : far.indexOf(least);
}
