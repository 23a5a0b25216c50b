/**
 * The facts of a step: the verdict with its counts, the state of the queue, the rule being applied. All are text and tables; the
 * queue's curve is a picture of a number beside it.
 */

import { markOf, sentence } from '../answers/verdict.js';
import { brief } from '../answers/words.js';
import { fill, h } from '../base/dom.js';
import { VALUES } from '../base/values.js';
import { KIND } from '../base/words.js';
import { mini } from '../board/mini.js';
import { mountCode } from './code.js';
import { drawQueue } from './graphs.js';
import { depthOf, kindOf, lowerBound, queueHead } from './player.js';

/** @typedef {import('../languages/index.js').T} T */
/** @typedef {import('./player.js').Sea} Sea */
/** @typedef {import('./player.js').Frame} Frame */
/** @typedef {import('../base/reports.js').Head} Head */

const CLASSES = /** @type {const} */ (['win', 'loss', 'tie', 'draw', 'open']);
/** How many of the queue are shown, and how wide. */
const NEXT = 4;
const ACROSS = 42;

/** The verdict: a banner, and how many positions have which value so far. @param {HTMLElement} element @param {{ t: T, games: import('../games/list.js').GameList }} ctx */
export function mountVerdict(element, { t, games }) {
  const banner = h('p', { class: 'banner' }, t('verdict.unknown'));
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  const rows = CLASSES.map((name) => {
    const cell = h('td', {}, '0');
    cells.set(name, cell);
    const mark = name === 'open' ? '·' : VALUES[name].mark;
    return h(
      'tr',
      { class: `count count-${name}` },
      h('th', { scope: 'row' }, h('span', { class: 'mark', 'aria-hidden': 'true' }, mark), ` ${t(`count.${name}`)}`),
      cell,
    );
  });
  const head = h(
    'thead',
    { class: 'unseen' },
    h('tr', {}, h('th', { scope: 'col' }, t('verdict.class')), h('th', { scope: 'col' }, t('verdict.number'))),
  );
  fill(
    element,
    h('h2', {}, t('verdict.title')),
    banner,
    h('table', { class: 'counts' }, h('caption', { class: 'unseen' }, t('verdict.counts')), head, h('tbody', {}, rows)),
  );
  return {
    /** Of another board, nothing is known yet. */
    wait() {
      element.hidden = false;
      banner.className = 'banner';
      fill(banner, t('verdict.unknown'));
    },
    /** There is none to wait for. */
    none() {
      element.hidden = true;
    },
    /** @param {Head} of */
    tell(of) {
      element.hidden = false;
      banner.className = `banner banner-${of.winner === null ? of.value : games.sidesOf(of.game).indexOf(of.winner)}`;
      fill(banner, h('span', { class: `mark mark-${of.value}`, 'aria-hidden': 'true' }, markOf(of)), sentence(of, t));
    },
    /** Keeps the verdict for later. @param {() => void} reveal */
    hide(reveal) {
      banner.className = 'banner';
      fill(banner, t('verdict.hidden'), h('button', { type: 'button', onclick: reveal }, t('verdict.reveal')));
    },
    /** A class that never occurs gets no row. @param {Sea} sea */
    expect(sea) {
      const hasTies = sea.order.some((slot) => kindOf(sea.cells[slot]) === KIND.tie);
      cells.get(KIND.tie)?.closest('tr')?.classList.toggle('is-none', !hasTies);
    },
    /** @param {import('./player.js').Counts} counts */
    count(counts) {
      for (const name of CLASSES) {
        const cell = cells.get(name);
        if (cell !== undefined) cell.textContent = t('state.number', { n: counts[name] });
      }
    },
  };
}

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
    return h('span', { class: `next-board value-${value}`, role: 'img', 'aria-label': name, title: name }, picture);
  };
  let waiting = 'nothing yet';
  return {
    /** @param {Sea} sea @param {Frame} frame @param {number[]} curve */
    show(sea, frame, curve) {
      facts.step.textContent = t('state.of', { step: frame.step, total: sea.events });
      facts.layer.textContent = t('state.depth', { depth: frame.depth });
      facts.queue.textContent = t('state.number', { n: frame.queue });
      facts.popped.textContent = frame.current === null ? t('state.none') : label(sea, frame.current);
      drawQueue(canvas, curve, frame.step / sea.events);
    },
    /** What the queue gives next, as small boards. @param {import('../base/reports.js').LogEvent[]} pops */
    next(pops) {
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
