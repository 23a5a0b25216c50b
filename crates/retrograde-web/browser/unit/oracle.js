// The log of a solve, made slowly and plainly: the textbook on any game given as a list of children. The page's fast paths
// are compared with it, and it stands in for the server in unit tests.

/**
 * A game as a list: by slot, who moves, how it ended, where its moves lead.
 * @typedef {{turn: number, winner: number | null | "level", children: number[]}} Node
 * @typedef {{event: string, step: number, slot?: number, from?: number, value?: string, depth?: number, open?: number, of?: number,
 *   win?: number, loss?: number, tie?: number, queue?: number, draw?: number}} LogEvent
 */

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

/** The whole log, and the final values by slot. @param {Node[]} game */
export function solve(game) {
  /** @type {LogEvent[]} */
  const log = [];
  /** @type {Map<number, {value: string, depth: number}>} */
  const values = new Map();
  const open = game.map((node) => node.children.length);
  const emit = (/** @type {Omit<LogEvent, "step">} */ event) => log.push({ step: log.length, ...event });
  const mark = (
    /** @type {number} */ slot,
    /** @type {number | undefined} */ from,
    /** @type {string} */ value,
    /** @type {number} */ depth,
  ) => {
    values.set(slot, { value, depth });
    emit({ event: from === undefined ? 'seed' : 'mark', slot, from, value, depth });
  };
  game.forEach((node, slot) => {
    if (node.winner === null) return;
    mark(slot, undefined, node.winner === 'level' ? 'tie' : node.winner === node.turn ? 'win' : 'loss', 0);
  });
  let popped = 0;
  const winnerOf = (/** @type {number} */ slot) => (values.get(slot)?.value === 'win' ? game[slot].turn : 1 - game[slot].turn);
  const sweep = (/** @type {boolean} */ ties) => {
    for (let depth = 0; ; depth += 1) {
      const layer = [...values].filter(([, v]) => v.depth === depth && (v.value === 'tie') === ties).map(([slot]) => slot);
      if (layer.length === 0) return;
      layer.sort((a, b) => a - b);
      for (const slot of layer) {
        emit({ event: 'pop', slot, ...values.get(slot) });
        popped += 1;
        game.forEach((parent, p) => {
          if (!parent.children.includes(slot) || values.has(p)) return;
          if (ties) mark(p, slot, 'tie', depth + 1);
          else if (winnerOf(slot) === parent.turn) mark(p, slot, 'win', depth + 1);
          else if ((open[p] -= 1) === 0) mark(p, slot, 'loss', depth + 1);
          else emit({ event: 'relax', slot: p, from: slot, open: open[p], of: parent.children.length });
        });
      }
      const count = (/** @type {string} */ value) => layer.filter((slot) => values.get(slot)?.value === value).length;
      emit({ event: 'layer', depth, win: count('win'), loss: count('loss'), tie: count('tie'), queue: values.size - popped });
    }
  };
  sweep(false);
  sweep(true);
  emit({ event: 'rest', draw: game.length - values.size });
  emit({ event: 'done', slot: 0 });
  return { log, values };
}

/** The bytes of GET /sea for that log. @param {Node[]} game @param {ReturnType<typeof solve>} solved */
export function seaBytes(game, { log, values }) {
  const marks = log.filter((event) => event.event === 'seed' || event.event === 'mark');
  const pops = log.filter((event) => event.event === 'pop');
  const bytes = new ArrayBuffer(32 + 2 * game.length + 8 * marks.length + 4 * pops.length);
  const view = new DataView(bytes);
  [...'RSEA'].forEach((letter, at) => view.setUint8(at, letter.charCodeAt(0)));
  view.setUint32(4, 1, true);
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
