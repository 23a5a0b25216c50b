/** A box to paste into: a token, several, or a judge's file, of which every case becomes a board. */

import { BoardView } from './board.js';
import { fill, h } from './dom.js';
import { gameOf } from './games/index.js';
import { sentence } from './verdict.js';

/** @typedef {import('./app.js').Context} Context */

/** How many boards of a file are drawn at once; the rest are links. */
const DRAWN = 24;

/** @param {HTMLElement} place @param {Context} ctx @param {(pos: string) => void} onOpen */
export function pasteBox(place, ctx, onOpen) {
  const { t } = ctx;
  const area = h('textarea', { id: 'paste', rows: 3, spellcheck: 'false', 'aria-describedby': 'paste-hint' });
  const found = h('div', { class: 'pasted' });
  const note = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const open = async () => {
    note.hidden = true;
    try {
      const { positions, error } = await convert(ctx, area.value);
      if (error) complain(error);
      const [only] = positions;
      if (positions.length === 1 && only) onOpen(only);
      else gallery(found, positions, ctx, onOpen);
      if (!positions.length && !error) complain(t('pasted.none'));
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
    }
  };
  const complain = (/** @type {string} */ text) => {
    note.textContent = text;
    note.hidden = false;
  };
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void open();
  });
  // Pasting is asking: the boards come at once.
  area.addEventListener('paste', () => setTimeout(() => void open()));
  fill(place, h('label', { for: 'paste', class: 'heading' }, t('home.paste')), h('p', { class: 'hint', id: 'paste-hint' }, t('home.pasteHint')), area,
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => void open() }, t('home.open'))), note, found);
}

/**
 * What can be read of a text, and what is wrong with the rest.
 * @param {Context} ctx @param {string} text @returns {Promise<{ positions: string[], error: string | null }>}
 */
async function convert(ctx, text) {
  if (!text.trim()) return { positions: [], error: null };
  const { positions, error } = await ctx.api.convert(text);
  if (!error) return { positions, error: null };
  const { line } = error.at ?? {};
  const message = line ? ctx.t('pasted.line', { line, message: error.message }) : error.message;
  return { positions, error: error.hint ? `${message}; ${error.hint}` : message };
}

/** Every case as a small board. @param {HTMLElement} place @param {string[]} positions @param {Context} ctx @param {(pos: string) => void} onOpen */
function gallery(place, positions, ctx, onOpen) {
  const { t } = ctx;
  const items = positions.map((pos, index) => {
    const name = t('pasted.case', { n: index + 1 });
    const verdict = h('span', { class: 'hint' });
    void tell(verdict, pos, ctx);
    const open = (/** @type {Event} */ event) => {
      event.preventDefault();
      onOpen(pos);
    };
    const picture = index < DRAWN ? thumbnail(pos, ctx) : null;
    return h('li', {}, h('a', { href: ctx.store.link({ page: 'board', pos }), onclick: open }, picture, h('span', {}, name)), verdict);
  });
  fill(place, h('p', {}, t('pasted.cases', { n: positions.length })), h('ol', { class: 'gallery' }, items));
}

/** The verdict of a case, as the judge's answer file would have it. @param {HTMLElement} place @param {string} pos @param {Context} ctx */
async function tell(place, pos, ctx) {
  try {
    place.textContent = sentence(await ctx.api.probe(pos), ctx.t);
  } catch (error) {
    place.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** A board to look at, not to touch. @param {string} pos @param {Context} ctx */
export function thumbnail(pos, ctx) {
  const board = gameOf(pos).parse(pos);
  const frame = h('div', { class: 'thumbnail', 'aria-hidden': 'true', inert: true });
  if (board) new BoardView(frame, ctx.t).show(board);
  return frame;
}
