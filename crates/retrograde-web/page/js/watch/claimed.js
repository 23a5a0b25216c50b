/**
 * An event log that another program wrote, in the form of `trace`, held against the table: the first event that is wrong, and why. An event is
 * wrong if the table has another value or depth, or if it comes before what it follows from. In which order the positions of a depth come,
 * how they are numbered, and which layers are told, is the program's own business. Pure.
 */

import { EVENT, KIND } from '../base/words.js';

/** @typedef {import('../base/shapes.js').Probed} Probed */
/** @typedef {{ event: string, pos: string, value?: string, depth?: number, line: number }} Claim an event, and where it is written */
/** @typedef {{ index: number, key: string, params: Record<string, any> }} Fault the event, from 0, and the key of the reason */

/** What tells of a position. */
const TOLD = /** @type {string[]} */ ([EVENT.seed, EVENT.mark, EVENT.pop]);

/** The events of a text that tell of positions, and the first line that is no event. @param {string} text @returns {{ claims: Claim[], bad: number | null }} */
export function readClaims(text) {
  /** @type {Claim[]} */
  const claims = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    const claim = parsed(line);
    if (claim === null) return { claims, bad: index + 1 };
    if (TOLD.includes(claim.event)) claims.push({ ...claim, line: index + 1 });
  }
  return { claims, bad: null };
}

/** @param {string} line @returns {{ event: string, pos: string } | null} */
function parsed(line) {
  try {
    const claim = JSON.parse(line);
    const isEvent = typeof claim?.event === 'string' && (!TOLD.includes(claim.event) || typeof claim.pos === 'string');
    return isEvent ? claim : null;
  } catch {
    return null;
  }
}

/** Holds claims against the table, in their order. */
export class Judge {
  /** Positions whose value was claimed, and rightly. @type {Set<string>} */
  #decided = new Set();
  #count = 0;

  /** The next claim, with what the table tells of its position. @param {Claim} claim @param {Probed | Error} told @returns {Fault | null} */
  next(claim, told) {
    const index = this.#count++;
    const reason = told instanceof Error ? { key: 'own.unread', message: told.message } : this.#reason(claim, told);
    if (!reason && !(told instanceof Error) && claim.event !== EVENT.pop) this.#decided.add(told.pos);
    if (!reason) return null;
    const { key, ...params } = reason;
    return { index, key, params };
  }

  /** @param {Claim} claim @param {Probed} told @returns {{ key: string, [name: string]: any } | null} */
  #reason({ event, value, depth }, told) {
    if (event === EVENT.seed && !told.over) return { key: 'own.notOver' };
    if (event === EVENT.pop && !this.#decided.has(told.pos)) return { key: 'own.popped' };
    const isMark = event !== EVENT.pop;
    if ((isMark || value !== undefined) && value !== told.value) return { key: 'own.value', value: told.value, depth: told.depth };
    if ((isMark || depth !== undefined) && (depth ?? 0) !== (told.depth ?? 0)) return { key: 'own.depth', value: told.value, depth: told.depth };
    return event === EVENT.mark && !told.over ? this.#unfounded(told) : null;
  }

  /** What a mark follows from, and has not been told yet: for a loss the values of all that its moves lead to, else that of one best move. @param {Probed} told */
  #unfounded({ value, moves, depth }) {
    const isOpen = (/** @type {{ pos: string }} */ { pos }) => !this.#decided.has(pos);
    if (value === KIND.loss) {
      const open = moves?.find(isOpen);
      return open ? { key: 'own.earlyLoss', move: open.move, pos: open.pos } : null;
    }
    const best = moves?.filter((move) => move.for_mover === value && (move.depth ?? 0) + 1 === depth) ?? [];
    return best.length && best.every(isOpen) ? { key: 'own.early', move: best[0]?.move, pos: best[0]?.pos } : null;
  }
}
