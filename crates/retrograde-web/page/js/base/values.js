/**
 * What a value looks like, and the colours of boards. A value is for the player to move; `forMover` of a move is for the one who makes it.
 */

import { ART } from './art.js';
import { pref } from './prefs.js';
import { KIND } from './words.js';

/** @typedef {import('./shapes.js').Kind} Kind */
/** @typedef {{ color: string, mark: string, glyph: string[] }} Look */

/** Best first, as every list of moves is ordered. */
export const KINDS = [KIND.win, KIND.tie, KIND.draw, KIND.loss];

/** @type {Record<Kind, Look>} */
export const VALUES = ART.values;

/** Other colours of floors and walls, that a reader may choose. @type {Record<string, Partial<typeof ART.palette>>} */
export const BOARD_COLOURS = {
  wood: { floor: '#f0dcb4', shade: '#c99e63', line: '#c8ab7c', wall: '#6e4c2f', brick: '#7d5939', mortar: '#48301c', ledge: '#9a7650' },
  green: { floor: '#eef2dc', shade: '#a9bf86', line: '#c3cdae', wall: '#3f5f45', brick: '#4c6f53', mortar: '#2a4230', ledge: '#7b9a80' },
};

/** The colours of floors and walls that the reader has chosen, until the page is loaded again. */
export const CHOSEN_COLOURS = pref('board', 'slate');

/** The colours that boards are painted with. */
export const PALETTE = { ...ART.palette, ...BOARD_COLOURS[CHOSEN_COLOURS] };

/** The same value for the other player. @param {Kind} kind @returns {Kind} */
export const flipped = (kind) => (kind === KIND.win ? KIND.loss : kind === KIND.loss ? KIND.win : kind);

/** @param {string} word @returns {word is Kind} */
export const isKind = (word) => word in VALUES;
