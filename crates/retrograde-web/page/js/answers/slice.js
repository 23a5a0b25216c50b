/**
 * The slice: all pieces stay but one, and every square shows what the position is worth with that piece on it, as colour, mark and
 * depth. Dragging any piece shows the new slice at once. The side to move never changes.
 */

import { fill, h } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { isKind } from '../base/values.js';
import { inMark, sideName, valueIn } from './words.js';

/** @typedef {import('../languages/index.js').T} T */
/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {import('../games/told.js').Lifted} Lifted */
/** @typedef {{ square: string, pos: string | null, value: string | null, depth: number | null, winner: string | null, reason?: string | null }} SliceSquare */

/** What is laid over the board. @param {SliceSquare[]} squares @param {T} t @returns {import('../board/state.js').Overlay} */
export function overlayOf(squares, t) {
  const marks = new Map();
  for (const { square, value, depth } of squares) {
    if (value !== null && isKind(value)) marks.set(square, { value, ...inMark(depth, t), says: t('slice.cell', { value: valueIn({ value, depth }, t) }) });
  }
  return { marks };
}

export class Slice {
  /**
   * @param {HTMLElement} element for the choice of the piece
   * @param {{ api: Pick<import('../base/api.js').Api, 'slice'>, boards: import('../games/boards.js').Boards, t: T, board: import('../board/index.js').BoardView, moved: (pos: string) => void }} with_
   */
  constructor(element, { api, boards, t, board, moved }) {
    this.element = element;
    this.api = api;
    this.boards = boards;
    this.t = t;
    this.board = board;
    this.moved = moved;
    this.pos = '';
    this.piece = '';
    this.asked = '';
    /** Where a piece is carried, from and over. */
    this.carried = '';
    this.shown = '';
    this.isShown = false;
  }

  /** Shows the slice of a position, of the piece that was lifted last. @param {string} pos */
  async show(pos) {
    this.isShown = true;
    this.pos = pos;
    const board = await this.boards.want(pos).catch(() => null);
    if (this.pos !== pos || !this.isShown) return;
    const pieces = board?.lift ?? [];
    if (!pieces.some((piece) => piece.id === this.piece)) this.piece = pieces.at(-1)?.id ?? '';
    this.#fill(pieces, board?.turn ?? '');
    if (board === null) return;
    this.board.show(board, this.shown === board.game ? this.board.overlay : {});
    this.shown = board.game;
    await this.#paint(board, this.piece);
  }

  /** Colours the squares by the slice of a position, which may have a piece where a pointer only carries it. @param {Board} board @param {string} piece */
  async #paint({ pos, lift }, piece) {
    const lifted = lift.find((other) => other.id === piece);
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
      onCarry: (from, over) => void this.#carry(from, over),
      onDrag: (from, to) => void this.#drag(from, to),
      onCell: (square) => this.#press(square),
    };
  }

  /** The pieces of the position that can be lifted. */
  get #liftable() {
    return this.boards.at(this.pos)?.lift ?? [];
  }

  /** The piece on a square. @param {string} square */
  #at(square) {
    return this.#liftable.find((piece) => piece.square === square);
  }

  /** A piece was pressed: lift it. An empty square: the lifted one goes there. @param {string} square */
  #press(square) {
    const piece = this.#at(square);
    if (piece !== undefined) {
      this.piece = piece.id;
      void this.show(this.pos);
      return;
    }
    const lifted = this.#liftable.find((other) => other.id === this.piece);
    if (lifted !== undefined) void this.#drag(lifted.square, square);
  }

  /** The position with the piece of one square on another, and what the lifted piece is called there; null if another is shown by then. @param {string} from @param {string} to */
  async #after(from, to) {
    const { pos } = this;
    const stands = this.#liftable.find((piece) => piece.id === this.piece)?.square;
    const board = await this.boards.edit(pos, { kind: 'carry', from, to }).catch(() => null);
    if (board === null || pos !== this.pos) return null;
    const piece = board.lift.find((other) => other.square === (stands === from ? to : stands))?.id ?? this.piece;
    return { board, piece };
  }

  /** A piece is carried: the colours follow. @param {string} from @param {string} over */
  async #carry(from, over) {
    const carry = `${from} ${over}`;
    this.carried = carry;
    const made = await this.#after(from, over);
    if (made !== null && this.carried === carry) void this.#paint(made.board, made.piece);
  }

  /** @param {string} from @param {string} to */
  async #drag(from, to) {
    this.carried = '';
    const made = await this.#after(from, to);
    if (made === null || made.board.pos === this.pos) {
      void this.show(this.pos);
      return;
    }
    this.piece = made.piece;
    this.moved(made.board.pos);
  }

  /** @param {Lifted[]} pieces @param {string} turn */
  #fill(pieces, turn) {
    const { t } = this;
    if (pieces.length === 0) {
      fill(this.element, h('h2', {}, pixels(t('slice.title'))), h('p', {}, t('slice.none')));
      return;
    }
    const radio = (/** @type {Lifted} */ piece) => {
      const name = t('slice.named', { piece: piece.piece?.name ?? piece.id, square: piece.square });
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
      h('h2', {}, pixels(t('slice.title'))),
      h('p', {}, t('slice.help')),
      h('p', {}, t('slice.turn', { side: sideName(turn, t) })),
      h('fieldset', { class: 'choice choice-column' }, h('legend', {}, t('slice.piece')), pieces.map(radio)),
    );
    if (hadFocus) /** @type {HTMLElement | null} */ (this.element.querySelector('input:checked'))?.focus();
  }
}
