/**
 * The transport: editing → ready → running ⇄ paused → finished, and stale when the board was edited under a finished log.
 *
 * `after` is the whole state machine, `refusal` says of every control why it is disabled, and `Transport` adds the clock:
 * units of the chosen detail a second. Every control is always visible.
 */

import { nextStep, previousStep, stepOfUnit, unitAt, unitCount } from './strides.js';

/** @typedef {"editing" | "ready" | "running" | "paused" | "finished" | "stale"} State */
/** @typedef {"edit" | "load" | "play" | "pause" | "move" | "end" | "rewind"} Action */
/** @typedef {"start" | "layerBack" | "back" | "play" | "forward" | "layerForward" | "end" | "slower" | "faster" | "restart" | "stops" | "follow" | "detail" | "seek"} Control */
/** @typedef {import("./strides.js").Detail} Detail */
/** @typedef {import("./record.js").Sea} Sea */

/** @type {Record<State, Partial<Record<Action, State>>>} */
const TABLE = {
  editing: { load: 'ready', edit: 'editing' },
  ready: { play: 'running', move: 'paused', end: 'finished', rewind: 'ready', edit: 'editing', load: 'ready' },
  running: { pause: 'paused', move: 'running', end: 'finished', rewind: 'running', edit: 'editing', load: 'ready' },
  paused: { play: 'running', move: 'paused', end: 'finished', rewind: 'ready', edit: 'editing', load: 'ready' },
  finished: { play: 'running', move: 'paused', end: 'finished', rewind: 'ready', edit: 'stale', load: 'ready' },
  stale: { load: 'ready', edit: 'stale' },
};

/** The state after an action; the same state if the action means nothing there. @param {State} state @param {Action} action @returns {State} */
export const after = (state, action) => TABLE[state][action] ?? state;

/**
 * Why a control is disabled, as a key of the language files; null if it is not.
 * @param {State} state @param {Control} control
 * @param {{atStart: boolean, atEnd: boolean, slowest: boolean, fastest: boolean}} where
 */
export function refusal(state, control, where) {
  if (control === 'follow' || control === 'detail' || control === 'stops') return null;
  if (control === 'slower') return where.slowest ? 'refuse.slowest' : null;
  if (control === 'faster') return where.fastest ? 'refuse.fastest' : null;
  if (state === 'editing') return 'refuse.editing';
  if (state === 'stale') return 'refuse.stale';
  const isBack = control === 'start' || control === 'layerBack' || control === 'back';
  if (isBack && where.atStart) return 'refuse.start';
  const isForward = control === 'forward' || control === 'layerForward' || control === 'end';
  return isForward && where.atEnd ? 'refuse.end' : null;
}

/** Units a second at speed 1×. */
export const BASE_RATE = 2;
/** How long the fastest speed takes for a whole log, and the longest that seeds take, in seconds. */
const FASTEST_SECONDS = 9;
const SEED_SECONDS = 2;
/** How long a log takes at the speed it starts with, unless it is so long that it would run past: then it starts at this rate. */
const FIRST_SECONDS = 75;
const MOST_FIRST_RATE = 512;
/** The longest that one frame may be, in seconds: a page that was hidden does not jump. */
const LONGEST_FRAME = 0.1;

/** The speeds for a log of `units`: powers of two, then the fastest. @param {number} units */
export function speeds(units) {
  const fastest = Math.max(BASE_RATE, units / FASTEST_SECONDS);
  const rates = [];
  for (let rate = BASE_RATE; rate < fastest; rate *= 2) rates.push(rate);
  return rates.length === 0 ? [BASE_RATE] : [...rates, fastest];
}

/** The speeds that a reader may choose to start with; 0: one that suits the log. */
export const START_SPEEDS = [0, 1, 8, 64];

/** The index of the speed that takes a log about a minute, or lets a long one be followed; or of the one that the reader starts with. @param {number} units @param {number} [times] of the slowest */
export function firstSpeed(units, times = 0) {
  if (times > 0) return Math.max(0, speeds(units).findLastIndex((rate) => rate <= times * BASE_RATE));
  const wanted = Math.min(units / FIRST_SECONDS, MOST_FIRST_RATE);
  const rates = speeds(units);
  const index = rates.findIndex((rate) => rate >= wanted);
  return Math.max(0, Math.min(index, rates.length - 1));
}

