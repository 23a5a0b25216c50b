/**
 * The puzzle of a day: a position of a game's tables in which exactly one move keeps what there is to keep. Day and game are the seed, so
 * that all who ask on one day are asked the same.
 */

import { KINDS } from '../../base/values.js';
import { KIND } from '../../base/words.js';

/** @typedef {import('../../base/shapes.js').GameReport} GameReport */
/** @typedef {import('../../base/shapes.js').Probed} Probed */
/** @typedef {import('../../base/shapes.js').MoveReport} MoveReport */
/** @typedef {import('../../base/shapes.js').PlanReport} PlanReport */
/** @typedef {Pick<import('../../base/api.js').Api, 'plan' | 'random' | 'probeAll'>} Asked */

/** Tables of fewer slots hold no puzzles, and of more they are not made by the way. */
const [LEAST_SLOTS, MOST_SLOTS] = [300, 250_000];
/** Positions that are drawn at a time, and how often: one of sixty is a puzzle where they are rare. */
const [TOGETHER, ROUNDS] = [40, 12];
/** What is won in fewer plies is no riddle. */
const LEAST_DEPTH = 3;
/** Of fewer moves one is guessed too easily. */
const LEAST_MOVES = 3;

/** How many bits of difficulty make a puzzle one of the next level. */
const LEVELS = [5.5, 7.5];
/** The bits that stand for the plies of a puzzle that is not won: there is no end to look ahead to. */
const ENDLESS = 3;

/** The day in the reader's zone, as it is written: `2026-11-23`. @param {Date} date */
export const dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The day after, in any zone: noon is far from every change of clocks. @param {string} day */
export const dayAfter = (day) => dayOf(new Date(new Date(`${day}T12:00:00`).getTime() + 86_400_000));

/** The seed of a text: FNV-1a, of 32 bits. @param {string} text */
export function seedOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The one move that keeps the value where all others lose it; null if there are several, or too few to choose from. @param {Pick<Probed, 'value' | 'depth' | 'moves'>} probed @returns {MoveReport | null} */
export function savingMove({ value, depth, moves }) {
  if (!moves || moves.length < LEAST_MOVES || value === KIND.loss) return null;
  if (value === KIND.win && (depth ?? 0) < LEAST_DEPTH) return null;
  const rank = (/** @type {MoveReport} */ move) => KINDS.indexOf(move.for_mover);
  const best = Math.min(...moves.map(rank));
  const keeping = moves.filter((move) => rank(move) === best);
  return keeping.length === 1 ? (keeping[0] ?? null) : null;
}

/**
 * How hard a puzzle is: the fewer of its moves keep the value, and the more plies a win takes, the harder. @param {Pick<Probed, 'value' | 'depth' | 'moves'>} probed
 * @returns {'easy' | 'medium' | 'hard'}
 */
export function difficulty({ value, depth, moves }) {
  const bits = Math.log2(moves?.length ?? 1) + (value === KIND.win ? Math.log2((depth ?? 0) + 1) : ENDLESS);
  return (/** @type {const} */ (['easy', 'medium', 'hard']))[LEVELS.filter((level) => bits >= level).length] ?? 'hard';
}

/** The days before one, latest first. @param {string} day @param {number} many */
export const daysBefore = (day, many) => Array.from({ length: many }, (_, back) => dayOf(new Date(new Date(`${day}T12:00:00`).getTime() - (back + 1) * 86_400_000)));

/** Whether a puzzle may come from this board. @param {PlanReport} plan */
const fits = ({ automatic, slots, error }) => automatic && !error && (slots === null || (slots >= LEAST_SLOTS && slots <= MOST_SLOTS));

/**
 * The boards of a game that puzzles are drawn from: those of its examples whose tables are quickly made; and the size of the smallest table of
 * all its examples, null where that is not told.
 * @param {GameReport} game @param {Asked} api @returns {Promise<{ boards: string[], slots: number | null }>}
 */
export async function boardsOf({ examples }, api) {
  const plans = await Promise.all(examples.map((pos) => api.plan(pos).catch(() => null)));
  const sizes = plans.flatMap((plan) => plan?.slots ?? []);
  return { boards: examples.filter((_, index) => plans[index] && fits(plans[index])), slots: sizes.length > 0 ? Math.min(...sizes) : null };
}

/** Why a game has no puzzles. @param {number | null} slots of its smallest table @returns {'large' | 'small' | 'unknown'} */
export const lack = (slots) => (slots === null ? 'unknown' : slots < LEAST_SLOTS ? 'small' : 'large');

/**
 * The puzzle of a day; null if none is found.
 * @param {string} game @param {string[]} boards those that do not answer in time are left out @param {string} day @param {Asked} api @param {() => boolean} isWanted
 * @returns {Promise<Probed | null>}
 */
export async function puzzleOf(game, boards, day, api, isWanted) {
  const seed = seedOf(`${day} ${game}`);
  let left = boards;
  for (let round = 0; round < ROUNDS && isWanted() && left.length; round += 1) {
    const pos = left[(seed + round) % left.length] ?? '';
    try {
      const found = await drawn(pos, seed + round * TOGETHER, api);
      if (found) return found;
    } catch (error) {
      left = left.filter((other) => other !== pos);
      if (!left.length) throw error;
    }
  }
  return null;
}

/** The first puzzle among positions that are drawn from a table. @param {string} pos @param {number} seed @param {Asked} api */
async function drawn(pos, seed, api) {
  const seeds = Array.from({ length: TOGETHER }, (_, index) => seed + index);
  const positions = await Promise.all(seeds.map((each) => api.random({ pos, seed: each })));
  const answers = await api.probeAll([...new Set(positions.map((each) => each.pos))]);
  return /** @type {Probed | undefined} */ (answers.find((answer) => !(answer instanceof Error) && savingMove(answer)));
}
