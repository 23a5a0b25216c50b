// Random games, and what the server would say of them: made of the slow solver of the article.

import { solve } from '../../page/js/learn/toy.js';

export { solve };

/** @typedef {import('../../page/js/learn/toy.js').Position} Node */
/** @typedef {import('../../page/js/learn/toy.js').ToyEvent} LogEvent */

/** A random game with cycles. @param {() => number} random in [0, 1) @param {number} size @returns {Node[]} */
export function randomGame(random, size) {
  const below = (/** @type {number} */ n) => Math.floor(random() * n);
  return Array.from({ length: size }, () => {
    const turn = below(2);
    if (random() < 0.12) return { turn, winner: /** @type {const} */ ([0, 1, 'level'])[below(3)], children: [] };
    const children = new Set(Array.from({ length: 1 + below(3) }, () => below(size)));
    return { turn, winner: null, children: [...children] };
  });
}

/** The same numbers for the same seed (mulberry32). @param {number} seed */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The bytes of GET /sea for that log. @param {Node[]} game @param {ReturnType<typeof solve>} solved */
export function seaBytes(game, { log, values }) {
  const marks = log.filter((event) => event.event === 'seed' || event.event === 'mark');
  const pops = log.filter((event) => event.event === 'pop');
  const bytes = new ArrayBuffer(32 + 2 * game.length + 8 * marks.length + 4 * pops.length);
  const view = new DataView(bytes);
  [...'RSEA'].forEach((letter, at) => view.setUint8(at, letter.charCodeAt(0)));
  view.setUint32(4, 2, true);
  [game.length, marks.length, log.length].forEach((count, index) => view.setBigUint64(8 + 8 * index, BigInt(count), true));
  let at = 32;
  game.forEach((_, slot) => {
    const value = values.get(slot);
    view.setUint16(at, value === undefined ? 0 : (['draw', 'win', 'loss', 'tie'].indexOf(value.value) << 14) | value.depth, true);
    at += 2;
  });
  const numbers = [...marks.map((event) => event.slot), ...marks.map((event) => event.step), ...pops.map((event) => event.step)];
  for (const number of numbers) {
    view.setUint32(at, Number(number), true);
    at += 4;
  }
  return bytes;
}