export class Transport {
  /** @param {() => void} changed told after every change of state, step or speed */
  constructor(changed) {
    this.changed = changed;
    /** @type {State} */
    this.state = 'editing';
    /** @type {Sea | null} */
    this.sea = null;
    this.step = 0;
    /** @type {Detail} */
    this.detail = 'edge';
    this.speed = 0;
    /** The speed that the reader starts with; 0: one that suits the log. */
    this.startTimes = 0;
    /** Part of a unit that is due. */
    this.due = 0;
    this.time = 0;
    /** Steps at which playing pauses, in any order. @type {number[]} */
    this.stops = [];
    /** Units a second that are played whatever speed is chosen; null for that speed. @type {number | null} */
    this.pinned = null;
  }

  /** @param {Sea} sea @param {number} [step] where to begin */
  load(sea, step = 0) {
    this.sea = sea;
    this.step = Math.max(0, Math.min(step, sea.events));
    this.speed = firstSpeed(unitCount(sea, this.detail), this.startTimes);
    this.#act('load');
    if (this.step > 0) this.#act(this.step === sea.events ? 'end' : 'move');
    this.changed();
  }

  /** @param {Action} action */
  #act(action) {
    this.state = after(this.state, action);
    this.due = 0;
  }

  /** The board was changed: what is shown belongs to another one. */
  edited() {
    this.#act('edit');
    this.changed();
  }

  get isRunning() {
    return this.state === 'running';
  }

  where() {
    const last = speeds(this.units()).length - 1;
    const atEnd = this.sea === null || this.step >= this.sea.events;
    return { atStart: this.step === 0, atEnd, slowest: this.speed === 0, fastest: this.speed >= last };
  }

  /** @param {Control} control */
  refusal(control) {
    return refusal(this.state, control, this.where());
  }

  units() {
    return this.sea === null ? 0 : unitCount(this.sea, this.detail);
  }

  /** Units a second. */
  rate() {
    return this.pinned ?? speeds(this.units())[this.speed];
  }

  /** @param {number} now milliseconds */
  play(now) {
    if (this.refusal('play') !== null || this.sea === null) return;
    if (this.step >= this.sea.events) this.step = 0;
    this.#act('play');
    this.time = now;
    this.changed();
  }

  pause() {
    this.#act('pause');
    this.changed();
  }

  /** Goes to a step; playing goes on from there. @param {number} step */
  seek(step) {
    if (this.sea === null || this.state === 'stale') return;
    this.step = Math.max(0, Math.min(Math.round(step), this.sea.events));
    this.#act(this.step === this.sea.events ? 'end' : this.step === 0 ? 'rewind' : 'move');
    this.changed();
  }

  /** One unit of a detail on or back; playing stops. @param {1 | -1} direction @param {Detail} detail */
  nudge(direction, detail) {
    if (this.sea === null) return;
    this.#act('pause');
    this.seek((direction > 0 ? nextStep : previousStep)(this.sea, detail, this.step));
  }

  /** @param {number} by */
  changeSpeed(by) {
    this.speed = Math.max(0, Math.min(this.speed + by, speeds(this.units()).length - 1));
    this.changed();
  }

  /** Another detail, at the rate that is nearest to a minute for the whole. @param {Detail} detail */
  changeDetail(detail) {
    this.detail = detail;
    this.speed = firstSpeed(this.units());
    this.due = 0;
    this.changed();
  }

  /** Plays on to the time `now`; whether the step changed. @param {number} now milliseconds */
  tick(now) {
    if (!this.isRunning || this.sea === null) return false;
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, (now - this.time) / 1000));
    this.time = now;
    this.due += seconds * this.#rateNow(this.sea);
    const whole = Math.floor(this.due);
    if (whole === 0) return false;
    this.due -= whole;
    const to = Math.max(this.step, stepOfUnit(this.sea, this.detail, unitAt(this.sea, this.detail, this.step) + whole));
    const stop = Math.min(...this.stops.filter((step) => step > this.step && step <= to));
    this.step = Math.min(to, stop);
    if (this.step >= this.sea.events) this.#act('end');
    else if (stop <= to) this.#act('pause');
    this.changed();
    return true;
  }

  /** Seeds are many and alike: they never take longer than a moment. @param {Sea} sea */
  #rateNow(sea) {
    const isSeeding = this.detail === 'edge' && this.step < sea.seeds;
    return isSeeding ? Math.max(this.rate(), sea.seeds / SEED_SECONDS) : this.rate();
  }
}
