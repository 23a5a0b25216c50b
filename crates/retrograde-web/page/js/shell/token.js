/** The position as text: what a link, a bug report and the command line take. A move can be typed here, too. */

import { h } from '../base/dom.js';

/** @typedef {import('./index.js').Services} Services */

/** What no move has, and positions have. */
const POSITION = /[:/_]/;

/** @param {Services} services @param {import('./board.js').Ties} ties */
export function tokenField(services, ties) {
  const { store, t } = services;
  const input = h('input', { id: 'token', type: 'text', spellcheck: 'false', autocomplete: 'off', value: store.state.pos });
  const note = h('span', { class: 'note', role: 'alert' });
  // In the field, the whole text is selected, so that the next move replaces it.
  const tell = () => {
    input.value = store.state.pos;
    if (document.activeElement === input) input.select();
  };
  // What somebody is typing stays, whatever the opponent does meanwhile.
  ties.ending(store.subscribe((state, before) => (input.value === before.pos || input.value.trim() === state.pos) && tell()));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text && !POSITION.test(text) && ties.typed(text)) {
      tell();
      return;
    }
    note.textContent = '';
    void open(text, note, services);
  };
  // A field of one line would join the lines of a board.
  input.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text').trim() ?? '';
    if (!text.includes('\n')) return;
    event.preventDefault();
    note.textContent = '';
    void open(text, note, services);
  });
  return h('form', { class: 'token', onsubmit: submit }, h('label', { for: 'token' }, t('token')), input, h('button', {}, t('go')), note);
}

/** Shows a position, legal or not, or whatever the box for pasting reads; of what cannot be read, why. @param {string} text @param {HTMLElement} note @param {Services} services */
async function open(text, note, services) {
  const { boards, connection, language, store } = services;
  try {
    if (await boards.want(text).then(() => true, () => false)) {
      store.set({ pos: text, step: null });
      return;
    }
    const [{ openTyped }] = await connection.load(() => Promise.all([import('../tabs/gallery.js'), language.speak(language.current, ['pasted'])]));
    note.textContent = await openTyped(text, services);
  } catch (error) {
    note.textContent = error instanceof Error ? error.message : String(error);
  }
}
