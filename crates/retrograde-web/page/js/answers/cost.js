/** What solving a large board takes: as a question, or as the reason why it cannot be done. */

import { ApiError } from '../base/api.js';
import { isSite } from '../base/dom.js';
import { bytes, count, duration } from '../base/units.js';

/** "Large board: 190 MiB, about 2 s. Solve it?" @param {import('../base/shapes.js').PlanReport} plan @param {import('../languages/index.js').T} t */
export const askToSolve = (plan, t) => t('solve.large', { bytes: plan.bytes !== null && bytes(plan.bytes), time: duration(plan.estimated_ms) });

/** Why a board gets no table, in numbers that people read. @param {import('../base/shapes.js').PlanReport} plan with an error @param {import('../languages/index.js').T} t */
export function noRoom({ error, slots, bytes: needed }, t) {
  const isOfSize = error?.code === 'too-large' && slots !== null && needed !== null;
  if (!isOfSize) return new ApiError(503, error ?? {});
  const needs = t('solve.needs', { positions: count(slots), bytes: bytes(needed) });
  return new ApiError(503, { code: error.code, message: isSite() ? needs + t('solve.needCommand') : needs });
}
