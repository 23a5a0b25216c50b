/** Who plays whom, and how well the opponent does. */

import { fill, h } from '../../base/dom.js';
import { pref, setPref } from '../../base/prefs.js';
import { copy } from '../copy.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {'first' | 'second' | 'both' | 'none'} You the side that the reader plays, or both, or none: to watch */

const PERFECT = 100;
const CHOICES = /** @type {You[]} */ (['first', 'second', 'both', 'none']);

export class Players {
  #ctx;
  #place;
  #changed;
  #game = '';
  /** Whether a table tells the opponent its moves; without one it looks ahead. */
  #isSolved = true;
  #output = h('output', { for: 'strength' });
  /** @type {HTMLInputElement | null} */
  #slider = null;
  /** 0 to 100. */
  strength = pref('strength', PERFECT);
  you = liked();

  /** @param {HTMLElement} place @param {Context} ctx @param {() => void} changed the reader plays another side */
  constructor(place, ctx, changed) {
    this.#place = place;
    this.#ctx = ctx;
    this.#changed = changed;
  }

  /** True while both sides are the opponent's. */
  get areWatched() {
    return this.you === 'none';
  }

  /** The side by which the game is seen: the reader's, or else the first. */
  get viewer() {
    const [first = '', second = ''] = this.#ctx.games.sidesOf(this.#game);
    return this.you === 'second' ? second : first;
  }

  /** The reader's only side; empty if it is both, or none. */
  get own() {
    return this.you === 'first' || this.you === 'second' ? this.viewer : '';
  }

  /** A game goes on, or another one begins: to watch was a wish for the one before. @param {string} game @param {boolean} isNew */
  show(game, isNew) {
    const wasWatched = isNew && this.areWatched;
    if (wasWatched) this.you = liked();
    if (wasWatched || this.#game !== game) this.#fill(game);
  }

  /** Whether it is for the opponent to move. @param {string} turn */
  isOpponents(turn) {
    const side = this.#ctx.games.sidesOf(this.#game).indexOf(turn);
    return side >= 0 && { first: side === 1, second: side === 0, both: false, none: true }[this.you];
  }

  /** @param {string} game */
  #fill(game) {
    this.#game = game;
    const { t, games } = this.#ctx;
    const [first = '', second = ''] = games.sidesOf(game);
    const names = { first: t(`side.${first}`), second: t(`side.${second}`), both: t('play.both'), none: t('play.none') };
    const choices = CHOICES.map((you) => h('label', {}, h('input', { type: 'radio', name: 'you', value: you, checked: this.you === you, onchange: () => this.#choose(you) }), names[you]));
    const slider = h('input', { type: 'range', id: 'strength', min: 0, max: PERFECT, step: 5, value: this.strength });
    this.#slider = slider;
    slider.addEventListener('input', () => {
      this.strength = Number(slider.value);
      setPref('strength', this.strength);
      this.#tell();
    });
    this.#tell();
    const predict = h('button', { type: 'button', class: 'small', 'data-tip': t('tip.predict'), onclick: () => void this.#copyPrediction() }, t('play.predictLink'));
    fill(this.#place, h('fieldset', { class: 'row players' }, h('legend', {}, t('play.you')), choices), h('div', { class: 'row' }, h('label', { for: 'strength' }, t('play.strength')), slider, this.#output, predict));
  }

  /** @param {You} you */
  #choose(you) {
    this.you = you;
    // To watch is a wish for one game: the next must not begin by itself.
    if (!this.areWatched) setPref('you', you);
    this.#changed();
  }

  /** Whether the position has a table is known. @param {boolean} isSolved */
  learn(isSolved) {
    if (this.#isSolved === isSolved) return;
    this.#isSolved = isSolved;
    this.#tell();
  }

  /** Says how well the opponent plays: perfectly only by a table. */
  #tell() {
    const { t } = this.#ctx;
    const best = t(this.#isSolved ? 'play.perfect' : 'play.ahead');
    this.#output.textContent = this.strength === PERFECT ? best : this.strength === 0 ? t('play.random') : `${this.strength} %`;
    this.#slider?.setAttribute('data-tip', t(this.#isSolved ? 'tip.strength' : 'tip.strengthUnsolved'));
  }

  /** A link that asks the learner before it tells. */
  async #copyPrediction() {
    await copy(new URL(this.#ctx.store.link({ predict: true, tab: 'play' }), location.href).href, this.#ctx);
  }
}

/** Whom the reader likes to play. @returns {You} */
function liked() {
  const you = pref('you', 'first');
  return CHOICES.find((choice) => choice === you && choice !== 'none') ?? 'first';
}
