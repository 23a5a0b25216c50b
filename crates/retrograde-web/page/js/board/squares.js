/** A square of 16 pixels in layers: ground, what lies on it, value, pieces; and the names along the edge. */

import { PALETTE, VALUES } from '../base/values.js';
import { bricks, cube, hole } from './shapes.js';
import { PLAIN, TILE, drawGlyph, pixelWidth, smaller, sprite, writePixels } from './sprites.js';

/** @typedef {import('./paint.js').Scene} Scene */

/** The colour of names along the edge: seen on a dark stage as on a light one. */
const NAMES = '#74818d';
/** How large pieces are that share a square. */
const SHARED = 10;

/** Letters of columns and numbers of rows; in a row, a number above each square. @param {Scene} scene */
export function paintNames({ context, state, layout }) {
  const color = state.isPlain ? PLAIN.floor : NAMES;
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => writePixels(context, text, Math.round(x - pixelWidth(text) / 2), y, color);
  const { squares, cols, rows, isFlipped } = layout;
  if (layout.spots) return;
  if (layout.hasAir) {
    for (let index = 0; index < squares; index++) {
      const { x, y } = layout.corner(index);
      write(state.nameOf(index), x + 8, y - 7);
    }
    return;
  }
  const { board } = state;
  const isSquare = (/** @type {number} */ index) => !board.isVoid(index) && !board.hand(index);
  for (let col = 0; col < cols; col++) {
    const index = isFlipped ? squares - cols + col : col;
    if (Array.from({ length: rows }, (_, row) => row * cols + col).some(isSquare)) write(state.nameOf(index).replace(/\d+/, ''), layout.corner(index).x + 8, 2);
  }
  for (let row = 0; row < rows; row++) write(state.nameOf(row * cols).replace(/^\D+/, ''), 4, layout.corner(row * cols).y + 5);
  paintHands({ context, state, layout }, write);
}

/** Whose hand it is, above the middle of the hand. @param {Scene} scene @param {(text: string, x: number, y: number) => void} write */
function paintHands({ state, layout }, write) {
  const { board } = state;
  /** @type {Map<string, number[]>} */
  const hands = new Map();
  for (let index = 0; index < board.squares; index++) {
    const side = board.hand(index);
    if (side) hands.set(side, [...(hands.get(side) ?? []), index]);
  }
  for (const [side, squares] of hands) {
    const corners = squares.map((index) => layout.corner(index));
    const across = corners.reduce((sum, { x }) => sum + x, 0) / corners.length;
    write(side, across + 8, Math.min(...corners.map(({ y }) => y)) - 7);
  }
}

/** A chessboard's corner at the bottom left is dark. @param {{ board: import('../games/told.js').Board }} state @param {number} index */
export function floor({ board }, index) {
  const isDark = board.isChessboard && (Math.floor(index / board.cols) + (index % board.cols) + board.rows) % 2 === 1;
  return isDark ? PALETTE.shade : PALETTE.floor;
}

/** Grounds with pictures of their own, by their names. @type {Record<string, typeof cube>} */
const GROUNDS = { cube, hole };

/** @param {Scene} scene @param {number} index */
export function paintGround({ context, state, layout }, index) {
  if (state.board.isVoid(index)) return;
  const { x, y } = layout.corner(index);
  const isWall = state.board.isWall(index);
  if (isWall && !state.isPlain) {
    bricks(context, { x, y }, index);
    return;
  }
  const tint = state.overlay.tints?.get(state.nameOf(index)) ?? floor(state, index);
  const own = state.isPlain ? undefined : GROUNDS[state.cellAt(index).terrain];
  if (own) {
    own(context, { x, y }, tint);
    return;
  }
  const line = state.isPlain ? PLAIN.ground : PALETTE.line;
  context.fillStyle = line;
  context.fillRect(x, y, TILE + 1, TILE + 1);
  context.fillStyle = isWall ? PLAIN.wall : tint;
  context.fillRect(x + 1, y + 1, TILE - 1, TILE - 1);
  if (isWall || !state.board.goals.has(state.nameOf(index))) return;
  context.fillStyle = line;
  // Along the edge of the board: the near one for who comes from afar.
  const isFar = index < layout.cols;
  const edge = isFar === layout.isFlipped ? y + TILE - 2 : y + 1;
  for (let dot = 1; dot < TILE; dot += 4) context.fillRect(x + dot, edge, 2, 2);
}

/** Pieces that lie on the ground: homes. @param {Scene} scene @param {number} index */
export function paintLying({ context, state, layout }, index) {
  const { x, y } = layout.corner(index);
  for (const piece of state.cellAt(index).ground) context.drawImage(sprite(piece, state.isPlain), x + 2, y + 2);
}

/** A value: the whole square in its colour, its mark, and the depth below. @param {Scene} scene @param {number} index */
export function paintMark({ context, state, layout }, index) {
  const mark = state.markAt(index);
  if (!mark) return;
  const { x, y } = layout.corner(index);
  const look = VALUES[mark.value];
  context.fillStyle = look.color;
  context.fillRect(x + 1, y + 1, TILE - 1, TILE - 1);
  if (state.cellAt(index).pieces.length > 0) return;
  drawGlyph(context, look.glyph, x + 6, y + (numeral(mark) ? 2 : 6), PALETTE.ink);
  paintDepth({ context, state, layout }, index);
}

/** @param {import('./state.js').Mark} mark */
const numeral = ({ text, depth }) => text ?? String(depth ?? '');

/** The depth of a value on its colour: once more over what crosses the square, so that it is read. @param {Scene} scene @param {number} index */
export function paintDepth({ context, state, layout }, index) {
  const mark = state.markAt(index);
  if (!mark || !numeral(mark) || state.cellAt(index).pieces.length > 0) return;
  const { x, y } = layout.corner(index);
  const width = pixelWidth(numeral(mark));
  const left = Math.round(x + 8.5 - width / 2);
  context.fillStyle = VALUES[mark.value].color;
  context.fillRect(left - 1, y + 8, width + 2, 7);
  writePixels(context, numeral(mark), left, y + 9, PALETTE.ink);
}

/** Several stand smaller, one behind the other; with a value, its mark in the corner. @param {Scene} scene @param {number} index */
export function paintPieces({ context, state, layout }, index) {
  const { pieces } = state.cellAt(index);
  const { x, y } = layout.corner(index);
  context.globalAlpha = state.overlay.stale ? 0.5 : 1;
  pieces.forEach((piece, place) => {
    if (pieces.length === 1) context.drawImage(state.imageOf(piece), x + 2, y + 2);
    else context.drawImage(smaller(piece, state.isPlain, SHARED), x + 1 + place * 5, y + 1 + place * 4);
  });
  context.globalAlpha = 1;
  const mark = pieces.length ? state.markAt(index) : undefined;
  if (!mark) return;
  context.fillStyle = VALUES[mark.value].color;
  context.fillRect(x + 9, y + 9, 7, 7);
  drawGlyph(context, VALUES[mark.value].glyph, x + 10, y + 10, PALETTE.ink);
}
