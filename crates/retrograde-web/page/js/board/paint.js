/** The picture of a board, layer by layer: in squares of 16 pixels, or of as many as there is room for. */

import { h } from '../base/dom.js';
import { PALETTE, VALUES } from '../base/values.js';
import { paintArrow, paintCursor, paintDot, paintFrames, paintTrail } from './marks.js';
import { disk } from './shapes.js';
import { PLAIN, paper } from './sprites.js';
import { floor, paintDepth, paintGround, paintLying, paintMark, paintNames, paintPieces } from './squares.js';

/** Squares of a part of a board have lines between them from this size up. */
const LINED = 5;

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./animation.js').Animation} Animation */
/** @typedef {{ context: CanvasRenderingContext2D, state: State, layout: Layout }} Scene what is painted, and where */
/** @typedef {(context: CanvasRenderingContext2D, layout: Layout) => void} Under paints between squares and pieces */

export class Painter {
  #state;
  #layout;
  #animation;
  #ground = { board: /** @type {import('../games/told.js').Board | null} */ (null), key: '', canvas: h('canvas') };
  /** @type {Under | null} */
  under = null;
  /** What paints graphs: loaded when the first is shown. @type {typeof import('./graph.js') | null} */
  graph = null;

  /** @param {State} state @param {Layout} layout @param {Animation} animation */
  constructor(state, layout, animation) {
    this.canvas = h('canvas', { 'aria-hidden': 'true', class: 'paint' });
    this.#state = state;
    this.#layout = layout;
    this.#animation = animation;
  }

  /** Gives the canvas the size of the layout. */
  fit() {
    const { width, height } = this.#layout;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.#layout.size(this.canvas, width, height);
  }

  /** @param {number} now @param {boolean} hasCursor @param {import('./zoom.js').Zoom | null} zoom */
  paint(now, hasCursor, zoom) {
    const context = paper(this.canvas);
    const scene = { context, state: this.#state, layout: this.#layout };
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.#layout.isWide) this.#paintSmall(scene);
    else this.#paintLarge(scene, now);
    if (hasCursor) paintCursor(scene);
    if (this.#layout.window) zoom?.paintNames(scene);
  }

  /** @param {Scene} scene @param {number} now */
  #paintLarge(scene, now) {
    const { context, state, layout } = scene;
    const { overlay } = state;
    const each = (/** @type {(scene: Scene, index: number) => void} */ paint) => {
      for (const index of layout.inView()) paint(scene, index);
    };
    if (state.isPlain && !layout.hasAir && !layout.spots) this.#cover(context, PLAIN.ground);
    if (!layout.window && !layout.isPicture) paintNames(scene);
    this.graph?.paintEdges(scene);
    each(!layout.spots ? paintGround : (this.graph?.paintNode ?? (() => undefined)));
    this.under?.(context, layout);
    each(paintLying);
    each(paintMark);
    for (const trail of [overlay.trail ?? [], ...(overlay.trails ?? [])]) paintTrail(scene, trail);
    each((_, index) => this.#animation.hasLeft(index) || paintPieces(scene, index));
    this.#animation.paintPulses(context, layout, now);
    for (const name of overlay.dots ?? []) paintDot(scene, name);
    paintFrames(scene, overlay.wrong ?? [], VALUES.loss.color);
    paintFrames(scene, overlay.frame ?? [], PALETTE.yellow);
    for (const each of overlay.arrows ?? []) paintArrow(scene, each);
    if (overlay.arrows?.length) each(paintDepth);
    this.#animation.paintMoving(context, layout, now);
  }

  /** Squares of less than 16 pixels: plain colours, pieces larger than their squares, so that they can be found. @param {Scene} scene */
  #paintSmall(scene) {
    const { context, state, layout } = scene;
    const { overlay, board } = state;
    const { x, y } = layout.origin;
    if (board.graph && this.graph) this.graph.paintSmall(scene);
    else if (board.spots) board.spots.forEach((_, index) => this.#fill(context, index, PALETTE.floor));
    else context.drawImage(this.#smallGround(), x, y, layout.cols * layout.tile, layout.rows * layout.tile);
    this.#paintLines(scene);
    for (const [name, color] of overlay.tints ?? []) this.#fill(context, state.indexOf(name), color);
    this.under?.(context, layout);
    for (const [name, mark] of overlay.marks ?? []) this.#paintDisk(context, state.indexOf(name), VALUES[mark.value].color);
    for (const [index, pieces] of board.standing) if (pieces.some(({ isGround }) => isGround)) this.#paintDisk(context, index, PALETTE.yellow);
    for (const [index, pieces] of board.standing) this.#paintPiece(context, index, pieces.findLast(({ isGround }) => !isGround));
    for (const each of overlay.arrows ?? []) paintArrow(scene, each);
  }

  /** Floor and walls of a large board, a pixel a square, painted once. */
  #smallGround() {
    const { board } = this.#state;
    const { cols, rows, isFlipped } = this.#layout;
    const key = `${isFlipped}`;
    if (this.#ground.board === board && this.#ground.key === key) return this.#ground.canvas;
    const canvas = h('canvas', { width: cols, height: rows });
    const context = paper(canvas);
    context.fillStyle = PALETTE.floor;
    context.fillRect(0, 0, cols, rows);
    for (let index = 0; index < board.squares; index++) {
      const seen = isFlipped ? board.squares - 1 - index : index;
      const color = board.isWall(index) ? PALETTE.wall : floor({ board }, index);
      context.fillStyle = color;
      if (color !== PALETTE.floor) context.fillRect(seen % cols, Math.floor(seen / cols), 1, 1);
    }
    this.#ground = { board, key, canvas };
    return canvas;
  }

  /** Between squares that are large enough to be told apart. @param {Scene} scene */
  #paintLines({ context, layout }) {
    const { tile, cols, rows, origin, spots } = layout;
    if (tile < LINED || spots || !layout.window) return;
    context.fillStyle = PALETTE.line;
    for (let col = 0; col <= cols; col++) context.fillRect(origin.x + col * tile, origin.y, 1, rows * tile);
    for (let row = 0; row <= rows; row++) context.fillRect(origin.x, origin.y + row * tile, cols * tile, 1);
  }

  /** @param {CanvasRenderingContext2D} context @param {string} color */
  #cover(context, color) {
    context.fillStyle = color;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index @param {string} color */
  #fill(context, index, color) {
    const { x, y } = this.#layout.corner(index);
    context.fillStyle = color;
    context.fillRect(x, y, this.#layout.tile, this.#layout.tile);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} index @param {string} color */
  #paintDisk(context, index, color) {
    const { x, y } = this.#layout.corner(index);
    const inset = this.#layout.tile / 2 - 3;
    disk(context, x + inset, y + inset, 6, color);
  }

  /** Whole even in a corner. @param {CanvasRenderingContext2D} context @param {number} index @param {import('../games/told.js').Piece | undefined} piece */
  #paintPiece(context, index, piece) {
    if (!piece) return;
    const image = this.#state.imageOf(piece);
    const { tile, window } = this.#layout;
    const { x, y } = this.#layout.corner(index);
    const half = (tile - image.width) / 2;
    if (window && (x + tile <= window.left || y + tile <= window.top || x >= window.width || y >= window.height)) return;
    const inside = (/** @type {number} */ at, /** @type {number} */ room) => Math.max(0, Math.min(Math.round(at + half), room - image.width));
    context.drawImage(image, inside(x, this.canvas.width), inside(y, this.canvas.height));
  }
}
