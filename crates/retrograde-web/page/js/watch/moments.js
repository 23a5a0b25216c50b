/** The key moments of a log, on the line of its time: each a button that leads there. */

import { fill, h } from '../base/dom.js';
import { VALUES } from '../base/values.js';
import { KIND } from '../base/words.js';

/** @typedef {import('./overview.js').KeyStep} KeyStep */
/** @typedef {{ button: HTMLElement, part: number }} Moment `part`: where on the line, 0 to 1 */

/** How each is marked, and what it is coloured as. @type {Record<KeyStep, [string, string]>} */
const MARKS = {
  win: [VALUES.win.mark, KIND.win],
  loss: [VALUES.loss.mark, KIND.loss],
  ties: [VALUES.tie.mark, KIND.tie],
  rest: [VALUES.draw.mark, KIND.draw],
  asked: ['⚑', 'asked'],
};
/** Pixels from one button to the next at least, and half the slider's handle. */
const APART = 25;
const HANDLE = 8;

export class Moments {
  #t;
  #seek;
  /** @type {Moment[]} */
  #moments = [];
  element = h('div', { class: 'moments', role: 'group' });

  /** @param {import('../languages/index.js').T} t @param {(step: number) => void} seek */
  constructor(t, seek) {
    this.#t = t;
    this.#seek = seek;
    this.element.setAttribute('aria-label', t('moments.label'));
    new ResizeObserver(() => this.#lay()).observe(this.element);
  }

  /** @param {Map<KeyStep, number>} steps @param {number} total steps of the log */
  place(steps, total) {
    const t = this.#t;
    this.#moments = [...steps].sort(([, one], [, other]) => one - other).map(([name, step]) => {
      const [mark, kind] = MARKS[name];
      const says = t('moments.at', { what: t(`stop.${name}`), step });
      const button = h('button', { type: 'button', class: `moment mark-${kind}`, 'aria-label': says, 'data-tip': says, onclick: () => this.#seek(step) }, mark);
      return { button, part: total === 0 ? 0 : step / total };
    });
    fill(this.element, this.#moments.map(({ button }) => button));
    this.#lay();
  }

  /** Where each belongs, or as near as the others leave room. */
  #lay() {
    const room = this.element.clientWidth;
    const ideal = this.#moments.map(({ part }) => HANDLE + part * (room - 2 * HANDLE));
    spread(ideal, APART, room - APART / 2).forEach((x, index) => this.#moments[index]?.button.style.setProperty('--x', `${x}px`));
  }
}

/** Places in the order of the ideal ones, as near to them as can be with so much between two, and none beyond the end: first pushed on, then back. @param {number[]} ideal sorted @param {number} apart @param {number} end */
export function spread(ideal, apart, end) {
  const places = [...ideal];
  places.forEach((place, index) => (places[index] = Math.max(place, apart / 2, (places[index - 1] ?? -Infinity) + apart)));
  for (let index = places.length - 1; index >= 0; index -= 1) places[index] = Math.min(places[index] ?? 0, index === places.length - 1 ? end : (places[index + 1] ?? 0) - apart);
  return places;
}
