/**
 * A game of a few positions as a picture that is solved step by step: squares for positions, their border the side to move; a row of
 * dots for the moves that are still open; mark and depth once they are known. Beside it the sentence of the step, and its buttons.
 */

import { h } from '../base/dom.js';
import { face } from '../base/face.js';
import { joined } from '../base/readers.js';
import { PALETTE, VALUES, isKind } from '../base/values.js';
import { EVENT, KIND } from '../base/words.js';

/** @typedef {import('./toy.js').Position} Position */
/** @typedef {import('./toy.js').ToyEvent} ToyEvent */
/** @typedef {import('../languages/index.js').T} T */
/** @typedef {{ name: string, at: [number, number] }} Place */

const CELL = 96;
const BOX = 52;
/** Room below for the names of columns. */
const FOOT = 26;
const SIDES = [PALETTE.red, 'var(--text)'];
const NAMES = ['red', 'black'];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** What is known after some events. @param {Position[]} game @param {ToyEvent[]} events */
function knownAfter(game, events) {
  /** @type {Map<number, { value: string, depth?: number }>} */
  const values = new Map();
  const open = game.map((position) => position.children.length);
  let current = -1;
  for (const event of events) {
    const slot = event.slot ?? -1;
    if (event.event === EVENT.seed || event.event === EVENT.mark) values.set(slot, { value: event.value ?? '', depth: event.depth });
    if (event.event === EVENT.relax) open[slot] = event.open ?? 0;
    if (event.event === EVENT.mark && event.value === KIND.loss) open[slot] = 0;
    if (event.event === EVENT.pop) current = slot;
    if (event.event === EVENT.rest) game.forEach((_, at) => values.has(at) || values.set(at, { value: KIND.draw }));
    if (event.event === EVENT.layer || event.event === EVENT.rest) current = -1;
  }
  return { values, open, current };
}

export class Diagram {
  /** What was drawn last. @type {[ToyEvent[], number[] | null]} */
  #drawn = [[], null];
  /** Positions that a word of the text stands for. @type {number[]} */
  #meant = [];

  /**
   * @param {Position[]} game
   * @param {Place[]} places by position
   * @param {T} t
   * @param {{ hasColumns?: boolean }} [looks] whether columns are depths, and say so
   */
  constructor(game, places, t, { hasColumns = false } = {}) {
    this.game = game;
    this.places = places;
    this.t = t;
    this.across = Math.max(...places.map(({ at }) => at[0])) + 1;
    this.down = Math.max(...places.map(({ at }) => at[1])) + 1;
    this.hasColumns = hasColumns;
    this.paper = svg('svg', { viewBox: `0 0 ${this.across * CELL} ${this.down * CELL + (hasColumns ? FOOT : 0)}`, class: 'toy', role: 'img' });
    this.element = /** @type {Element} */ (this.paper);
  }

