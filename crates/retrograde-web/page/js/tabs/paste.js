/** A box to paste into: a token, several, or a judge's file, of which every case becomes a board. */

import { markOf, sentence } from '../answers/verdict.js';
import { fill, h } from '../base/dom.js';
import { thumbnail } from '../board/thumbnail.js';

/** @typedef {import('./context.js').Context} Context */

/** How many boards of a file are drawn at once; the rest are links. */
const DRAWN = 24;
/** How many verdicts are asked for together. */
const TOGETHER = 20;

/** Where a pasted position is shown: its verdict stands beside it, and Space lets it be solved. @param {string} pos */
const watched = (pos) => ({ page: /** @type {const} */ ('board'), tab: /** @type {const} */ ('watch'), pos, step: null });

/**
 * @param {HTMLElement} place
 * @param {Context} ctx
 * @param {HTMLElement} found where the boards of a file go
 */
export function pasteBox(place, ctx, found) {
  const { t } = ctx;
  const area = h('textarea', { id: 'paste', rows: 3, spellcheck: 'false', 'aria-describedby': 'paste-hint' });
  const note = h('p', { class: 'trouble', role: 'alert', hidden: true });
  const open = async () => {
    note.hidden = true;
    try {
      const { positions, answers, error } = await convert(ctx, area.value);
      if (error) complain(error);
      const [only] = positions;
      if (positions.length === 1 && only && !error) ctx.store.set(watched(only));
      else gallery(found, positions, answers, !error && answers.length === positions.length, ctx);
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
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => void open() }, t('home.open'))), note);
}

/**
 * What can be read of a text, and what is wrong with the rest.
 * @param {Context} ctx @param {string} text @returns {Promise<{ positions: string[], answers: string[], error: string | null }>}
 */
async function convert(ctx, text) {
  if (!text.trim()) return { positions: [], answers: [], error: null };
  const { positions, answers: told, error } = await ctx.api.convert(text);
  const answers = told ?? [];
  if (!error) return { positions, answers, error: null };
  const { line } = error.at ?? {};
  const message = line ? ctx.t('pasted.line', { line, message: error.message }) : error.message;
  return { positions, answers, error: error.hint ? `${message}; ${error.hint}` : message };
}

/**
 * Every case as a small board, with the judge's word for it, brought before the reader's eyes.
 * @param {HTMLElement} place @param {string[]} positions @param {string[]} answers the judge's lines for the first of them
 * @param {boolean} isWhole these are the answers to the whole file @param {Context} ctx
 */
function gallery(place, positions, answers, isWhole, ctx) {
  const { t } = ctx;
  fill(place);
  if (!positions.length) return;
  const verdicts = positions.map(() => h('span', { class: 'told' }));
  const items = positions.map((pos, index) => {
    const name = t('pasted.case', { n: index + 1 });
    const picture = index < DRAWN ? thumbnail(pos, ctx) : null;
    return h('li', {}, h('a', { href: ctx.store.link(watched(pos)), onclick: ctx.store.follow(watched(pos)) }, picture, h('span', {}, name)), answers[index] !== undefined && h('code', { class: 'judge' }, answers[index]), verdicts[index]);
  });
  const heading = h('h2', { tabindex: -1 }, t('pasted.cases', { n: positions.length }));
  const copy = async () => {
    const text = `${answers.join('\n')}\n`;
    try {
      await navigator.clipboard.writeText(text);
      ctx.live.toast(t('pasted.copied'));
    } catch {
      ctx.live.toast(text);
    }
  };
  fill(place, h('div', { class: 'row' }, heading, isWhole && h('button', { type: 'button', onclick: () => void copy() }, t('pasted.copy'))), h('ol', { class: 'gallery' }, items));
  void tellAll(verdicts, positions, ctx);
  heading.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'nearest' });
}

/**
 * The verdict of each case, as the judge's answer file would have it: some at a time, for as long as they are looked at.
 * @param {HTMLElement[]} places @param {string[]} positions @param {Context} ctx
 */
async function tellAll(places, positions, { api, t }) {
  for (let from = 0; from < positions.length && places[from]?.isConnected; from += TOGETHER) {
    const asked = positions.slice(from, from + TOGETHER);
    const told = await api.probeAll(asked).catch((/** @type {Error} */ error) => asked.map(() => error));
    told.forEach((answer, index) => tell(places[from + index], answer, t));
  }
}

/** @param {HTMLElement | undefined} place @param {import('../base/shapes.js').Probed | Error} answer @param {Context['t']} t */
function tell(place, answer, t) {
  if (!place) return;
  if (answer instanceof Error) {
    place.textContent = answer.message;
    return;
  }
  place.classList.add(`is-${answer.value}`);
  fill(place, h('span', { class: 'mark', 'aria-hidden': 'true' }, markOf(answer)), ' ', sentence(answer, t));
}
