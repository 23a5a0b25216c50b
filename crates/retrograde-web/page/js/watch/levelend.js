/** A solve ends like a level: a banner in pixels, with the verdict and what was learned on the way; in WATCH below the board, so that it covers no piece. It is closed by whatever comes next. */

import { markOf, sentence } from '../answers/words.js';
import { h } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { KINDS, VALUES } from '../base/values.js';
import { KIND } from '../base/words.js';

/** @typedef {import('../languages/index.js').T} T */
/** @typedef {import('../base/reports.js').Head} Head */
/** @typedef {import('./record.js').Sea} Sea */
/** @typedef {import('./player.js').Frame} Frame */
/** @typedef {{ text: string, press: () => void }} Way what can be done next */

/** Squares that fly up when it comes. */
const SPARKS = 18;

export class LevelEnd {
  #stage;
  #t;
  /** @type {HTMLElement | null} */
  #shown = null;

  /** @param {HTMLElement} stage where it lies @param {T} t */
  constructor(stage, t) {
    this.#stage = stage;
    this.#t = t;
  }

  /** @param {Head | null} head the verdict; null if it is to be guessed @param {Sea} sea @param {Frame} frame the last one @param {number | null} asked the step at which the board was decided, if it was @param {Way[]} ways */
  show(head, sea, frame, asked, ways) {
    this.hide();
    const t = this.#t;
    const buttons = ways.map(({ text, press }) => h('button', { type: 'button', onclick: press }, t(text)));
    const close = h('button', { type: 'button', class: 'level-close', 'aria-label': t('close'), 'data-tip': t('close'), onclick: () => this.hide() }, '×');
    this.#shown = h('section', { class: `level-end level-${head?.value ?? 'hidden'}`, 'aria-label': t('end.title') },
      h('span', { class: 'sparks', 'aria-hidden': 'true' }, Array.from({ length: SPARKS }, (_, index) => spark(index))),
      h('h2', {}, pixels(t('end.title'))),
      head && h('p', { class: 'level-verdict' }, h('span', { class: `mark mark-${head.value}`, 'aria-hidden': 'true' }, markOf(head)), ' ', sentence(head, t)),
      h('ul', {}, learned(head, sea, frame, asked, t).map((line) => h('li', {}, line))),
      ways.length > 0 && h('p', { class: 'level-ways' }, buttons, close));
    this.#stage.append(this.#shown);
  }

  hide() {
    this.#shown?.remove();
    this.#shown = null;
  }
}

/** @param {number} index */
function spark(index) {
  const colours = [...KINDS.map((kind) => VALUES[kind].color), '#f1c40f'];
  const angle = (2 * Math.PI * index) / SPARKS;
  // Every other one flies half as far.
  const far = index % 2 === 0 ? 9 : 5.5;
  const made = h('i');
  made.style.setProperty('--x', `${(far * Math.cos(angle)).toFixed(1)}em`);
  made.style.setProperty('--y', `${(far * 0.6 * Math.sin(angle)).toFixed(1)}em`);
  made.style.background = colours[index % colours.length] ?? '';
  return made;
}

/** What the log has shown: how many positions of which value, the longest way to an end, and when the board itself was decided. @param {Head | null} head @param {Sea} sea @param {Frame} frame @param {number | null} asked @param {T} t @returns {string[]} */
function learned(head, sea, { counts }, asked, t) {
  const parts = KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${VALUES[kind].mark} ${t('state.number', { n: counts[kind] })} ${t(`count.${kind}`)}`);
  const deepest = sea.layers.reduce((depth, layer) => Math.max(depth, layer.depth), 0);
  const isDrawn = head?.value === KIND.draw;
  return [
    t('end.counts', { n: sea.positions, parts: parts.join(' · ') }),
    t('end.deepest', { depth: deepest }),
    ...(head === null || asked === null ? [] : [isDrawn ? t('end.left') : t('end.asked', { step: asked, total: sea.events })]),
  ];
}
