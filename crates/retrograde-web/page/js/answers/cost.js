/** What solving a large board takes, as a question. */

import { bytes, duration } from '../base/units.js';

/** "Large board: 190 MiB, about 2 s. Solve it?" @param {import('../base/shapes.js').PlanReport} plan @param {import('../languages/index.js').T} t */
export const askToSolve = (plan, t) => t('solve.large', { bytes: plan.bytes !== null && bytes(plan.bytes), time: duration(plan.estimated_ms) });
