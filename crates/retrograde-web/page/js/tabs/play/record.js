/** The record of the game: its moves in order, what each was worth, and what was played otherwise; a press goes there. */

import { isRated, moveText } from '../../answers/moves.js';
import { fill, h } from '../../base/dom.js';
import { pixels } from '../../base/pixels.js';
import { VALUES, flipped } from '../../base/values.js';
import { copy } from '../copy.js';
import { written } from './written.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./match.js').Ply} Ply */
/** @typedef {import('./match.js').Match} Match */

export class Record {
  #place;
  #ctx;
  #match;
  #goTo;
  #viewer;
  #isOpen = false;
  #list = h('div', { class: 'played' });

  /** @param {HTMLElement} place @param {Context} ctx @param {Match} match @param {(ply: Ply) => void} goTo @param {() => string} viewer the side by which values are seen */
  constructor(place, ctx, match, goTo, viewer) {
    const { t } = ctx;
    this.#place = place;
    this.#ctx = ctx;
    this.#match = match;
    this.#goTo = goTo;
    this.#viewer = viewer;
    const share = h('button', { type: 'button', class: 'small', 'data-tip': t('tip.record'), onclick: () => void this.#share() }, t('record.link'));
    place.append(h('div', { class: 'row' }, h('h2', {}, pixels(t('record.title'))), share), this.#list);
  }

  /** @param {boolean} isOpen whether values may be seen */
  show(isOpen) {
    const { root } = this.#match;
    this.#isOpen = isOpen;
    this.#place.hidden = root.next.length === 0;
    const hadFocus = this.#list.contains(document.activeElement);
    const start = h('li', {}, this.#chip(root, [this.#ctx.t('record.start'), isOpen && root.head && worth(this.#seen(root.head.value, root.head.turn), root.head.over ? null : root.head.depth, this.#ctx.t)]));
    fill(this.#list, h('ol', {}, start, this.#line(root.next)));
    const now = /** @type {HTMLElement | null} */ (this.#list.querySelector('[aria-current]'));
    if (hadFocus) now?.focus({ preventScroll: true });
    if (now) this.#bring(now);
  }

  /** Into sight within the list: the page itself stays where it is. @param {HTMLElement} chip */
  #bring(chip) {
    const [inner, outer] = [chip.getBoundingClientRect(), this.#list.getBoundingClientRect()];
    if (inner.top < outer.top) this.#list.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) this.#list.scrollTop += inner.bottom - outer.bottom;
  }

  /** A line to its end; what was played otherwise stands after the move that it replaces. @param {Ply[]} choices @returns {HTMLElement[]} */
  #line(choices) {
    const items = [];
    for (let [main, ...others] = choices; main; [main, ...others] = main.next) {
      items.push(this.#item(main));
      for (const other of others) items.push(h('li', { class: 'variation' }, h('ol', { 'aria-label': this.#ctx.t('record.variation') }, this.#item(other), this.#line(other.next))));
    }
    return items;
  }

  /** A side's value, as the viewer sees it. @param {import('../../base/shapes.js').Kind} value @param {string} side */
  #seen(value, side) {
    return side === this.#viewer() ? value : flipped(value);
  }

  /** @param {Ply} ply */
  #item(ply) {
    const { t, games } = this.#ctx;
    const { move, before } = ply;
    const turn = before?.turn ?? '';
    const isKnown = this.#isOpen && move && isRated(move);
    const value = isKnown && worth(this.#seen(move.for_mover, turn), move.over ? null : move.depth, t, move.over ? t(`over.${move.over}`) : '');
    return h('li', {}, this.#chip(ply, [
      h('span', { class: 'number' }, depthOf(ply)), h('span', { class: `who side-${games.colourOf(ply.pos.split(':')[0] ?? '', turn)}`, 'aria-hidden': 'true' }),
      turn && h('span', { class: 'unseen' }, t(`side.${turn}`)), h('b', {}, moveText(move?.move ?? '', t)), value]));
  }

  /** @param {Ply} ply @param {import('../../base/dom.js').Child[]} content */
  #chip(ply, content) {
    const isNow = ply === this.#match.now;
    return h('button', { type: 'button', tabindex: isNow ? 0 : -1, 'aria-current': isNow && 'step', onclick: () => this.#goTo(ply) }, content);
  }

  /** The link to the whole game, as it stands. */
  async #share() {
    const { store } = this.#ctx;
    await copy(new URL(store.link({ tab: 'play', game: written(this.#match.root) }), location.href).href, this.#ctx);
  }
}

/** How many moves lead to a ply. @param {Ply} ply */
function depthOf(ply) {
  let depth = 0;
  for (let { before } = ply; before; before = before.before) depth += 1;
  return depth;
}

/** "▲ 12" @param {import('../../base/shapes.js').Kind} value @param {number | null} depth @param {import('../../languages/index.js').T} t @param {string} [instead] of a depth */
function worth(value, depth, t, instead = '') {
  const marked = h('span', { class: 'mark', 'aria-hidden': 'true' }, VALUES[value].mark);
  return h('span', { class: `worth is-${value}` }, marked, h('span', { class: 'unseen' }, t(`value.${value}`)), instead ? ' ⚑' : depth === null ? '' : ` ${t('depth', { depth })}`, instead && h('span', { class: 'unseen' }, instead));
}
