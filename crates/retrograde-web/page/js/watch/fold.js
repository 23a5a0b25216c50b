/** A box that folds: it is closed at the first visit, then as the reader left it. When closed, the box shows its most important value in one line. */

import { h } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { pref, setPref } from '../base/prefs.js';

/** @param {string} name @param {string} title */
export function foldable(name, title) {
  const brief = h('span', { class: 'brief' });
  const box = h('details', { class: `box box-${name}`, open: pref(`open.${name}`, /** @type {boolean} */ (false)) }, h('summary', {}, h('h2', {}, pixels(title)), brief));
  box.addEventListener('toggle', () => setPref(`open.${name}`, box.open));
  return { box, brief };
}
