/**
 * The slice: all pieces stay but one, and every square shows what the position is worth with that piece on it, as colour, mark and
 * depth. Dragging any piece shows the new slice at once. The side to move never changes.
 */

import { fill, h } from '../base/dom.js';
import { isKind } from '../base/values.js';
import { gameOf } from '../games/index.js';
import { sideName, valueIn } from './words.js';

/** @typedef {import('../languages/index.js').T} T */
/** @typedef {import('../games/grid.js').Board} Board */
/** @typedef {{ id: string, letter: string, square: string }} Lifted */
/** @typedef {{ square: string, pos: string | null, value: string | null, depth: number | null, winner: string | null, reason?: string | null }} SliceSquare */

/** The pieces that can be lifted, in reading order. @param {Board} board @returns {Lifted[]} */
export function liftable(board) {
  const model = gameOf(`${board.game}:`);
  const standing = board.cells.flatMap((_, index) =>
    model.cell(board, index).pieces.filter((letter) => letter in model.lifts).map((letter) => ({ letter, square: model.name(board, index) })),
  );
  return standing.map((piece, at) => {
    const alike = standing.filter((other) => other.letter === piece.letter);
    const number = standing.slice(0, at + 1).filter((other) => other.letter === piece.letter).length;
    return { ...piece, id: `${model.lifts[piece.letter]}${alike.length > 1 ? number : ''}` };
  });
}

/** What is laid over the board. @param {SliceSquare[]} squares @param {T} t @returns {import('../board/state.js').Overlay} */
export function overlayOf(squares, t) {
  const marks = new Map();
  for (const { square, value, depth } of squares) {
    if (value !== null && isKind(value)) marks.set(square, { value, depth, says: t('slice.cell', { value: valueIn({ value, depth }, t) }) });
  }
  return { marks };
}

export class Slice {
  /**
   * @param {HTMLElement} element for the choice of the piece
   * @param {{ api: Pick<import('../base/api.js').Api, 'slice'>, t: T, board: import('../board/index.js').BoardView, moved: (pos: string) => void }} with_
   */
  constructor(element, { api, t, board, moved }) {
    this.element = element;
    this.api = api;
    this.t = t;
    this.board = board;
    this.moved = moved;
    this.pos = '';
    this.piece = '';
    this.asked = '';
    this.shown = '';
    this.isShown = false;
  }

  /** Shows the slice of a position, of the piece that was lifted last. @param {string} pos */
  async show(pos) {
    this.isShown = true;
    const board = gameOf(pos).parse(pos);
    const pieces = board === null ? [] : liftable(board);
    if (!pieces.some((piece) => piece.id === this.piece)) this.piece = pieces.at(-1)?.id ?? '';
    this.pos = pos;
    this.#fill(pieces, board?.turn ?? '');
    if (board === null) return;
    this.board.show(board, this.shown === board.game ? this.board.overlay : {});
    this.shown = board.game;
    await this.#paint(pos, this.piece);
  }

  /** Colours the squares by the slice of `pos`, which may have a piece where a pointer only carries it. @param {string} pos @param {string} piece */
  async #paint(pos, piece) {
    const board = gameOf(pos).parse(pos);
    const lifted = board === null ? undefined : liftable(board).find((other) => other.id === piece);
    if (lifted === undefined) return;
    const asked = `${pos} ${piece}`;
    this.asked = asked;
    const { squares } = await this.api.slice(pos, piece).catch(() => ({ squares: [] }));
    if (this.asked === asked && this.isShown) this.board.lay({ ...overlayOf(squares, this.t), frame: [lifted.square] });
  }

  hide() {
    this.isShown = false;
  }

  /** What the board's pointer and keys do while a slice is shown. @returns {import('../board/state.js').Handlers} */
  handlers() {
    return {
      onGrab: (square) => (this.#at(square) === undefined ? 'none' : 'carry'),
      onCarry: (from, over) => this.#carry(from, over),
      onDrag: (from, to) => this.#drag(from, to),
      onCell: (square) => this.#press(square),
    };
  }

  /** The piece on a square. @param {string} square */
  #at(square) {
    const board = gameOf(this.pos).parse(this.pos);
    return board === null ? undefined : liftable(board).find((piece) => piece.square === square);
  }

  /** A piece was pressed: lift it. An empty square: the lifted one goes there. @param {string} square */
  #press(square) {
    const piece = this.#at(square);
    if (piece !== undefined) {
      this.piece = piece.id;
      void this.show(this.pos);
      return;
    }
    const board = gameOf(this.pos).parse(this.pos);
    const lifted = board === null ? undefined : liftable(board).find((other) => other.id === this.piece);
    if (lifted !== undefined) this.#drag(lifted.square, square);
  }

  /** The position with the piece of one square on another, and what the lifted piece is called there. @param {string} from @param {string} to */
  #after(from, to) {
    const model = gameOf(this.pos);
    const board = model.parse(this.pos);
    if (board === null) return null;
    const dragged = model.drag(board, model.index(board, from), model.index(board, to));
    const stands = liftable(board).find((piece) => piece.id === this.piece)?.square;
    const piece = liftable(dragged).find((other) => other.square === (stands === from ? to : stands))?.id ?? this.piece;
    return { pos: model.print(dragged), piece };
  }

  /** A piece is carried: the colours follow. @param {string} from @param {string} over */
  #carry(from, over) {
    const made = this.#after(from, over);
    if (made !== null) void this.#paint(made.pos, made.piece);
  }

  /** @param {string} from @param {string} to */
  #drag(from, to) {
    const made = this.#after(from, to);
    if (made === null || made.pos === this.pos) {
      void this.show(this.pos);
      return;
    }
    this.piece = made.piece;
    this.moved(made.pos);
  }

  /** @param {Lifted[]} pieces @param {string} turn */
  #fill(pieces, turn) {
    const { t } = this;
    const model = gameOf(this.pos);
    if (pieces.length === 0) {
      fill(this.element, h('h2', {}, t('slice.title')), h('p', {}, t('slice.none')));
      return;
    }
    const radio = (/** @type {Lifted} */ piece) => {
      const name = t('slice.named', { piece: t(model.pieces[piece.letter]?.word ?? piece.letter), square: piece.square });
      const choose = () => {
        this.piece = piece.id;
        void this.show(this.pos);
      };
      return h(
        'label',
        {},
        h('input', { type: 'radio', name: 'lifted', value: piece.id, checked: piece.id === this.piece, onchange: choose }),
        name,
      );
    };
    const hadFocus = this.element.contains(document.activeElement);
    fill(
      this.element,
      h('h2', {}, t('slice.title')),
      h('p', {}, t('slice.help')),
      h('p', {}, t('slice.turn', { side: sideName(turn, t) })),
      h('fieldset', { class: 'choice choice-column' }, h('legend', {}, t('slice.piece')), pieces.map(radio)),
    );
    if (hadFocus) /** @type {HTMLElement | null} */ (this.element.querySelector('input:checked'))?.focus();
  }
}
