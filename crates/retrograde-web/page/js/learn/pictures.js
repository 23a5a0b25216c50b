/** Two pictures of why a table can be believed: a ring that cannot hold itself up, and an order in which depths come out exact. */

import { EVENT, KIND } from '../base/words.js';
import { Diagram, stepper } from './diagram.js';
import { broken } from './law.js';
import { solve } from './toy.js';

/** @typedef {import('./toy.js').Position} Position */
/** @typedef {import('./law.js').Label} Label */
/** @typedef {import('./diagram.js').Place} Place */

/** Four positions in a ring: no move leads out, no game ends there. @type {Position[]} */
export const RING = [1, 2, 3, 0].map((to, slot) => ({ turn: slot % 2, winner: null, children: [to] }));
const RING_PLACES = 'qrst'.split('').map((name, slot) => /** @type {Place} */ ({ name, at: /** @type {[number, number]} */ ([[0, 0], [1, 0], [1, 1], [0, 1]][slot]) }));
const RING_DEPTH = 8;
/** What is claimed of the ring, each label resting on the next: one is a win for Red, as is the loss that its move leads to. @type {Label[]} */
export const RING_CLAIMS = RING.map(({ turn }, slot) => ({ value: turn === 0 ? KIND.win : KIND.loss, depth: RING_DEPTH - slot }));

/** Walks round the ring, each claim resting on the next, until one would rest on the first. @param {import('../tabs/context.js').Context} ctx */
export function ringFigure({ t }) {
  const diagram = new Diagram(RING, RING_PLACES, t);
  const told = RING_CLAIMS.map((label, slot) => ({ event: EVENT.seed, step: slot, slot, ...label }));
  const drawn = [{ event: EVENT.rest, step: 0, draw: RING.length }];
  const name = (/** @type {number} */ slot) => RING_PLACES[slot % RING.length].name;
  const said = (/** @type {Label} */ { value, depth }) => t('ring.label', { value: t(`value.${value}`), depth });
  return stepper(diagram.element, RING.length + 1, t, (step) => {
    if (step > RING.length) {
      diagram.draw(drawn);
      return t('ring.drawn');
    }
    // The last claim looks ahead, to the first.
    diagram.draw(told.slice(0, step), step === 0 ? [] : step === RING.length ? [step - 1, 0] : [step - 2, step - 1]);
    const [label, before] = [RING_CLAIMS[step - 1], RING_CLAIMS[step - 2]];
    if (label === undefined) return t('ring.start', { name: name(0) });
    if (step === 1) return t('ring.claim', { name: name(0), label: said(label) });
    const isBroken = step === RING.length && broken(RING, RING_CLAIMS, step - 1) !== null;
    return t(isBroken ? 'ring.falls' : 'ring.rests', {
      name: name(step - 1), before: name(step - 2), label: said(label), was: before && said(before),
      first: name(0), wanted: said({ value: RING_CLAIMS[0].value, depth: (label.depth ?? 0) - 1 }), claimed: said(RING_CLAIMS[0]),
    });
  }, RING.length);
}

/** Five positions of which two have a choice: `p` wins soon or late, `q` loses soon or late. Each stands in the column of its depth. @type {[string, [number, number], number, number | null, string][]} */
const ORDERED = [
  ['e', [0, 1], 1, 0, ''],
  ['w', [1, 0], 0, null, 'e'],
  ['l', [2, 1], 1, null, 'w'],
  ['p', [3, 1], 0, null, 'l q'],
  ['q', [4, 0], 1, null, 'w p'],
];
const ORDERED_NAMES = ORDERED.map(([name]) => name);
export const ORDER_PLACES = ORDERED.map(([name, at]) => ({ name, at }));
/** @type {Position[]} */
export const ORDER_GAME = ORDERED.map(([, , turn, winner, moves]) => ({ turn, winner, children: moves === '' ? [] : moves.split(' ').map((name) => ORDERED_NAMES.indexOf(name)) }));

/** The positions taken in the order of their depth, a column at a time. @param {import('../tabs/context.js').Context} ctx */
export function orderFigure({ t }) {
  const diagram = new Diagram(ORDER_GAME, ORDER_PLACES, t, { hasColumns: true });
  // What is left when all is decided is nothing to see.
  const log = solve(ORDER_GAME).log.filter(({ event }) => event !== EVENT.rest && event !== EVENT.done && event !== EVENT.layer);
  return stepper(diagram.element, log.length, t, (step) => {
    diagram.draw(log.slice(0, step));
    const last = log[step - 1];
    if (last === undefined) return t('order.start');
    const [name, from] = [last.slot, last.from].map((slot) => ORDERED_NAMES[slot ?? 0] ?? '');
    const key = last.event === EVENT.mark ? `order.${name}` : `order.${last.event}`;
    return t(key, { name, from, depth: last.depth });
  });
}
