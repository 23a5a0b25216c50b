/** Why a board has no log, and what can be done about it: solve it, take a smaller one, follow less, or look at best play. */

import { askToSolve, noRoom } from '../answers/cost.js';
import { verdict } from '../answers/verdict.js';
import { ApiError } from '../base/api.js';
import { h } from '../base/dom.js';
import { FOLLOW } from '../base/words.js';
import { BestPlay } from './bestplay.js';

/** @typedef {import('../base/shapes.js').PlanReport} PlanReport */
/** @typedef {import('./bestplay.js').Asked & { store: import('../base/store.js').Store, memory: import('../base/memory.js').Memory }} Asked */
/**
 * @typedef {object} Refused
 * @property {string} pos
 * @property {'answer' | 'all'} follow
 * @property {ApiError} error
 * @property {() => void} again loads the log anew
 * @property {() => void} followLess follows only what decides the position
 */

/** What is shown in place of the log; null if nothing but the error can be said. @param {Refused} refused @param {Asked} ctx @returns {Promise<HTMLElement | null>} */
export async function noLog(refused, ctx) {
  const { pos, error } = refused;
  if (error.code === 'too-slow') return slow(refused, ctx);
  const plan = await ctx.api.plan(pos).catch(() => null);
  if (plan === null || plan.error) return plan?.fits ? smaller(plan, plan.fits, ctx) : null;
  // The size of a board whose positions are explored is not known before the solve.
  if (error.code === 'no-table') return plan.bytes === null ? null : large(plan, refused, ctx);
  return error.code === 'too-large' ? long(refused, ctx) : null;
}

/** The table of a large board is made only if the reader wants it. @param {PlanReport} plan @param {Refused} refused @param {Asked} ctx */
function large(plan, { pos, error, again }, ctx) {
  const asked = new ApiError(error.status, { code: error.code, message: askToSolve(plan, ctx.t) });
  return verdict({ pos, status: 'unsolved', report: null, moves: [], turn: '', error: asked }, ctx.t, ctx, again);
}

/** No table of the board fits. @param {PlanReport} plan @param {string} fits the largest board of the game that does @param {Asked} ctx */
function smaller(plan, fits, { t, store }) {
  const open = h('a', { href: store.link({ pos: fits, step: null }) }, t('nolog.fits'));
  return h('p', {}, t('verdict.noTable', { message: noRoom(plan, t).message }), ' ', open);
}

/** The log takes longer to make than the server works at one answer. @param {Refused} refused @param {Asked} ctx */
function slow({ pos, follow, again, followLess }, ctx) {
  const { t } = ctx;
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h('button', { type: 'button', onclick }, t(text));
  const less = follow === FOLLOW.all && button('nolog.less', followLess);
  return h('div', {}, h('p', {}, t('nolog.slow')), h('div', { class: 'row' }, button('nolog.again', again), less), new BestPlay(pos, ctx).element);
}

/** There is a table, but the log would be too long. @param {Refused} refused @param {Asked} ctx */
function long({ pos, follow, error, followLess }, ctx) {
  const { t } = ctx;
  const told = h('p', {}, t('watch.noLog', { message: error.message }));
  if (follow === FOLLOW.all) return h('div', {}, told, h('button', { type: 'button', onclick: followLess }, t('nolog.less')));
  return h('div', {}, told, new BestPlay(pos, ctx).element);
}
