/** The facts of a step: the queue, the state, the rule being applied. All are text; the queue's curve is a picture of a number beside it. */

import { brief } from '../answers/words.js';
import { fill, h } from '../base/dom.js';
import { figures, pixels } from '../base/pixels.js';
import { mini } from '../board/mini.js';
import { mountCode } from './code.js';
import { drawQueue } from './graphs.js';
import { queueHead } from './player.js';
import { depthOf, kindOf, lowerBound, slotOf } from './record.js';

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

/**
 * The queue with the current and next positions, and step and layer.
 * @param {HTMLElement} queue @param {ReturnType<typeof import('./fold.js').foldable>} state @param {{ boards: import('../games/boards.js').Boards, t: T }} ctx
 */
export function mountState(queue, state, { boards, t }) {
  const canvas = h('canvas', { class: 'queue-graph', role: 'img', 'aria-label': t('state.queueGraph') });
  const facts = Object.fromEntries(['step', 'layer', 'queue', 'popped', 'next'].map((name) => [name, h('span', { class: 'figures' })]));
  const row = (/** @type {string} */ name) => [h('dt', {}, t(`state.${name}`)), h('dd', { class: `fact-${name}` }, facts[name], name === 'queue' && canvas)];
  const list = (/** @type {string[]} */ ...names) => h('dl', { class: 'facts' }, names.flatMap(row));
  fill(queue, h('h2', {}, pixels(t('queue.title'))), list('queue', 'popped', 'next'));
  state.box.append(list('step', 'layer'));
  const label = (/** @type {Sea} */ sea, /** @type {number} */ at) => {
    const cell = sea.cells[at];
    return `#${slotOf(sea, at)} ${brief({ value: kindOf(cell), depth: depthOf(cell) }, t)}`;
  };
  const board = (/** @type {import('../base/reports.js').LogEvent} */ { slot, pos, value, depth }) => {
    const name = `#${slot} ${brief({ value, depth }, t)}`;
    const picture = mini(pos ?? '', ACROSS, pos?.slice(pos.indexOf(':') + 1) ?? '', boards);
    return h('span', { class: `next-board value-${value}`, role: 'img', 'aria-label': name, 'data-tip': name }, picture);
  };
  let waiting = 'nothing yet';
  return {
    /** What is counted, at the running step. @param {Sea} sea @param {Frame} frame @param {number[]} curve */
    count(sea, frame, curve) {
      figures(facts.step, t('state.of', { step: frame.step, total: sea.events }));
      figures(facts.layer, t('state.depth', { depth: frame.depth }));
      state.brief.textContent = `${facts.step.textContent} · ${facts.layer.textContent}`;
      figures(facts.queue, t('state.number', { n: frame.queue }));
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

/** The nine lines; in a closed box only the one that is carried out. @param {ReturnType<typeof import('./fold.js').foldable>} fold @param {T} t */
export function mountRule({ box, brief }, t) {
  const list = h('ol', { class: 'code' });
  box.append(list);
  const light = mountCode(list, t);
  return (/** @type {number} */ line) => {
    light(line);
    brief.textContent = line === 0 ? '' : t(`code.${line}`);
  };
}
