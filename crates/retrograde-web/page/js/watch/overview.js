/** What is drawn of a whole log: its key steps, the queue's curve, its depths, and when each slot is decided. Counted once. */

import { EVENT, KIND } from '../base/words.js';
import { HOLE, depthOf, kindOf, lowerBound, popKey } from './record.js';

/** @typedef {import('./record.js').Sea} Sea */
/** @typedef {import('./record.js').Kind} Kind */

/** What stands for a slot that is never decided. */
export const NEVER = 0xffffffff;

/** @typedef {"win" | "loss" | "ties" | "rest" | "asked"} KeyStep */

/**
 * The steps at which something has just happened that is worth a look: the first win and the first loss that were found, not over from the
 * start; the first tie taken from the queue; the rest drawn, if there is any; the position that is asked about decided.
 * @param {Sea} sea @param {number | null} asked its slot, if it is known
 * @returns {Map<KeyStep, number>} in no order
 */
export function keySteps(sea, asked) {
  const steps = new Map();
  const found = (/** @type {"win" | "loss"} */ kind) => {
    const index = sea.order.findIndex((slot, at) => at >= sea.seeds && kindOf(sea.cells[slot]) === kind);
    if (index >= 0) steps.set(kind, sea.decidedAt[index] + 1);
  };
  found(KIND.win);
  found(KIND.loss);
  const ties = sea.layers.find((layer) => layer.tie);
  if (ties !== undefined) steps.set('ties', sea.poppedAt[ties.first] + 1);
  const hasDraws = sea.positions > sea.order.length;
  if (hasDraws) steps.set(EVENT.rest, sea.events - 1);
  if (asked === null) return steps;
  const decided = sea.order.indexOf(asked);
  if (decided >= 0) steps.set('asked', sea.decidedAt[decided] + 1);
  else if (hasDraws) steps.set('asked', sea.events - 1);
  return steps;
}

/**
 * What is known of a slot at a step, when it is decided by event `decidedBy`.
 * @param {Sea} sea @param {number} slot @param {number} decidedBy @param {number} step
 * @returns {Kind | "open" | "hole"}
 */
export function statusAt(sea, slot, decidedBy, step) {
  if (sea.cells[slot] === HOLE) return 'hole';
  if (decidedBy < step) return kindOf(sea.cells[slot]);
  return step >= sea.events - 1 ? KIND.draw : 'open';
}

/** For each slot the event that decides it, or `NEVER`. @param {Sea} sea */
export function decisions(sea) {
  const bySlot = new Uint32Array(sea.slots).fill(NEVER);
  for (let index = 0; index < sea.order.length; index += 1) bySlot[sea.order[index]] = sea.decidedAt[index];
  return bySlot;
}

/** The queue's length at `count` steps spread evenly over the log. @param {Sea} sea @param {number} count */
export function queueCurve(sea, count) {
  return Array.from({ length: count }, (_, index) => {
    const step = Math.round((sea.events * index) / Math.max(1, count - 1));
    return lowerBound(sea.decidedAt, step) - lowerBound(sea.poppedAt, step);
  });
}

/**
 * The positions of one depth. They are decided in runs: seeds at once, later wins and losses, then ties.
 * @typedef {{depth: number, win: number, loss: number, tie: number, runs: {start: number, count: number}[]}} Bar
 */

/** Counts by depth over the whole log. @param {Sea} sea @returns {Bar[]} */
export function bars(sea) {
  const deepest = sea.layers.reduce((depth, layer) => Math.max(depth, layer.depth), 0);
  const all = Array.from({ length: deepest + 1 }, (_, depth) => /** @type {Bar} */ ({ depth, win: 0, loss: 0, tie: 0, runs: [] }));
  let key = -1;
  sea.order.forEach((slot, index) => {
    const cell = sea.cells[slot];
    const bar = all[depthOf(cell)];
    bar[/** @type {"win" | "loss" | "tie"} */ (kindOf(cell))] += 1;
    const isNewRun = bar.depth === 0 ? key !== 0 : popKey(cell) !== key;
    key = bar.depth === 0 ? 0 : popKey(cell);
    if (isNewRun) bar.runs.push({ start: index, count: 0 });
    bar.runs[bar.runs.length - 1].count += 1;
  });
  return all;
}

/** How many positions of a depth are among the first `decided`. @param {Bar} bar @param {number} decided */
export function decidedOf(bar, decided) {
  return bar.runs.reduce((sum, run) => sum + Math.max(0, Math.min(decided - run.start, run.count)), 0);
}
