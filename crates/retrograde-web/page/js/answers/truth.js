/**
 * What the server knows of the position on the board: asked when it changes, forgotten when it has changed again. Where a table must be
 * made first, or there can be none, the moves come from the rules alone, without values. Which squares a move touches is told by the rules, too.
 */

import { ApiError } from '../base/api.js';
import { askToSolve, noRoom } from './cost.js';

/** @typedef {import('../base/shapes.js').Probed} Probed */
/** @typedef {import('../base/reports.js').Move} Move */
/**
 * @typedef {object} Truth
 * @property {string} pos
 * @property {'asking' | 'known' | 'unsolved' | 'refused'} status `unsolved`: legal, but without a table; `refused`: no legal position
 * @property {Probed | null} report
 * @property {Move[]} moves the legal ones, best first if they are rated
 * @property {string} turn the side to move; empty if nobody knows
 * @property {ApiError | null} error beside a report: why no table can rate the moves
 */

export class TruthTeller {
  /** @param {import('../base/api.js').Api} api @param {(truth: Truth) => void} onTruth @param {import('../languages/index.js').T} t */
  constructor(api, onTruth, t) {
    this.api = api;
    this.onTruth = onTruth;
    this.t = t;
    this.pos = '';
  }

  /** Asks about a position, and reports the answer. If the answer is slow, reports the legal moves before it. @param {string} pos */
  async ask(pos) {
    this.pos = pos;
    let isKnown = false;
    const legal = this.api.moves(pos).catch(() => NOTHING);
    const wait = (/** @type {typeof NOTHING} */ { moves, turn }) => {
      if (!isKnown) this.#tell({ pos, status: 'asking', report: null, moves, turn, error: null });
    };
    const slow = setTimeout(() => {
      wait(NOTHING);
      void legal.then(wait);
    }, 200);
    const truth = await learn(this.api, pos, legal, this.t);
    isKnown = true;
    clearTimeout(slow);
    this.#tell(truth);
  }

  /** Listens no more. */
  stop() {
    this.pos = '';
  }

  /** @param {Truth} truth */
  #tell(truth) {
    if (truth.pos === this.pos) this.onTruth(truth);
  }
}

/** What is known of a position without an answer. */
const NOTHING = { moves: /** @type {Move[]} */ ([]), turn: '' };

/** True if the position is what is wrong. @param {ApiError} error */
export const isRefusal = ({ status }) => status === 400 || status === 422;

/** @param {import('../base/api.js').Api} api @param {string} pos @param {Promise<typeof NOTHING>} legal @param {import('../languages/index.js').T} t @returns {Promise<Truth>} */
async function learn(api, pos, legal, t) {
  const asked = api.probe(pos);
  try {
    const report = await asked;
    const { moves } = await legal;
    const { turn } = report;
    if (report.moves) return { pos, status: 'known', report, moves: withPaths(report.moves, moves), turn, error: null };
    return { pos, status: 'known', report, moves, turn, error: await obstacle(api, pos, t, false) };
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : new ApiError(0, { message: String(cause) });
    const { moves, turn } = isRefusal(error) ? NOTHING : await legal;
    const reason = error.status === 404 || error.code === 'too-large' ? await obstacle(api, pos, t, true) : null;
    return { pos, status: isRefusal(error) ? 'refused' : 'unsolved', report: null, moves, turn, error: reason ?? error };
  }
}

/** @param {import('../base/shapes.js').MoveReport[]} rated @param {Move[]} legal */
function withPaths(rated, legal) {
  const paths = new Map(legal.map(({ move, path }) => [move, path]));
  return rated.map((move) => ({ ...move, path: paths.get(move.move) }));
}

/** Why no table can be made or, with words for it, what a large one takes; null if one can be made. @param {import('../base/api.js').Api} api @param {string} pos @param {import('../languages/index.js').T} t @param {boolean} isAsked whether the reader is asked to have a large one made */
async function obstacle(api, pos, t, isAsked) {
  const plan = await api.plan(pos).catch(() => null);
  if (plan?.error) return noRoom(plan, t);
  return plan && plan.bytes !== null && isAsked ? new ApiError(404, { code: 'no-table', message: askToSolve(plan, t) }) : null;
}
