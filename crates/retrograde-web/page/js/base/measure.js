/**
 * How large elements are, without laying out the page for it: a frame that has changed something and then measures waits for a layout, and the browser makes
 * another at its end. Sizes are noted when the browser tells them; what is hidden is measured each time, until it is seen.
 */

/** @typedef {{ width: number, height: number }} Size CSS pixels, with the padding */

/** @type {WeakMap<Element, Size>} */
const sizes = new WeakMap();

/** @param {Element} element */
function note(element) {
  const size = { width: element.clientWidth, height: element.clientHeight };
  sizes.set(element, size);
  return size;
}

/** The size that an element had when the browser last laid it out. @param {Element} element @returns {Size} */
export function measured(element) {
  const known = sizes.get(element);
  if (known && known.width > 0) return known;
  if (!known) new ResizeObserver(() => note(element)).observe(element);
  return note(element);
}
