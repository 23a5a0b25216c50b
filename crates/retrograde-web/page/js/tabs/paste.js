/**
 * A box to paste into, or to drop files on: a token, a link, a board, or a judge's file, of which every case becomes a board; and another for
 * what a program of one's own answers to it. What was opened stays with its place in the history, so that Back returns to it.
 */

import { fill, h } from '../base/dom.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {{ text: string, output: string }} Pasted */

/** Longer texts are not kept with the history, which browsers limit. */
const LONGEST_KEPT = 200_000;

/** What was opened here before the reader went elsewhere. @returns {Pasted | null} */
function kept() {
  const { pasted } = /** @type {{ pasted?: Pasted } | null} */ (history.state) ?? {};
  return pasted ?? null;
}

/** Keeps it with this place. @param {Pasted} pasted */
export const keep = (pasted) => history.replaceState(pasted.text.length + pasted.output.length > LONGEST_KEPT ? null : { pasted }, '');

/**
 * @param {HTMLElement} place
 * @param {Context} ctx
 * @param {HTMLElement} found where the boards of a file go
 */
export function pasteBox(place, ctx, found) {
  const { t } = ctx;
  const before = kept();
  const area = h('textarea', { id: 'paste', class: 'pasted', rows: 3, spellcheck: 'false', 'aria-describedby': 'paste-hint' });
  const output = h('textarea', { id: 'output', class: 'pasted', rows: 3, spellcheck: 'false' });
  const own = h('details', { open: Boolean(before?.output) }, h('summary', {}, t('pasted.output')), h('label', { for: 'output', class: 'hint' }, t('pasted.outputHint')), output);
  const note = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const open = async (isBack = false) => {
    note.hidden = true;
    const pasted = { text: area.value, output: output.value };
    keep(pasted);
    try {
      const { language } = ctx;
      const [{ openPasted }] = await ctx.connection.load(() => Promise.all([import('./gallery.js'), language.speak(language.current, ['tabs', 'pasted'])]));
      const error = await openPasted(pasted, found, ctx, isBack);
      if (error) complain(error);
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
    }
  };
  const complain = (/** @type {string} */ text) => {
    note.textContent = text;
    note.hidden = false;
  };
  for (const field of [area, output]) {
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void open();
    });
    // Pasting is asking: the boards come at once.
    field.addEventListener('paste', () => setTimeout(() => void open()));
    takeFiles(field, () => void open());
  }
  fill(place, h('label', { for: 'paste', class: 'heading' }, t('home.paste')), h('p', { class: 'hint', id: 'paste-hint' }, t('home.pasteHint')), area, own,
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => void open() }, t('home.open'))), note);
  if (!before) return;
  [area.value, output.value] = [before.text, before.output];
  place.closest('details')?.setAttribute('open', '');
  void open(true);
}

/** A file that is dropped on a field is its text. @param {HTMLTextAreaElement} field @param {() => void} taken */
function takeFiles(field, taken) {
  const light = (/** @type {boolean} */ isOver) => field.classList.toggle('is-target', isOver);
  field.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    light(true);
  });
  field.addEventListener('dragleave', () => light(false));
  field.addEventListener('drop', async (event) => {
    light(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    field.value = await file.text();
    taken();
  });
}
