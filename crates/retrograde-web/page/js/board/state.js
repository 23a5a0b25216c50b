/** What a board view shows, and what is told of it: no element. */

import { untold } from '../games/told.js';
import { sprite } from './sprites.js';

/** @typedef {import('../games/told.js').Cell} Cell */
/** @typedef {import('../games/told.js').Piece} Piece */
/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {import('../base/values.js').Kind} Kind */
/** @typedef {{ value: Kind, depth?: number | null, text?: string, says?: string }} Mark `text`: short, instead of the depth: numerals only; `says`: in the square's name */
/** @typedef {{ path: string[], value?: Kind | null }} Arrow */
/**
 * What is shown over the pieces. Squares go by name.
 * @typedef {object} Overlay
 * @property {string[]} [frame] the current squares: yellow
 * @property {Map<string, string>} [pulse] squares that light up once and fade, and in which colours
 * @property {Map<string, Mark>} [marks] values
 * @property {string[]} [trail] dots along these squares, in order: where a piece has come from
 * @property {string[][]} [trails] the same for several
 * @property {Arrow[]} [arrows]
 * @property {string[]} [dots] where the picked piece may go, its values being hidden
 * @property {string[]} [wrong] squares with something illegal
 * @property {Map<string, string>} [notes] what to say beside a square, as text
 * @property {Map<string, string>} [tints] colours of squares, under the pieces
 * @property {Map<string, string>} [labels] what to add to the names of squares
 * @property {boolean} [stale] pieces and marks greyed
 */
/**
 * @typedef {object} Handlers
 * @property {(square: string, event: { shift: boolean }) => void} [onCell] pressed: by pointer, Enter or Space
 * @property {(from: string, to: string) => void} [onDrag] a piece was carried
 * @property {(from: string, over: string) => void} [onCarry] a piece is carried, and is over another square now
 * @property {(square: string) => 'carry' | 'stroke' | 'none'} [onGrab] what a pointer that goes down here begins
 * @property {(square: string, first: boolean) => void} [onStroke] the pointer passes here, painting
 * @property {() => void} [onLook] sprites have become plain squares, or the other way round
 * @property {(square: string, key: string) => boolean} [onKey] a key on a square; true if it was meant for it
 */

export class State {
  board = untold(null, '');
  /** @type {Overlay} */
  overlay = {};
  /** @type {Handlers} */
  handlers = {};
  isFlipped = false;
  /** The square in the tab order. */
  cursor = 0;
  #style;

  /** @param {import('./style.js').Style} style */
  constructor(style) {
    this.#style = style;
  }

  /** Whether squares stand for sprites. */
  get isPlain() {
    return this.#style.isPlain;
  }

  /** Another board takes the place of the one before. @param {Board} board @param {Overlay} overlay */
  show(board, overlay) {
    const before = this.board;
    const isAlike = before.game === board.game && before.rows === board.rows && before.cols === board.cols;
    this.board = board;
    this.overlay = overlay;
    if (!isAlike) this.cursor = this.#firstPiece();
  }

  /** Whether other pieces or walls stand on a board than on this one. @param {Board} board */
  isOther(board) {
    return this.board.isOther(board);
  }

  /** @param {number} index */
  nameOf(index) {
    return this.board.name(index);
  }

  /** @param {string} name @returns {number} -1 if there is no such square */
  indexOf(name) {
    return this.board.index(name);
  }

  /** Those of the named squares that the board has. @param {string[]} names */
  indicesOf(names) {
    return names.map((name) => this.indexOf(name)).filter((index) => index >= 0);
  }

  /** @param {number} index @returns {Cell} */
  cellAt(index) {
    return this.board.cell(index);
  }

  /** @param {number} index */
  markAt(index) {
    return this.overlay.marks?.get(this.nameOf(index));
  }

  /** What a piece is painted as. @param {Piece} piece */
  imageOf(piece) {
    return sprite(piece, this.isPlain);
  }

  /** The piece that a move takes along: the mover's, if there are two, and from an empty square, too. @param {number} index @returns {Piece | undefined} */
  carriedFrom(index) {
    const { pieces } = this.cellAt(index);
    const isMovers = (/** @type {Piece} */ piece) => this.#isMovers(piece);
    return pieces.find(isMovers) ?? pieces.at(-1) ?? this.board.kit?.pieces.find(isMovers);
  }

  /** The squares that a piece passes: one that falls comes from the top of its column. @param {number[]} path */
  fallen(path) {
    const [only = -1, next] = path;
    const { kit, cols } = this.board;
    return kit?.falls && next === undefined && only >= cols ? [only % cols, only] : path;
  }

  /** Where the cursor begins: on a piece of the side to move. */
  #firstPiece() {
    const squares = [...this.board.standing].filter(([, pieces]) => pieces.some((piece) => !piece.isGround && this.#isMovers(piece)));
    return squares.length ? Math.min(...squares.map(([index]) => index)) : 0;
  }

  /** @param {Piece} piece */
  #isMovers(piece) {
    return this.board.kit?.sides[piece.side] === this.board.turn;
  }
}
