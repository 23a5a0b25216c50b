/** What is drawn of the whole log, at the running step: the sea at every frame, what is counted ten times a second; and what the sea shows of a pixel under the pointer. */

import { brief, valueIn } from '../../answers/words.js';
import { EVENT, KIND } from '../../base/words.js';
import { drawHistogram } from '../../watch/graphs.js';
import { statusAt } from '../../watch/overview.js';
import { SEA_COLOURS } from '../../watch/pixels.js';
import { SeaShares, seaPicture } from '../../watch/shares.js';
import { depthOf, kindOf, slotOf } from '../../watch/record.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../watch/player.js').Frame} Frame */
/** @typedef {import('./recording.js').Recording} Recording */

/** Milliseconds between two pictures of the numbers, while it plays. */
const NUMBERS_PAUSE = 100;

export class Figures {
  #ui;
  #ctx;
  #resizes;
  /** @type {Recording | null} */
  #recording = null;
  /** When the numbers were shown. */
  #time = 0;

  /** @param {import('./scene.js').Scene} ui @param {Context} ctx @param {() => void} changed it is to be drawn again */
  constructor(ui, ctx, changed) {
    this.#ui = ui;
    this.#ctx = ctx;
    this.#resizes = new ResizeObserver(() => {
      ui.seaView.fit();
      if (ui.seaView.isOutgrown) this.#loadSea();
      changed();
    });
    this.#resizes.observe(ui.seaBox);
    // It has no size while it is folded.
    this.#resizes.observe(ui.histogram);
  }

  unmount() {
    this.#resizes.disconnect();
  }

  /** Another log is played. @param {Recording} recording */
  load(recording) {
    this.#recording = recording;
    const { histogram, deepest } = this.#ui;
    const { t } = this.#ctx;
    const { bars } = recording;
    const most = bars.reduce((best, bar) => (total(bar) > total(best) ? bar : best), bars[0] ?? { depth: 0, win: 0, loss: 0, tie: 0, runs: [] });
    histogram.setAttribute('aria-label', t('histogram.label', { deepest: bars.length - 1, most: total(most), at: most.depth }));
    deepest.textContent = t('histogram.to', { deepest: bars.length - 1 });
    this.#loadSea();
  }

  #loadSea() {
    if (this.#recording === null) return;
    const { sea } = this.#recording;
    this.#ui.seaView.load(sea, SEA_COLOURS, seaPicture);
    this.#ui.seaBox.setAttribute('aria-label', this.#ctx.t('sea.label', { n: sea.positions }));
    this.unpoint();
  }

  /** @param {Recording} recording @param {Frame} frame @param {number} now @param {boolean} isRunning */
  show({ sea, curve, bars }, frame, now, isRunning) {
    const isRest = frame.phase === EVENT.rest || frame.phase === EVENT.done;
    this.#ui.seaBox.classList.toggle('is-drawn', frame.counts.draw > 0);
    this.#ui.seaView.show(frame.decided, isRest, frame.current ?? -1, frame.current ?? -1);
    if (isRunning && now - this.#time < NUMBERS_PAUSE) return;
    this.#time = now;
    this.#ui.verdict.count(frame.counts);
    this.#ui.state.count(sea, frame, curve);
    drawHistogram(this.#ui.histogram, bars, frame.decided);
  }

  /** The sea's cursor or the pointer is on a position. @param {number} at its cell @param {number} step */
  point(at, step) {
    if (this.#recording === null) return;
    const { sea, decisions } = this.#recording;
    const { t, live } = this.#ctx;
    const { seaBox, seaHint } = this.#ui;
    const status = statusAt(sea, at, decisions[at], step);
    const cell = sea.cells[at];
    const value = status === 'open' || status === 'hole' ? t(`sea.${status}`) : `${brief({ value: kindOf(cell) }, t)} ${valueIn(cellValue(cell), t)}`;
    seaHint.textContent = t('sea.pixel', { slot: slotOf(sea, at), value });
    if (document.activeElement === seaBox) live.say(seaHint.textContent);
  }

  /** No position is pointed at any more. */
  unpoint() {
    const { pixels } = this.#ui.seaView;
    const n = this.#recording?.sea.positions ?? 0;
    this.#ui.seaHint.textContent = pixels instanceof SeaShares ? this.#ctx.t('sea.shares', { n, per: pixels.per }) : this.#ctx.t('sea.hint', { n });
  }

  get isLarge() {
    return this.#ui.seaSection.classList.contains('is-large');
  }

  /** The sea large, or small again. */
  resize() {
    const { seaSection, enlarge } = this.#ui;
    const isLarge = seaSection.classList.toggle('is-large');
    enlarge.setAttribute('aria-pressed', String(isLarge));
    enlarge.textContent = this.#ctx.t(isLarge ? 'sea.shrink' : 'sea.enlarge');
  }
}

/** @param {number} cell */
const cellValue = (cell) => ({ value: kindOf(cell), depth: kindOf(cell) === KIND.draw ? null : depthOf(cell) });

/** @param {import('../../watch/overview.js').Bar} bar */
const total = (bar) => bar.win + bar.loss + bar.tie;
