/** Which key takes up which tool. */

import { Piece } from '../games/told.js';

/** @typedef {import('../games/told.js').Kit} Kit */
/** @typedef {import('../games/told.js').Tool} Tool */

/** The keys of pieces whose letters are not their own, in order; of more pieces than these, letters are told apart by their case. */
const KEYS = ['o', 'x', '1', '0'];

/** The tool of each key: by its letter, where no other has it in the other case, or by its place; among many, by the letter as it is. @param {Kit} kit @returns {Map<string, Tool>} */
export function keysOf({ tools }) {
  const letters = tools.map(({ letter }) => letter.toLowerCase());
  const own = tools.filter((_, index) => letters.indexOf(letters[index] ?? '') === letters.lastIndexOf(letters[index] ?? ''));
  const keys = new Map(own.map((tool) => [tool.letter.toLowerCase(), tool]));
  const pieces = tools.filter((tool) => tool instanceof Piece);
  if (pieces.length > KEYS.length) return new Map([...keys, ...pieces.map((piece) => /** @type {[string, Tool]} */ ([piece.letter, piece]))]);
  KEYS.forEach((key, index) => {
    const tool = pieces[index];
    if (tool && !keys.has(key)) keys.set(key, tool);
  });
  return keys;
}

/** The tool that a key takes up. @param {Kit | null | undefined} kit @param {string} key */
export function toolOf(kit, key) {
  const keys = kit ? keysOf(kit) : new Map();
  return /** @type {Tool | undefined} */ (keys.get(key) ?? keys.get(key.toLowerCase()));
}
