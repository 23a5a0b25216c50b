/**
 * Why a position has its value: the moves that force it, each with the answer to it; the counter that reached zero; for a draw, a loop
 * that goes round for ever. And the certificate, a file that proves it.
 */

import { valueIn } from '../answers/words.js';
import { fill, h } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { saveAs } from '../base/save.js';
import { VALUES } from '../base/values.js';
import { KIND } from '../base/words.js';

/** @typedef {import('../languages/index.js').T} T */
/** @typedef {import('../base/api.js').Api} Api */
/** @typedef {import('../base/shapes.js').WhyReport} WhyReport */
/** @typedef {import('../base/shapes.js').MoveReport} MoveReport */

/**
 * @param {HTMLElement} element
 * @param {{ api: Api, t: T, picked: (pos: string) => void }} with_ `picked`: a position was chosen
 */
export function mountWhy(element, { api, t, picked }) {
  let asked = '';
  return {
    /** @param {string} pos */
    async show(pos) {
      if (pos === asked) return;
      asked = pos;
      fill(element, h('h2', {}, pixels(t('why.title'))), h('p', {}, t('why.loading')));
      try {
        const why = await api.why(pos);
        if (asked === pos) fill(element, h('h2', {}, pixels(t('why.title'))), ...reasons(why, t, picked), certificate(api, pos, t));
      } catch (error) {
        if (asked === pos)
          fill(element, h('h2', {}, pixels(t('why.title'))), h('p', { class: 'trouble' }, error instanceof Error ? error.message : String(error)));
      }
    },
  };
}

/** @param {WhyReport} why @param {T} t @param {(pos: string) => void} picked */
function reasons(why, t, picked) {
  if (why.over !== null) return [h('p', { class: `reason reason-${why.value}` }, t('why.over', { over: t(`over.${why.over}`) }))];
  const count = why.moves.length;
  return [
    h(
      'p',
      { class: `reason reason-${why.value}` },
      h('span', { class: `mark mark-${why.value}`, 'aria-hidden': 'true' }, VALUES[why.value].mark),
      t(`why.${why.value}`, { depth: why.depth, moves: count }),
    ),
    why.value === KIND.loss && count <= 12 && h('p', { class: 'counter' }, t('why.counter', { moves: count })),
    table(why.moves, t, picked, why.value === KIND.loss),
    why.loop && loop(why.loop, t),
    why.others.length > 0 &&
      h('details', {}, h('summary', {}, `${t('why.others')} (${why.others.length})`), table(why.others, t, picked, false)),
  ];
}

/** @param {(MoveReport & { reply?: string | null })[]} moves @param {T} t @param {(pos: string) => void} picked @param {boolean} hasReplies */
function table(moves, t, picked, hasReplies) {
  const head = ['why.move', 'why.leads', ...(hasReplies ? ['why.reply'] : [])].map((key) => h('th', { scope: 'col' }, t(key)));
  const rows = moves.map((move) => {
    const label = `${move.move}: ${valueIn(move, t)}`;
    const go = h('button', { type: 'button', class: 'move', 'aria-label': label, onclick: () => picked(move.pos) }, move.move);
    const ending = move.over === null ? '' : ` ${t(`over.${move.over}`)}`;
    return h(
      'tr',
      {},
      h('td', {}, go),
      h('td', {}, h('span', { class: `mark mark-${move.value}`, 'aria-hidden': 'true' }, VALUES[move.value].mark), ` ${valueIn(move, t)}`, ending),
      hasReplies && h('td', {}, move.reply ?? '–'),
    );
  });
  return h('table', { class: 'why-moves' }, h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows));
}

/** @param {{ moves: string[], from: number }} found @param {T} t */
function loop({ moves, from }, t) {
  const before = moves.slice(0, from).join(' ');
  return h(
    'p',
    { class: 'loop' },
    `${t('why.loop')}: `,
    before && `${before} `,
    h('span', { class: 'round' }, `↻ ${moves.slice(from).join(' ')} ↻`),
  );
}

/** @param {Api} api @param {string} pos @param {T} t */
function certificate(api, pos, t) {
  const note = h('small', { role: 'status' }, t('why.certificateNote'));
  const save = async () => {
    button.disabled = true;
    try {
      const { name, file } = await api.certificate(pos);
      saveAs(name, file);
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
    button.disabled = false;
  };
  const button = h('button', { type: 'button', onclick: () => void save() }, t('why.certificate'));
  return h('div', { class: 'certificate' }, button, note);
}
