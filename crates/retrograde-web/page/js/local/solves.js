/**
 * The boards that the reader has asked to solve: each in a worker of its own, which then answers for that board. There are a few; the one
 * that was asked least recently makes room. A solve is cancelled by ending its worker.
 */

import { JOB_STATE } from '../base/words.js';
import { Desk } from './desk.js';
import { request } from './message.js';

/** @typedef {import('./message.js').Answer} Answer */
/** @typedef {import('../base/shapes.js').JobReport} JobReport */

const MOST = 3;
const ACCEPTED = 202;
const OK = 200;
/** Positions whose board is known to be another one; more are forgotten. */
const MOST_KNOWN = 2000;

/** @param {Answer} answer @returns {any} */
const parsed = ({ body }) => JSON.parse(new TextDecoder().decode(body));

/** @param {Answer} answer @param {unknown} report @returns {Answer} */
const withBody = (answer, report) => ({ ...answer, body: new TextEncoder().encode(JSON.stringify(report)) });

/** @typedef {{ id: string, desk: Desk, report: JobReport, answer: Answer, has: Map<string, boolean> }} Solve */

export class Solves {
  #begin;
  #last = 0;
  /** The most recently asked last. @type {Solve[]} */
  #all = [];

  /** @param {(tell: (progress: Answer) => void) => Promise<Desk>} begin makes a worker */
  constructor(begin) {
    this.#begin = begin;
  }

  get desks() {
    return this.#all.map(({ desk }) => desk);
  }

  /** Starts a solve; the answer is the job's state, or the refusal. @param {string} path of the API @param {string} language @param {string} body @returns {Promise<Answer>} */
  async solve(path, language, body) {
    /** @type {Solve | undefined} */
    let solve;
    const desk = await this.#begin((progress) => solve && this.#note(solve, progress));
    const answer = await desk.ask(request('POST', `${path}/solve`, language, body));
    if (answer.status !== ACCEPTED) {
      desk.end();
      return answer;
    }
    this.#last += 1;
    const begun = { id: String(this.#last), desk, report: parsed(answer), answer, has: new Map() };
    const inside = begun.report.job;
    solve = begun;
    this.#note(begun, answer);
    this.#all.push(begun);
    for (const { desk: oldest } of this.#all.splice(0, this.#all.length - MOST)) oldest.end();
    // The instance solves before it answers this.
    void desk.ask(request('GET', `${path}/jobs/${inside}`, language, '')).then((ended) => this.#ended(begun, ended), () => undefined);
    return { ...begun.answer, status: ACCEPTED };
  }

  /** The state of a job; null if there is no such job. @param {string} id @returns {Answer | null} */
  job(id) {
    return this.#all.find((solve) => solve.id === id)?.answer ?? null;
  }

  /** Cancels a job that runs. @param {string} id @returns {Answer | null} its last state; null if there is no such job */
  cancel(id) {
    const solve = this.#all.find((one) => one.id === id);
    if (!solve) return null;
    if (solve.report.state !== JOB_STATE.done) {
      solve.desk.end();
      this.#set(solve, { ...solve.report, state: JOB_STATE.cancelled, progress: null });
    }
    return solve.answer;
  }

  /** The worker that has the table of a position; null if none has. @param {string} path @param {string} pos @returns {Promise<Desk | null>} */
  async with(path, pos) {
    for (const solve of this.#all.filter(({ report, desk }) => report.state === JOB_STATE.done && !desk.isDead).reverse()) {
      if (!(await this.#has(solve, path, pos))) continue;
      this.#all = [...this.#all.filter((other) => other !== solve), solve];
      return solve.desk;
    }
    return null;
  }

  /** @param {Solve} solve @param {string} path @param {string} pos */
  async #has(solve, path, pos) {
    const known = solve.has.get(pos);
    if (known !== undefined) return known;
    const plan = await solve.desk.ask(request('GET', `${path}/plan?${new URLSearchParams({ pos })}`, 'en', ''));
    const has = plan.status === OK && parsed(plan).solved;
    if (solve.has.size >= MOST_KNOWN) solve.has.clear();
    solve.has.set(pos, has);
    return has;
  }

  /** @param {Solve} solve @param {Answer} ended */
  #ended(solve, ended) {
    if (ended.status === OK) this.#note(solve, ended);
    else this.#set(solve, { ...solve.report, state: JOB_STATE.failed, progress: null, error: parsed(ended).error });
  }

  /** @param {Solve} solve @param {Answer} answer */
  #note(solve, answer) {
    if (answer.status === OK || answer.status === ACCEPTED) this.#set(solve, parsed(answer));
  }

  /** @param {Solve} solve @param {JobReport} report */
  #set(solve, report) {
    solve.report = report;
    solve.answer = withBody({ ...solve.answer, status: OK }, { ...report, job: solve.id });
  }
}