  /** Draws what is known after these events, the last one lit. @param {ToyEvent[]} events @param {number[] | null} [path] positions asked in turn, lit instead */
  draw(events, path = null) {
    this.#drawn = [events, path];
    const known = knownAfter(this.game, events);
    const last = path === null ? events.at(-1) : undefined;
    const arrows = this.game.flatMap(({ children }, from) => children.map((to) => this.#arrow(from, to, last, path ?? [])));
    const boxes = this.game.map((_, slot) => this.#box(slot, known, last, path ?? []));
    const rings = this.#meant.map((slot) => this.#ring(slot));
    this.paper.replaceChildren(...(this.hasColumns ? this.#columns(known.current) : []), ...arrows, ...boxes, ...rings);
    this.paper.setAttribute('aria-label', this.#describe(known));
  }

  /** Rings the positions that a word stands for: those that are finished, still open, of a side, or of these names. @param {string | null} what */
  mean(what) {
    const isMeant = (/** @type {number} */ slot) => {
      const { turn, winner } = this.game[slot];
      if (what === 'flag') return winner !== null;
      if (what === 'open') return winner === null;
      return what === NAMES[turn] || (what ?? '').split('_').includes(this.places[slot].name);
    };
    this.#meant = what === null ? [] : this.game.map((_, slot) => slot).filter(isMeant);
    this.draw(...this.#drawn);
    return this.#meant.map((slot) => this.places[slot].name).join(' ');
  }

  /** @param {number} slot */
  #ring(slot) {
    const { x, y } = this.#middle(slot);
    const half = BOX / 2 + 12;
    return svg('rect', { class: 'toy-meant', x: x - half, y: y - half, width: 2 * half, height: 2 * half, fill: 'none', stroke: 'var(--text)', 'stroke-width': 3, 'stroke-dasharray': '3 5' });
  }

  /** A column for each depth, the one lit whose positions are taken. @param {number} current */
  #columns(current) {
    const lit = this.places[current]?.at[0];
    return Array.from({ length: this.across }, (_, depth) => {
      const [x, height] = [depth * CELL, this.down * CELL + FOOT];
      const isLit = depth === lit;
      return svg('g', {},
        svg('rect', { x: x + 2, y: 0, width: CELL - 4, height, fill: isLit ? '#f1c40f44' : 'var(--shade)' }),
        svg('text', { x: x + CELL / 2, y: height - 7, 'font-size': 15, 'text-anchor': 'middle', fill: isLit ? 'var(--accent)' : 'var(--soft)' }, `d = ${depth}`));
    });
  }

  /** @param {ReturnType<typeof knownAfter>} known */
  #describe({ values, open }) {
    return joined(this.places.map(({ name }, slot) => {
      const value = values.get(slot);
      const what = value === undefined ? this.t('toy.open', { open: open[slot] }) : `${this.t(`value.${value.value}`)}${value.depth === undefined ? '' : ` ${value.depth}`}`;
      return `${name} (${this.t(`side.${NAMES[this.game[slot].turn]}`)}): ${what}`;
    }));
  }

  /** @param {number} slot */
  #middle(slot) {
    const [column, row] = this.places[slot].at;
    return { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL };
  }

  /** @param {number} from @param {number} to @param {ToyEvent | undefined} last @param {number[]} path */
  #arrow(from, to, last, path) {
    const [a, b] = [this.#middle(from), this.#middle(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    // Moves there and back run beside each other.
    const aside = this.game[to].children.includes(from) ? 7 : 0;
    const reach = (BOX / 2 + 4) / Math.max(Math.abs(ux), Math.abs(uy));
    const start = { x: a.x + ux * reach - uy * aside, y: a.y + uy * reach + ux * aside };
    const end = { x: b.x - ux * reach - uy * aside, y: b.y - uy * reach + ux * aside };
    const isNow = last?.slot === from && last.from === to;
    const isAsked = path.some((slot, index) => slot === from && path[index + 1] === to);
    const color = isNow || isAsked ? 'var(--accent)' : '#6f8598';
    const head = `M${end.x} ${end.y}L${end.x - 9 * ux - 5 * uy} ${end.y - 9 * uy + 5 * ux}L${end.x - 9 * ux + 5 * uy} ${end.y - 9 * uy - 5 * ux}Z`;
    return svg('g', {}, svg('line', { x1: start.x, y1: start.y, x2: end.x - 5 * ux, y2: end.y - 5 * uy, stroke: color, 'stroke-width': isNow || isAsked ? 4 : 2 }), svg('path', { d: head, fill: color }));
  }

  /** @param {number} slot @param {ReturnType<typeof knownAfter>} known @param {ToyEvent | undefined} last @param {number[]} path */
  #box(slot, { values, open, current }, last, path) {
    const { x, y } = this.#middle(slot);
    const [left, top] = [x - BOX / 2, y - BOX / 2];
    const { turn, winner, children } = this.game[slot];
    const value = values.get(slot);
    const fill = value !== undefined && isKind(value.value) ? VALUES[value.value].color : 'var(--unknown)';
    const ink = value === undefined ? 'var(--text)' : PALETTE.ink;
    const parts = [svg('rect', { x: left, y: top, width: BOX, height: BOX, fill, stroke: SIDES[turn], 'stroke-width': 4, 'stroke-dasharray': turn === 0 ? 'none' : '6 3' })];
    const isLit = slot === current || (last?.slot === slot && last.event !== EVENT.done) || path.at(-1) === slot;
    if (isLit) parts.push(svg('rect', { x: left - 6, y: top - 6, width: BOX + 12, height: BOX + 12, fill: 'none', stroke: 'var(--accent)', 'stroke-width': 4 }));
    const write = (/** @type {string} */ text, /** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ size) =>
      parts.push(svg('text', { x: x + dx, y: y + dy, 'font-size': size, 'text-anchor': 'middle', fill: ink, 'font-weight': 700 }, text));
    write(winner === null ? this.places[slot].name : `${this.places[slot].name} ⚑`, 0, -6, 15);
    if (value !== undefined && isKind(value.value)) write(`${VALUES[value.value].mark}${value.depth === undefined ? '' : ` ${value.depth}`}`, 0, 17, 18);
    else children.forEach((_, index) => parts.push(svg('rect', { x: x - 7 * children.length + 14 * index + 2, y: y + 7, width: 10, height: 10, fill: index < open[slot] ? 'var(--accent)' : 'none', stroke: 'var(--accent)', 'stroke-width': 2 })));
    return svg('g', {}, ...parts);
  }
}

/**
 * A diagram with a sentence and buttons: back, forward, to the start; of many steps, a slider too.
 * @param {Element} picture
 * @param {number} steps
 * @param {T} t
 * @param {(step: number) => string} show draws a step, and says what it is
 * @param {number} [first] the step to begin with
 * @param {{ isLong?: boolean }} [how]
 */
export function stepper(picture, steps, t, show, first = 0, { isLong = false } = {}) {
  let step = first;
  const slider = isLong && steps > 1 && h('input', { type: 'range', class: 'toy-slider', min: 0, max: steps, value: first, 'aria-label': t('transport.seek'), oninput: () => slider && go(Number(slider.value)) });
  const sentence = h('p', { class: 'toy-sentence', 'aria-live': 'polite' });
  const count = h('span', { class: 'toy-count' });
  const go = (/** @type {number} */ to) => {
    step = Math.max(0, Math.min(to, steps));
    sentence.textContent = show(step);
    count.textContent = `${step} / ${steps}`;
    if (slider) slider.value = String(step);
    back.setAttribute('aria-disabled', String(step === 0));
    forward.setAttribute('aria-disabled', String(step === steps));
  };
  const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', class: 'control', 'aria-label': t(text), 'data-tip': t(text), onclick }, face(name));
  const back = button('back', 'transport.back', () => go(step - 1));
  const forward = button('forward', 'transport.forward', () => go(step + 1));
  const start = button('start', 'transport.start', () => go(0));
  const end = button('end', 'transport.end', () => go(steps));
  const figure = h('figure', { class: 'lesson-figure' }, picture, h('figcaption', {}, sentence, slider, h('div', { class: 'toy-buttons' }, start, back, forward, end, count)));
  go(first);
  return figure;
}
