/** A job of the server's: how far it is, how long it goes on, and a button that stops it. */

import { follow, left } from '../../answers/job.js';
import { fill, h } from '../../base/dom.js';
import { duration, number } from '../../base/units.js';
import { JOB_STATE } from '../../base/words.js';
import { trouble } from './parts.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../base/shapes.js').JobReport} JobReport */

export class Work {
  #ctx;
  #isWanted;
  #bar;
  #note = h('span', { class: 'hint' });
  #stop;
  #row;
  #trouble = h('div');
  #job = '';

  /** @param {Context} ctx @param {() => boolean} isWanted whether somebody looks */
  constructor(ctx, isWanted) {
    const { t } = ctx;
    this.#ctx = ctx;
    this.#isWanted = isWanted;
    this.#bar = h('progress', { max: 1, 'aria-label': t('tables.progress') });
    this.#stop = h('button', { type: 'button', onclick: () => this.#job && void ctx.api.cancel(this.#job).catch(() => undefined) }, t('tables.stop'));
    this.#row = h('div', { class: 'row', hidden: true }, this.#bar, this.#note, this.#stop);
    this.element = h('div', {}, this.#row, this.#trouble);
  }

  /**
   * Starts a job, and follows it to its end; meanwhile no other is started.
   * @param {() => Promise<{ job: string }>} begin
   * @param {(report: JobReport) => void} done
   * @param {HTMLElement} button what started it: the focus is there when the button that stops it goes
   * @param {() => unknown} [failed] it failed, or was stopped
   */
  async start(begin, done, button, failed) {
    const { t, live } = this.#ctx;
    if (!this.#row.hidden) return;
    fill(this.#trouble);
    button.setAttribute('aria-disabled', 'true');
    this.#row.hidden = false;
    this.#bar.value = 0;
    this.#note.textContent = t('tables.waiting');
    try {
      this.#job = (await begin()).job;
      live.say(t('tables.begun'));
      const report = await follow(this.#ctx, this.#job, this.#bar, (told) => (this.#note.textContent = sentence(told, t)), t('tables.stopped'), this.#isWanted);
      if (report) done(report);
    } catch (error) {
      fill(this.#trouble, trouble(error));
      failed?.();
    }
    this.#job = '';
    if (document.activeElement === this.#stop) button.focus();
    this.#row.hidden = true;
    button.removeAttribute('aria-disabled');
  }
}

/** How far a job is. @param {JobReport} report @param {import('../../languages/index.js').T} t */
function sentence({ state, progress }, t) {
  if (state === JOB_STATE.writing) return t('tables.writing');
  if (!progress) return t('tables.waiting');
  const { stage, done, total, depth } = progress;
  const rest = left(progress);
  const share = total ? Math.floor((100 * done) / total) : 0;
  return [t(`stage.${stage}`, { n: number(done), share, depth }), rest !== null && rest >= 1000 && t('tables.left', { time: duration(rest) })].filter(Boolean).join(', ');
}
