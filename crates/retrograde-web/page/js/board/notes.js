/** Words beside squares, on the side with more room. */

import { h } from '../base/dom.js';

/** @typedef {import('./layout.js').Layout} Layout */

/** @param {string} text @param {number} index @param {Layout} layout */
export function note(text, index, layout) {
  const { x, y } = layout.corner(index);
  const isRight = x * 2 > layout.width;
  const element = h('p', { class: `callout ${isRight ? 'at-left' : 'at-right'}` }, text);
  element.style.top = `${y * layout.scale}px`;
  if (isRight) element.style.right = `${(layout.width - x + 2) * layout.scale}px`;
  else element.style.left = `${(x + layout.tile + 3) * layout.scale}px`;
  return element;
}
