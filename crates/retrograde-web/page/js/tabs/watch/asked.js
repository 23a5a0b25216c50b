/**
 * The board that was asked about, which stays in sight while other positions are shown: small, beside the title, and with its value from the
 * step on that decides it. The verdict in words waits for this step, too. Before it a button shows the answer, until another board is asked about.
 */

import { brief, sentence } from '../../answers/words.js';
import { fill, h } from '../../base/dom.js';
import { mini } from '../../board/mini.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../base/shapes.js').Probed} Probed */

/** Pixels across its picture. */
const ACROSS = 36;
/** Pixels a square of a large board, which is seen as a whole. */
const LEAST = 1;

export class Asked {
  #ctx;
  #verdict;
  #changed;
  /** Whether the reader shall say who wins: then only the button shows the answer. */
  #isQuiz;
  /** @type {Probed | null} */
  #head = null;
  /** The step that decides the asked position; infinite while this step is unknown. */
  #decided = Infinity;
  #isRevealed = false;
  /** What is shown: whether the answer is; null for nothing yet. @type {boolean | null} */
  #shown = null;
  #picture = h('span', { class: 'asked-picture' });
  #value = h('span', { class: 'asked-value', 'aria-hidden': 'true' });
  #element = h('span', { class: 'asked', role: 'img' }, this.#picture, this.#value);

  /** @param {Context} ctx @param {ReturnType<typeof import('../../watch/verdict.js').mountVerdict>} verdict @param {boolean} isQuiz @param {() => void} changed it is to be drawn again */
  constructor(ctx, verdict, isQuiz, changed) {
    this.#ctx = ctx;
    this.#verdict = verdict;
    this.#isQuiz = isQuiz;
    this.#changed = changed;
    ctx.slots.asked.append(this.#element);
  }

  /** Another board is asked about, or another log of it. @param {string} pos @param {boolean} isOther */
  begin(pos, isOther) {
    this.#decided = Infinity;
    this.#shown = null;
    if (!isOther) return;
    this.#isRevealed = false;
    this.#head = null;
    this.#verdict.wait();
    this.#label(null);
    fill(this.#picture, mini(pos, ACROSS, '', this.#ctx.boards, undefined, LEAST));
  }

  /** Its value is known to the page. @param {Probed} head */
  answer(head) {
    this.#head = head;
  }

  /** Its verdict, once it is shown; the question before. */
  get said() {
    return this.#shown && this.#head ? sentence(this.#head, this.#ctx.t) : this.#ctx.t('verdict.asked');
  }

  /** The step that decides it is known. @param {number} step */
  decideAt(step) {
    this.#decided = step;
  }

  /** There is no log to wait for: the verdict is shown as soon as it is known, which may be later. */
  giveUp() {
    this.decideAt(0);
    if (this.#head === null) this.#verdict.none();
  }

  reveal() {
    this.#isRevealed = true;
    this.#changed();
  }

  /** The value of the asked position, if the page shows the value at a step. @param {number} step @returns {Probed | null} */
  at(step) {
    return this.#isRevealed || (!this.#isQuiz && step >= this.#decided) ? this.#head : null;
  }

  /** @param {number} step */
  show(step) {
    const known = this.#head;
    const head = this.at(step);
    if (known === null || (head !== null) === this.#shown) return;
    const isMoment = this.#shown === false;
    this.#shown = head !== null;
    this.#label(head);
    if (head !== null && isMoment) this.#element.classList.add('is-new');
    if (head === null) this.#verdict.ask(this.#isQuiz, () => this.reveal());
    else this.#verdict.tell(head, isMoment);
    this.#ctx.live.say(head === null ? this.#question : sentence(head, this.#ctx.t));
  }

  get #question() {
    return this.#ctx.t(this.#isQuiz ? 'verdict.hidden' : 'verdict.asked');
  }

  /** The value beside the picture, and what is said of both. @param {Probed | null} head */
  #label(head) {
    const { t } = this.#ctx;
    this.#value.textContent = head === null ? '?' : brief(head, t);
    this.#element.className = `asked ${head === null ? '' : `value-${head.value}`}`;
    const label = t('asked.label', { says: head === null ? this.#question : sentence(head, t) });
    this.#element.setAttribute('aria-label', label);
    this.#element.dataset.tip = label;
  }
}
