/**
 * The one table of what a value looks like: colour, mark, and the key of its word. Blue and vermilion are told apart by
 * red-green blind eyes; the mark says the same without any colour.
 *
 * A value is for the player to move; `forMover` of a move is for the one who makes it.
 */

import { pref } from './prefs.js';
import { KIND } from './words.js';

/** @typedef {import('./shapes.js').Kind} Kind */
/** @typedef {{ color: string, mark: string, glyph: string[] }} Look */

/** Best first, as every list of moves is ordered. */
export const KINDS = [KIND.win, KIND.tie, KIND.draw, KIND.loss];

/** @type {Record<Kind, Look>} */
export const VALUES = {
  win: { color: '#56b4e9', mark: '▲', glyph: ['.....', '..#..', '.###.', '#####', '.....'] },
  loss: { color: '#d55e00', mark: '▼', glyph: ['.....', '#####', '.###.', '..#..', '.....'] },
  tie: { color: '#e0b040', mark: '◇', glyph: ['..#..', '.#.#.', '#...#', '.#.#.', '..#..'] },
  draw: { color: '#8a97a3', mark: '◆', glyph: ['..#..', '.###.', '#####', '.###.', '..#..'] },
};

/** Other colours of floors and walls, that a reader may choose. @type {Record<string, Partial<typeof SLATE>>} */
export const BOARD_COLOURS = {
  wood: { floor: '#f0dcb4', shade: '#c99e63', line: '#c8ab7c', wall: '#6e4c2f', brick: '#7d5939', mortar: '#48301c', ledge: '#9a7650' },
  green: { floor: '#eef2dc', shade: '#a9bf86', line: '#c3cdae', wall: '#3f5f45', brick: '#4c6f53', mortar: '#2a4230', ledge: '#7b9a80' },
};

const SLATE = {
  sea: '#1b2430',
  ink: '#10171f',
  floor: '#ecf0f1',
  shade: '#b7c3cb',
  line: '#c3ccd1',
  wall: '#34495e',
  brick: '#405970',
  mortar: '#22313f',
  ledge: '#6f8598',
  red: '#e74c3c',
  dark: '#2c3e50',
  light: '#ecf0f1',
  yellow: '#f1c40f',
};

/** The colours that boards are painted with. */
export const PALETTE = { ...SLATE, ...BOARD_COLOURS[pref('board', '')] };

/** The same value for the other player. @param {Kind} kind @returns {Kind} */
export const flipped = (kind) => (kind === KIND.win ? KIND.loss : kind === KIND.loss ? KIND.win : kind);

/** @param {string} word @returns {word is Kind} */
export const isKind = (word) => word in VALUES;
