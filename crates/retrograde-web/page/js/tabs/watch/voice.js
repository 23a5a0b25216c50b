/** What is heard of the steps that have passed since the last frame: sounds, and words for those who listen instead of look. */

import { sentence } from '../../answers/verdict.js';
import { h } from '../../base/dom.js';
import { EVENT, KIND } from '../../base/words.js';
import { frameAt } from '../../watch/player.js';
import { depthOf, kindOf, lowerBound } from '../../watch/record.js';
import { Sound, mountSound } from '../../watch/sound.js';

/** @typedef {import('../../watch/player.js').Frame} Frame */
/** @typedef {import('./recording.js').Recording} Recording */

/** Marks of one frame that may be heard one by one. */
const MOST_HEARD = 20;

export class Voice {
  #ctx;
  #sound;
  #control;
  /** The step up to which all has been told. */
  #step = 0;

  /** @param {import('../context.js').Context} ctx */
  constructor(ctx) {
    this.#ctx = ctx;
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

  /** @param {Recording} recording @param {Frame} frame @param {import('../../base/shapes.js').Probed | null} head the answer, if it is told by then */
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
    const first = Math.max(lowerBound(sea.decidedAt, from), frame.decided - MOST_HEARD);
    for (let index = first; index < frame.decided; index += 1) {
      const cell = sea.cells[sea.order[index]];
      const kind = kindOf(cell);
      sound.hear(index < sea.seeds || kind === KIND.draw ? 'queue' : kind, depthOf(cell));
    }
    if (frame.phase === EVENT.layer || frameAt(sea, from).depth !== frame.depth) sound.mark(EVENT.layer, frame.depth);
    const hasPassed = (/** @type {number | undefined} */ step) => step !== undefined && from < step && step <= frame.step;
    if (hasPassed(keySteps.get('ties')) || hasPassed(keySteps.get(EVENT.rest))) sound.mark('hum', 0);
    if (frame.phase === EVENT.done) sound.mark(EVENT.done, 0);
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
