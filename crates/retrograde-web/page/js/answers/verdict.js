/** The value of a position in a banner, with what helps where it is not known. */

import { ApiError } from '../base/api.js';
import { h } from '../base/dom.js';
import { joined } from '../base/readers.js';
import { number } from '../base/units.js';
import { JOB_STATE } from '../base/words.js';
import { follow } from './job.js';
import { asking, markOf, sentence } from './words.js';

/** @typedef {import('./truth.js').Truth} Truth */
/** @typedef {import('../languages/index.js').T} T */
/** @typedef {{ api: import('../base/api.js').Api, memory: import('../base/memory.js').Memory }} Asked who answers, and what outlasts the place */

/** The status of an answer that there is no table yet, but a job that makes it: the job is shown instead of this. */
const BEING_MADE = 409;

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
      h('div', {}, error?.code === 'too-large' ? noTable(error, t) : [error?.status !== BEING_MADE && h('p', {}, error?.message ?? ''), error && remedy(error, truth.pos, t, ctx, again)]));
  }
  const reasons = error?.reasons.length ? error.reasons : [error?.message ?? ''];
  return h('div', { class: 'verdict is-wrong' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, '✗'),
    h('div', {}, t('verdict.illegal'), h('ul', {}, reasons.map((reason) => h('li', {}, reason)))));
}

/** @param {import('../base/api.js').ApiError} error @param {T} t */
const noTable = ({ message, hint }, t) => t('verdict.noTable', { message: joined([message, hint]) });

/** What helps against a missing table: to make it, to wait for it, or what the server says. @param {import('../base/api.js').ApiError} error @param {string} pos @param {T} t @param {Asked} ctx @param {() => void} again */
function remedy({ status, hint }, pos, t, ctx, again) {
  const isBeingMade = status === BEING_MADE;
  return status === 404 || isBeingMade ? solver(pos, t, ctx, again, isBeingMade) : hint && h('p', { class: 'hint' }, hint);
}

/** The solves that this page follows: a place that is drawn anew in the meantime shows the same bar and button. */
class Followed {
  /** By position. @type {Map<string, Solver>} */
  solvers = new Map();
}

/** The button that makes a table. @param {string} pos @param {T} t @param {Asked} ctx @param {() => void} again @param {boolean} [isBeingMade] already, for this page or another */
function solver(pos, t, ctx, again, isBeingMade = false) {
  const running = ctx.memory.of(Followed).solvers.get(pos);
  if (running) return running.shown(t, again);
  const made = new Solver(pos, t, ctx, again);
  if (isBeingMade) void made.start();
  return made.element;
}

/** A button that makes a table, which may take a while: it shows how far it is, and can be stopped. */
class Solver {
  #pos;
  #t;
  #ctx;
  #again;
  #job = '';
  #note = h('span', { class: 'hint', role: 'status' });
  #bar;
  #button;
  element;

  /** @param {string} pos @param {T} t @param {Asked} ctx @param {() => void} again what to do when it is solved */
  constructor(pos, t, ctx, again) {
    this.#pos = pos;
    this.#t = t;
    this.#ctx = ctx;
    this.#again = again;
    this.#bar = h('progress', { max: 1, hidden: true, 'aria-label': t('solve.progress') });
    this.#button = h('button', { type: 'button', class: 'primary', onclick: () => void (this.#job ? this.#cancel() : this.start()) }, t('solve.start'));
    this.element = h('div', { class: 'row solver' }, this.#button, this.#bar, this.#note);
  }

  /** The same in a place that is drawn anew, maybe in another language. @param {T} t @param {() => void} again */
  shown(t, again) {
    this.#t = t;
    this.#again = again;
    this.#button.textContent = t(this.#job ? 'solve.cancel' : 'solve.start');
    return this.element;
  }

  /** Asks for the table, and waits for it. */
  async start() {
    this.#ctx.memory.of(Followed).solvers.set(this.#pos, this);
    try {
      ({ job: this.#job } = await this.#ctx.api.solve(this.#pos));
      this.#button.textContent = this.#t('solve.cancel');
      this.#bar.hidden = false;
      await follow(this.#ctx, this.#job, this.#bar, (report) => this.#tell(report), this.#t('solve.failed'));
      this.#end();
      this.#again();
    } catch (cause) {
      this.#end();
      // A server that was started anew knows nothing of the job.
      if (cause instanceof ApiError && cause.code === 'no-job') this.#again();
      else this.#note.textContent = cause instanceof Error ? cause.message : String(cause);
    }
  }

  /** @param {import('../base/shapes.js').JobReport} report */
  #tell({ state, progress }) {
    if (progress) this.#note.textContent = this.#t('solve.running', { n: number(progress.done) });
    else if (state === JOB_STATE.waiting) this.#note.textContent = this.#t('solve.waiting');
  }

  #cancel() {
    return this.#ctx.api.cancel(this.#job).catch(() => undefined);
  }

  #end() {
    this.#ctx.memory.of(Followed).solvers.delete(this.#pos);
    this.#job = '';
    this.#button.textContent = this.#t('solve.start');
    this.#bar.hidden = true;
  }
}
