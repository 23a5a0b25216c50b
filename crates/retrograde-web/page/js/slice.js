/**
 * The slice: all pieces stay but one, and every square shows what the position is worth with that piece on it, as colour, mark and
 * depth. Dragging any piece shows the new slice at once. The side to move never changes.
 */

import { fill, h } from './dom.js';
import { gameOf } from './games/index.js';
import { isKind } from './values.js';
import { sideName, valueIn } from './words.js';

/** @typedef {import('./words.js').T} T */
/** @typedef {import('./games/grid.js').Board} Board */
/** @typedef {{ id: string, letter: string, square: string }} Lifted */
/** @typedef {{ square: string, pos: string | null, value: string | null, depth: number | null, winner: string | null, reason?: string | null }} SliceSquare */

/** What pieces of a letter are called in GET /slice; several are numbered in reading order. @type {Record<string, string>} */
const IDS = { O: 'king', X: 'pawn', A: 'a', B: 'b' };

/** The pieces that can be lifted, in reading order. @param {Board} board @returns {Lifted[]} */
export function liftable(board) {
  const model = gameOf(`${board.game}:`);
  if (model.id !== 'pawn' && model.id !== 'race') return [];
  const standing = board.cells.flatMap((_, index) =>
    model.cell(board, index).pieces.map((letter) => ({ letter, square: model.name(board, index) })),
  );
  return standing.map((piece, at) => {
    const alike = standing.filter((other) => other.letter === piece.letter);
    const number = standing.slice(0, at + 1).filter((other) => other.letter === piece.letter).length;
    return { ...piece, id: `${IDS[piece.letter]}${alike.length > 1 ? number : ''}` };
  });
}

/** What is laid over the board. @param {SliceSquare[]} squares @param {T} t @returns {import('./board.js').Overlay} */
export function overlayOf(squares, t) {
  const marks = new Map();
  const labels = new Map();
  for (const square of squares) {
    if (square.value !== null && isKind(square.value)) marks.set(square.square, { value: square.value, depth: square.depth });
    if (square.value !== null)
      labels.set(square.square, t('slice.cell', { value: valueIn({ value: square.value, depth: square.depth }, t) }));
  }
  return { marks, labels };
}

export class Slice {
  /**
   * @param {HTMLElement} element for the choice of the piece
   * @param {{ api: Pick<import('./api.js').Api, 'slice'>, t: T, board: import('./board.js').BoardView, moved: (pos: string) => void }} with_
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
    this.isShown = false;
  }

  /** Shows the slice of a position, of the piece that was lifted last. @param {string} pos */
  async show(pos) {
    this.isShown = true;
    const model = gameOf(pos);
    const board = model.parse(pos);
    const pieces = board === null ? [] : liftable(board);
    if (!pieces.some((piece) => piece.id === this.piece)) this.piece = pieces.at(-1)?.id ?? '';
    this.pos = pos;
    this.fill(pieces, board?.turn ?? '');
    if (board === null || pieces.length === 0) return;
    const asked = `${pos} ${this.piece}`;
    this.asked = asked;
    if (this.board.board === null || model.print(this.board.board) !== model.print(board)) this.board.show(board);
    const { squares } = await this.api.slice(pos, this.piece).catch(() => ({ squares: [] }));
    if (this.asked !== asked || !this.isShown) return;
    const lifted = pieces.find((piece) => piece.id === this.piece)?.square ?? '';
    this.board.show(board, { ...overlayOf(squares, this.t), frame: [lifted] });
  }

  hide() {
    this.isShown = false;
  }

  /** What the board's pointer and keys do while a slice is shown. @returns {import('./board.js').Handlers} */
  handlers() {
    return {
      onGrab: (square) => (this.at(square) === undefined ? 'none' : 'carry'),
      onDrag: (from, to) => this.drag(from, to),
      onCell: (square) => this.press(square),
    };
  }

  /** The piece on a square. @param {string} square */
  at(square) {
    const board = gameOf(this.pos).parse(this.pos);
    return board === null ? undefined : liftable(board).find((piece) => piece.square === square);
  }

  /** A piece was pressed: lift it. An empty square: the lifted one goes there. @param {string} square */
  press(square) {
    const piece = this.at(square);
    if (piece !== undefined) {
      this.piece = piece.id;
      void this.show(this.pos);
      return;
    }
    const board = gameOf(this.pos).parse(this.pos);
    const lifted = board === null ? undefined : liftable(board).find((other) => other.id === this.piece);
    if (lifted !== undefined) this.drag(lifted.square, square);
  }

  /** @param {string} from @param {string} to */
  drag(from, to) {
    const model = gameOf(this.pos);
    const board = model.parse(this.pos);
    if (board === null) return;
    const dragged = model.drag(board, model.index(board, from), model.index(board, to));
    const pos = model.print(dragged);
    if (pos === this.pos) return;
    const moved = liftable(dragged).find((piece) => piece.square === to);
    if (moved !== undefined) this.piece = moved.id;
    this.moved(pos);
  }

  /** @param {Lifted[]} pieces @param {string} turn */
  fill(pieces, turn) {
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
