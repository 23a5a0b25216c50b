/** Style sheets that are loaded when they are first wanted. */

import { h } from './dom.js';

/** Loads style sheets in this order, once; where one does not come, nor does the module that wants it, which tells of it. @param {...string} names */
export const styles = (...names) => Promise.all(names.map((name) => {
  const { href } = new URL(`../../css/${name}.css`, import.meta.url);
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.head.querySelectorAll('link[rel="stylesheet"]'));
  const known = [...links].find((link) => link.href === href);
  if (known?.sheet) return undefined;
  // One that did not come is asked for again.
  known?.remove();
  return new Promise((done) => document.head.append(h('link', { rel: 'stylesheet', href, onload: done, onerror: done })));
}));
