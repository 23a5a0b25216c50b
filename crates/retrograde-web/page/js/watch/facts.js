/** The facts of a step: the state of the queue, the rule being applied. All are text; the queue's curve is a picture of a number beside it. */

import { brief } from '../answers/words.js';
import { fill, h } from '../base/dom.js';
import { mini } from '../board/mini.js';
import { mountCode } from './code.js';
import { drawQueue } from './graphs.js';
import { queueHead } from './player.js';
import { depthOf, kindOf, lowerBound } from './record.js';

/** @typedef {import('../languages/index.js').T} T */
/** @typedef {import('./record.js').Sea} Sea */
/** @typedef {import('./player.js').Frame} Frame */

/** How many of the queue are shown, and how wide. */
const NEXT = 4;
const ACROSS = 42;

/** The events that take the queue's next positions out, as far as their order is final. @param {Sea} sea @param {number} step */
export function nextPops(sea, step) {
  const from = lowerBound(sea.poppedAt, step);
  return Array.from(sea.poppedAt.subarray(from, from + queueHead(sea, step, NEXT).length));
}

/** Step, layer, queue, current and next positions. @param {HTMLElement} element @param {{ boards: import('../games/boards.js').Boards, t: T }} ctx */
export function mountState(element, { boards, t }) {
  const canvas = h('canvas', { class: 'queue-graph', role: 'img', 'aria-label': t('state.queueGraph') });
  const facts = Object.fromEntries(['step', 'layer', 'queue', 'popped', 'next'].map((name) => [name, h('span', {})]));
  const row = (/** @type {string} */ name) => [h('dt', {}, t(`state.${name}`)), h('dd', {}, facts[name], name === 'queue' && canvas)];
  fill(element, h('h2', {}, t('state.title')), h('dl', { class: 'facts' }, Object.keys(facts).flatMap(row)));
  const label = (/** @type {Sea} */ sea, /** @type {number} */ slot) => {
    const cell = sea.cells[slot];
    return `#${slot} ${brief({ value: kindOf(cell), depth: depthOf(cell) })}`;
  };
  const board = (/** @type {import('../base/reports.js').LogEvent} */ { slot, pos, value, depth }) => {
    const name = `#${slot} ${brief({ value, depth })}`;
    const picture = mini(pos ?? '', ACROSS, pos?.slice(pos.indexOf(':') + 1) ?? '', boards);
    return h('span', { class: `next-board value-${value}`, role: 'img', 'aria-label': name, 'data-tip': name }, picture);
  };
  let waiting = 'nothing yet';
  return {
    /** What is counted, at the running step. @param {Sea} sea @param {Frame} frame @param {number[]} curve */
    count(sea, frame, curve) {
      facts.step.textContent = t('state.of', { step: frame.step, total: sea.events });
      facts.layer.textContent = t('state.depth', { depth: frame.depth });
      facts.queue.textContent = t('state.number', { n: frame.queue });
      drawQueue(canvas, curve, frame.step / sea.events);
    },
    /** The position of the shown step, and what the queue gives next, as small boards. @param {Sea} sea @param {Frame} frame @param {import('../base/reports.js').LogEvent[]} pops */
    tell(sea, frame, pops) {
      facts.popped.textContent = frame.current === null ? t('state.none') : label(sea, frame.current);
      const key = pops.map(({ slot, pos }) => `${slot} ${pos}`).join();
      if (key === waiting) return;
      waiting = key;
      fill(facts.next, ...(pops.length === 0 ? [t('state.none')] : pops.map(board)));
    },
  };
}

/** The nine lines. @param {HTMLElement} element @param {T} t */
export function mountRule(element, t) {
  const list = h('ol', { class: 'code' });
  fill(element, h('h2', {}, t('code.title')), list);
  return mountCode(list, t);
}
