/** Words of squares: what they are called for those who listen, and what is said beside them. */

import { h } from '../base/dom.js';

/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('../languages/index.js').T} T */

/** A square in full: "c4, red king, best here: loss in 14". @param {State} state @param {number} index @param {T} t */
export function squareText(state, index, t) {
  const name = state.nameOf(index);
  const { labels, wrong = [] } = state.overlay;
  const parts = [name, ...standing(state, index, t), markText(state, index, t), labels?.get(name), wrong.includes(name) && t('cell.wrong')];
  return parts.filter(Boolean).join(', ');
}

/** The pieces, or the ground if there are none, and what lies on it. @param {State} state @param {number} index @param {T} t */
function standing({ board }, index, t) {
  const { pieces, ground, terrain } = board.cell(index);
  const own = board.kit?.terrain.find(({ id }) => id === terrain)?.name.toLowerCase();
  const names = [...(pieces.length ? pieces : []), ...ground].map(({ name }) => name);
  return pieces.length ? names : [board.graph ? nodeText(board.graph.nodes[index], t) : (own ?? t(`cell.${terrain}`)), ...names];
}

/** A node without a piece: whose turn it is there, or how it ends. @param {import('../base/reports.js').GraphShape['nodes'][number] | undefined} node @param {T} t */
function nodeText(node, t) {
  if (!node) return '';
  return node.ending ? t(`over.${node.ending.rule}`) : t('toMove', { side: t(`side.${node.turn}`) });
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
