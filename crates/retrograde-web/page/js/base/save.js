/** Files for the reader. */

import { h } from './dom.js';

/** Hands a file to the reader. @param {string} name @param {Blob} file */
export function saveAs(name, file) {
  const href = URL.createObjectURL(file);
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}
