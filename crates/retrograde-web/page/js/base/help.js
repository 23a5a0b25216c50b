/** The `?` sheet: the settings, and every key, from the table that the handlers use. */

import { h } from './dom.js';
import { KEYS } from './keys.js';
import { pixels } from './pixels.js';

/** @param {import('../languages/index.js').T} t @param {{ element: HTMLElement, closed: () => void }} settings */
export function openHelp(t, settings) {
  if (document.querySelector('dialog[open]')) return;
  const groups = /** @type {const} */ (['all', 'watch', 'play', 'edit', 'grid']).map((where) =>
    h('section', {}, h('h3', {}, pixels(t(`keys.${where}`))),
      h('table', {}, h('tbody', {}, KEYS.filter((key) => key.where === where).map((key) =>
        h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key.show)), h('td', {}, t(`key.${key.id}`))))))));
  const dialog = h('dialog', { class: 'sheet', 'aria-labelledby': 'help-title' },
    h('form', { method: 'dialog', class: 'sheet-head' }, h('h2', { id: 'help-title' }, pixels(t('help.title'))), h('button', { autofocus: true }, t('close'))),
    settings.element, h('div', { class: 'keys' }, groups), h('p', { class: 'hint' }, t('help.note')));
  dialog.addEventListener('close', () => {
    dialog.remove();
    settings.closed();
  });
  document.body.append(dialog);
  dialog.showModal();
}
