/**
 * Words of the article that show what they mean: pointed at, or with the focus, a word lights up on the picture beside it. In a text they are
 * written `[kings](king)`: what is read, and what it stands for.
 */

import { h } from '../base/dom.js';

/** @typedef {(what: string | null) => string} Show lights up what a word stands for, and says what that is; null: nothing any more */

const WORD = /\[([^\]]+)\]\((\w+)\)/;

/** A paragraph with words that show what they mean. @param {string} text @param {Show} show @param {(said: string) => void} say tells those who listen */
export function telling(text, show, say) {
  // Split by a pattern with two groups, a text gives what is between, the word and what it stands for in turn.
  const parts = text.split(WORD);
  return h('p', {}, parts.map((part, index) => (index % 3 === 1 ? word(part, parts[index + 1] ?? '', show, say) : index % 3 === 0 && part)));
}

/** @param {string} text @param {string} what @param {Show} show @param {(said: string) => void} say */
function word(text, what, show, say) {
  const light = () => show(what);
  const dim = () => show(null);
  return h('button', { type: 'button', class: 'word', onpointerenter: light, onpointerleave: dim, onfocus: () => say(light()), onblur: dim }, text);
}

/** The text alone. @param {string} text */
export const plain = (text) => text.replaceAll(new RegExp(WORD, 'g'), '$1');

/** Lights up squares of a board: those of pieces of a role, the goal, walls. @param {import('../board/index.js').BoardView} view @returns {Show} */
export function onBoard(view) {
  /** What is framed but for the word. @type {string[] | undefined} */
  let own;
  /** @type {string[]} */
  let shown = [];
  return (what) => {
    const { board, overlay } = view;
    // A board that was drawn anew meanwhile has other frames of its own.
    if (overlay.frame !== shown) own = overlay.frame;
    shown = what === null ? [] : squaresOf(board, what);
    view.lay({ ...overlay, frame: what === null ? own : shown });
    return shown.join(' ');
  };
}

/** @param {import('../games/told.js').Board} board @param {string} what @returns {string[]} */
function squaresOf(board, what) {
  if (what === 'goal') return [...board.goals];
  const isMeant = (/** @type {number} */ index) => (what === 'wall' ? board.isWall(index) : board.cell(index).pieces.some(({ role }) => role === what));
  return Array.from({ length: board.squares }, (_, index) => index).filter(isMeant).map((index) => board.name(index));
}
