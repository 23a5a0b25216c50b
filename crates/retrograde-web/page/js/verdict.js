/** The value of a position in words: "▲ Red wins in 75 plies". */

import { h } from './dom.js';
import { number } from './lang.js';
import { VALUES } from './values.js';

/** @typedef {import('./api.js').Head} Head */
/** @typedef {import('./truth.js').Truth} Truth */
/** @typedef {(key: string, params?: Record<string, any>) => string} Say */

/** One sentence. @param {Head} head @param {Say} t */
export function sentence(head, t) {
  const side = head.winner && t(`side.${head.winner}`);
  if (head.over) return t(side ? 'verdict.overWon' : 'verdict.overLevel', { side, rule: t(`over.${head.over}`) });
  if (side && head.depth === null) return t('verdict.winsSomehow', { side });
  if (side) return t('verdict.wins', { side, depth: head.depth });
  if (head.value === 'tie') return head.depth === null ? t('verdict.tieSomehow') : t('verdict.tie', { depth: head.depth });
  return t('verdict.draw');
}

/** The banner. @param {Truth} truth @param {Say} t @param {import('./app.js').Context} ctx @param {() => void} again what to do when it is solved */
export function verdict(truth, t, ctx, again) {
  const { report, error } = truth;
  if (report) {
    return h('p', { class: `verdict is-${report.value}` }, h('span', { class: 'mark', 'aria-hidden': 'true' }, report.over ? '⚑' : VALUES[report.value].mark), h('span', {}, sentence(report, t)));
  }
  if (truth.status === 'asking') return h('p', { class: 'verdict' }, h('span', { class: 'mark wait', 'aria-hidden': 'true' }, '…'), t('verdict.asking'));
  if (truth.status === 'unsolved') return unsolved(truth, t, ctx, again);
  const reasons = error?.reasons.length ? error.reasons : [error?.message ?? ''];
  return h('div', { class: 'verdict is-wrong' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '✗'),
    h('div', {}, t('verdict.illegal'), h('ul', {}, reasons.map((reason) => h('li', {}, reason)))));
}

/** No table: why, and the button that makes one. @param {Truth} truth @param {Say} t @param {import('./app.js').Context} ctx @param {() => void} again */
function unsolved(truth, t, ctx, again) {
  const { error, pos } = truth;
  const note = h('span', { role: 'status' }, error?.message ?? '');
  const bar = h('progress', { max: 1, hidden: true, 'aria-label': t('solve.progress') });
  const start = async () => {
    button.disabled = true;
    bar.hidden = false;
    try {
      const { job } = await ctx.api.solve(pos);
      await follow(ctx, job, bar, note, t);
      again();
    } catch (cause) {
      note.textContent = cause instanceof Error ? cause.message : String(cause);
      button.disabled = false;
      bar.hidden = true;
    }
  };
  const button = h('button', { type: 'button', onclick: start }, t('solve.start'));
  return h('div', { class: 'verdict is-open' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '?'),
    h('div', {}, note, error?.hint && h('p', { class: 'hint' }, error.hint), bar, error?.status === 404 && button));
}

/** Waits for a job. @param {import('./app.js').Context} ctx @param {string} job @param {HTMLProgressElement} bar @param {HTMLElement} note @param {Say} t */
async function follow(ctx, job, bar, note, t) {
  for (;;) {
    const state = await ctx.api.job(job);
    const { done = 0, total = 0 } = state.progress ?? {};
    if (total) bar.value = done / total;
    note.textContent = t('solve.running', { n: number(done) });
    if (state.state === 'done' || state.status === 'done') return;
    if (state.error) throw new Error(state.error.message ?? t('solve.failed'));
    if (['failed', 'cancelled'].includes(state.state ?? state.status)) throw new Error(t('solve.failed'));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
