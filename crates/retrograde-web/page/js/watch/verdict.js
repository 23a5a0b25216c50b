/** What is known at a step: the verdict in a banner, and how many positions have which value so far. */

import { asking, markOf, sentence } from '../answers/words.js';
import { fill, h } from '../base/dom.js';
import { figures, pixels } from '../base/pixels.js';
import { VALUES } from '../base/values.js';
import { KIND } from '../base/words.js';
import { kindOf } from './record.js';

/** @typedef {import('../languages/index.js').T} T */
/** @typedef {import('./record.js').Sea} Sea */
/** @typedef {import('../base/reports.js').Head} Head */

const CLASSES = /** @type {const} */ (['win', 'loss', 'tie', 'draw', 'open']);

/** The verdict: a banner, and how many positions have which value so far. @param {HTMLElement} element @param {{ t: T, games: import('../games/list.js').GameList }} ctx */
export function mountVerdict(element, { t, games }) {
  const banner = h('p', { class: 'banner' }, asking(t));
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  const rows = CLASSES.map((name) => {
    const cell = h('td', { class: 'figures' }, pixels('0'));
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
    h('h2', {}, pixels(t('verdict.title'))),
    banner,
    h('table', { class: 'counts' }, h('caption', { class: 'unseen' }, t('verdict.counts')), head, h('tbody', {}, rows)),
  );
  return {
    /** Of another board, nothing is known yet. */
    wait() {
      element.hidden = false;
      banner.className = 'banner';
      fill(banner, asking(t));
    },
    /** There is none to wait for. */
    none() {
      element.hidden = true;
    },
    /** @param {Head} of @param {boolean} [isNew] whether it has just been found */
    tell(of, isNew = false) {
      element.hidden = false;
      banner.className = `banner banner-${games.colourOf(of.game, of.winner) || of.value}${isNew ? ' is-new' : ''}`;
      fill(banner, h('span', { class: `mark mark-${of.value}`, 'aria-hidden': 'true' }, markOf(of)), sentence(of, t));
    },
    /** It is being found. @param {boolean} [isQuiz] the reader shall say it first @param {() => void} [reveal] shows it now */
    ask(isQuiz = false, reveal) {
      if (banner.className === 'banner banner-asked') return;
      element.hidden = false;
      banner.className = 'banner banner-asked';
      fill(banner, t(isQuiz ? 'verdict.hidden' : 'verdict.asked'), reveal && h('button', { type: 'button', class: 'small', onclick: reveal }, t('verdict.reveal')));
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
        if (cell !== undefined) figures(cell, t('state.number', { n: counts[name] }));
      }
    },
  };
}
