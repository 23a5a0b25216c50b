/** What is heard of the steps that have passed since the last frame: sounds, and words for those who listen instead of look. */

import { sentence } from '../../answers/words.js';
import { h } from '../../base/dom.js';
import { EVENT, KIND } from '../../base/words.js';
import { eventAt, frameAt } from '../../watch/player.js';
import { depthOf, kindOf, lowerBound } from '../../watch/record.js';
import { Sound, mountSound } from '../../watch/sound.js';

/** @typedef {import('../../watch/player.js').Frame} Frame */
/** @typedef {import('../../watch/record.js').Sea} Sea */
/** @typedef {import('./recording.js').Recording} Recording */

/** Events of one frame that may be heard one by one. */
const MOST_HEARD = 20;

export class Voice {
  #ctx;
  #pace;
  #sound;
  #control;
  /** The step up to which all has been told. */
  #step = 0;

  /** @param {import('../context.js').Context} ctx @param {import('./pace.js').Pace} pace */
  constructor(ctx, pace) {
    this.#ctx = ctx;
    this.#pace = pace;
    this.#sound = ctx.memory.of(Sound);
    const box = h('span', { class: 'sound' });
    ctx.slots.tools.append(box);
    this.#control = mountSound(box, this.#sound, ctx.t);
  }

  unmount() {
    this.#control.unmount();
  }

  toggle() {
    this.#sound.toggle();
  }

  /** Another log begins at a step. @param {number} step */
  begin(step) {
    this.#step = step;
  }

  /** @param {Recording} recording @param {Frame} frame @param {import('../../base/shapes.js').Probed | null} head the answer, if the page shows it by then */
  tell(recording, frame, head) {
    if (frame.step > this.#step) this.#play(recording, frame);
    if (frame.step !== this.#step) this.#say(recording, frame, head);
    this.#step = frame.step;
  }

  /** Sounds what has happened: only forward. @param {Recording} recording @param {Frame} frame */
  #play({ sea, keySteps }, frame) {
    const from = this.#step;
    const sound = this.#sound;
    if (!sound.isOn) return;
    const isSlow = !this.#pace.isFast && frame.step - from <= MOST_HEARD;
    if (isSlow) this.#playEach(sea, frame);
    else this.#playMarks(sea, lowerBound(sea.decidedAt, from), frame.decided);
    if (frame.phase === EVENT.layer || frameAt(sea, from).depth !== frame.depth) sound.mark(EVENT.layer, frame.depth);
    const hasPassed = (/** @type {number | undefined} */ step) => step !== undefined && from < step && step <= frame.step;
    if (hasPassed(keySteps.get('ties')) || hasPassed(keySteps.get(EVENT.rest))) sound.mark('hum', 0);
    if (frame.phase === EVENT.done) sound.mark(EVENT.done, 0);
  }

  /** Each event of a few. @param {Sea} sea @param {Frame} frame */
  #playEach(sea, frame) {
    for (let at = this.#step; at < frame.step; at += 1) {
      const { event, value } = eventAt(sea, at);
      if (event === EVENT.seed) this.#sound.hear('queue', 0);
      else if (event === EVENT.pop || event === EVENT.relax) this.#sound.hear(event, frame.depth, true);
      else if (event === EVENT.mark && value !== undefined && value !== KIND.draw) this.#sound.hear(value, depthOf(sea.cells[sea.order[lowerBound(sea.decidedAt, at)]]), true);
    }
  }

  /** Positions that entered the queue; of very many, some from all parts of the frame. @param {Sea} sea @param {number} first @param {number} end */
  #playMarks(sea, first, end) {
    const heard = Math.min(MOST_HEARD, end - first);
    for (let each = 0; each < heard; each += 1) {
      const index = first + Math.floor((each * (end - first)) / heard);
      const cell = sea.cells[sea.order[index]];
      const kind = kindOf(cell);
      this.#sound.hear(index < sea.seeds || kind === KIND.draw ? 'queue' : kind, depthOf(cell));
    }
  }

  /** Tells each layer, and the end. @param {Recording} recording @param {Frame} frame @param {import('../../base/shapes.js').Probed | null} head */
  #say({ sea }, frame, head) {
    const { live, t } = this.#ctx;
    if (frame.phase === EVENT.done && head !== null) live.say(sentence(head, t));
    else if (frame.phase === EVENT.rest) live.say(t('caption.rest', { draw: frame.counts.draw }));
    else if (frame.depth !== frameAt(sea, this.#step).depth || frame.phase === EVENT.layer) {
      live.say(t('transport.position', { step: frame.step, total: sea.events, depth: frame.depth }));
    }
  }
}
