/** A log that is played: the sea of its whole, the window on its events, and what follows from them. */

import { nextPops } from '../../watch/facts.js';
import { bars, decisions, keySteps, queueCurve } from '../../watch/overview.js';
import { blockEnd } from '../../watch/player.js';
import { lowerBound } from '../../watch/record.js';

/** @typedef {import('../../watch/record.js').Sea} Sea */
/** @typedef {import('../../watch/log.js').EventLog} EventLog */
/** @typedef {import('../../watch/player.js').Frame} Frame */
/** @typedef {import('../../base/reports.js').LogEvent} LogEvent */

/** Neighbours that are shown before the step and after it, at most: some positions have thousands. */
export const MOST_NEAR = 100;
/** Points of the queue's curve. */
const CURVE = 120;

export class Recording {
  /** @param {string} pos the position that it is about @param {Sea} sea @param {EventLog} log */
  constructor(pos, sea, log) {
    this.pos = pos;
    this.sea = sea;
    this.log = log;
    this.decisions = decisions(sea);
    this.bars = bars(sea);
    this.curve = queueCurve(sea, CURVE);
    this.keySteps = keySteps(sea, null);
  }

  /** It is known by now which slot it is about. @param {number | null} slot */
  asks(slot) {
    const { table } = this.sea;
    this.keySteps = keySteps(this.sea, slot === null || table.length === 0 ? slot : lowerBound(table, slot));
  }

  /** The last event that has happened at a step; null before the first, and while it is on its way. @param {number} step */
  last(step) {
    return step === 0 ? null : this.log.event(step - 1);
  }

  /** The events of the current position, past and to come, of very many those about the step; null while they are on their way. @param {Frame} frame @returns {LogEvent[] | null} */
  block(frame) {
    if (frame.current === null) return [];
    const { sea, log } = this;
    const k = frame.popped - 1;
    const pop = log.event(sea.poppedAt[k]);
    const from = Math.max(sea.poppedAt[k] + 1, frame.step - MOST_NEAR);
    const near = log.events(from, Math.min(blockEnd(sea, k), from + 2 * MOST_NEAR));
    return pop === null || near === null ? null : [pop, ...near];
  }

  /** The position that was taken last, with its events, once its layer is done: what is shown until the next is taken; null while it is on its way. @param {Frame} frame @returns {LogEvent[] | null} */
  past(frame) {
    if (frame.current !== null || frame.popped === 0) return [];
    return this.block({ ...frame, current: this.sea.popped[frame.popped - 1] });
  }

  /** What the queue gives next; null while it is on its way. @param {number} step */
  next(step) {
    const pops = nextPops(this.sea, step).map((event) => this.log.event(event));
    return pops.every((pop) => pop !== null) ? pops : null;
  }
}
