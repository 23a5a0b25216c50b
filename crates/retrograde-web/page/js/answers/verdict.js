/** The value of a position in a banner, with what helps where it is not known. */

import { ApiError } from '../base/api.js';
import { h } from '../base/dom.js';
import { number } from '../base/units.js';
import { follow } from './job.js';
import { asking, markOf, sentence } from './words.js';

/** @typedef {import('./truth.js').Truth} Truth */
/** @typedef {import('../languages/index.js').T} T */
/** @typedef {{ api: import('../base/api.js').Api }} Asked who answers */

/** The banner. @param {Truth} truth @param {T} t @param {Asked} ctx @param {() => void} again what to do when it is solved */
export function verdict(truth, t, ctx, again) {
  const { report, error } = truth;
  if (report) {
    const banner = h('p', { class: `verdict is-${report.value}` }, h('span', { class: 'mark', 'aria-hidden': 'true' }, markOf(report)), h('span', {}, sentence(report, t)));
    return report.moves ? banner : h('div', {}, banner, h('p', { class: 'hint' }, t('verdict.shortcut'), ' ', error && noTable(error, t)), !error && solver(truth.pos, t, ctx, again));
  }
  if (truth.status === 'asking') return h('p', { class: 'verdict' }, h('span', { class: 'mark wait', 'aria-hidden': 'true' }, '…'), asking(t));
  if (truth.status === 'unsolved') {
    return h('div', { class: 'verdict is-open' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '?'),
      h('div', {}, error?.code === 'too-large' ? noTable(error, t) : [h('p', {}, error?.message ?? ''), error && remedy(error, truth.pos, t, ctx, again)]));
  }
  const reasons = error?.reasons.length ? error.reasons : [error?.message ?? ''];
  return h('div', { class: 'verdict is-wrong' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '✗'),
    h('div', {}, t('verdict.illegal'), h('ul', {}, reasons.map((reason) => h('li', {}, reason)))));
}

/** @param {import('../base/api.js').ApiError} error @param {T} t */
const noTable = ({ message, hint }, t) => t('verdict.noTable', { message: hint ? `${message}; ${hint}` : message });

/** What helps against a missing table: to make it, to wait for it, or what the server says. @param {import('../base/api.js').ApiError} error @param {string} pos @param {T} t @param {Asked} ctx @param {() => void} again */
function remedy({ status, hint }, pos, t, ctx, again) {
  const isBeingMade = status === 409;
  return status === 404 || isBeingMade ? solver(pos, t, ctx, again, isBeingMade) : hint && h('p', { class: 'hint' }, hint);
}

/**
 * The button that makes a table, which may take a while: it shows how far it is, and can be stopped.
 * @param {string} pos @param {T} t @param {Asked} ctx @param {() => void} again @param {boolean} [isBeingMade] already, for this page or another
 */
function solver(pos, t, ctx, again, isBeingMade = false) {
  const note = h('span', { class: 'hint', role: 'status' });
  const bar = h('progress', { max: 1, hidden: true, 'aria-label': t('solve.progress') });
  let job = '';
  const start = async () => {
    if (job) return void ctx.api.cancel(job).catch(() => undefined);
    try {
      ({ job } = await ctx.api.solve(pos));
      button.textContent = t('solve.cancel');
      bar.hidden = false;
      await follow(ctx, job, bar, ({ progress }) => progress && (note.textContent = t('solve.running', { n: number(progress.done) })), t('solve.failed'));
      again();
    } catch (cause) {
      // A server that was started anew knows nothing of the job.
      if (cause instanceof ApiError && cause.code === 'no-job') return void again();
      note.textContent = cause instanceof Error ? cause.message : String(cause);
    }
    job = '';
    button.textContent = t('solve.start');
    bar.hidden = true;
  };
  const button = h('button', { type: 'button', onclick: () => void start() }, t('solve.start'));
  if (isBeingMade) void start();
  return h('div', { class: 'row solver' }, button, bar, note);
}
