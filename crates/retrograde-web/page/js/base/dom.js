/**
 * Making elements. `h('button', { class: 'tool', onclick }, 'Wall')`: functions become listeners, `true` an empty attribute,
 * `null`, `undefined` and `false` nothing. Text is always text: nothing here reads HTML.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  put(element, ...children);
  return element;
}

/**
 * Appends children.
 * @param {Node} parent
 * @param {...(Child | Child[])} children
 */
export function put(parent, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Replaces what is in an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

/** True where the reader has asked for less motion. */
export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether the page is a site of files, which has no server, files or threads. */
export const isSite = () => document.querySelector('meta[name=site]') !== null;
