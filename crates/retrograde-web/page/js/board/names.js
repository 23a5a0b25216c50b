/** Words of squares: what they are called for those who listen, and what is said beside them. */

import { h } from '../base/dom.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('../languages/index.js').T} T */

/** A square in full: "c4, red king, best here: loss in 14". @param {State} state @param {number} index @param {T} t */
export function squareText(state, index, t) {
  const name = state.nameOf(index);
  const { labels, wrong = [] } = state.overlay;
  const parts = [name, ...standing(state, index, t), homeText(state, index, t), markText(state, index, t), labels?.get(name), wrong.includes(name) && t('cell.wrong')];
  return parts.filter(Boolean).join(', ');
}

/** @param {State} state @param {number} index @param {T} t */
function standing({ model, board }, index, t) {
  const { pieces, kind } = model.cell(board, index);
  return pieces.length ? pieces.map((letter) => t(model.pieces[letter]?.word ?? letter)) : [t(`cell.${kind}`)];
}

/** @param {State} state @param {number} index @param {T} t */
function homeText({ model, board }, index, t) {
  const { home } = model.cell(board, index);
  return home !== null && t('cell.home', { side: t(`side.${model.sides[home]}`) });
}

/** @param {State} state @param {number} index @param {T} t */
function markText(state, index, t) {
  const mark = state.markAt(index);
  return mark && (mark.says ?? t('cell.mark', { value: t(`value.${mark.value}`), depth: mark.depth ?? null }));
}

/** Words beside a square, on the side with more room. @param {string} text @param {number} index @param {Layout} layout */
export function note(text, index, layout) {
  const { x, y } = layout.corner(index);
  const isRight = x * 2 > layout.width;
  const element = h('p', { class: `callout ${isRight ? 'at-left' : 'at-right'}` }, text);
  element.style.top = `${y * layout.scale}px`;
  if (isRight) element.style.right = `${(layout.width - x + 2) * layout.scale}px`;
  else element.style.left = `${(x + layout.tile + 3) * layout.scale}px`;
  return element;
}
