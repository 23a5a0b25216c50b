/** The sea of more positions than pixels: what its squares show against shares that are counted anew at every step. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SeaPixels, pixel } from '../../page/js/watch/pixels.js';
import { frameAt } from '../../page/js/watch/player.js';
import { HOLE, kindOf, readSea } from '../../page/js/watch/record.js';
import { SeaShares, seaPicture } from '../../page/js/watch/shares.js';
import { randomGame, seaBytes, seeded, solve } from './oracle.js';

const COLOURS = { sea: '#1b2430', hole: '#10161e', current: '#f1c40f', ink: '#10161e', win: '#56b4e9', loss: '#d55e00', draw: '#8a97a3', tie: '#e6b422' };

/** How often each colour occurs in a square. @param {Uint32Array} canvas @param {SeaShares} sea @param {number} place */
function colours(canvas, { columns, tile, gap, width }, place) {
  const [top, left, side] = [Math.floor(place / columns) * tile, (place % columns) * tile, tile - gap];
  /** @type {Map<number, number>} */
  const found = new Map();
  for (let at = 0; at < side * side; at += 1) {
    const colour = canvas[(top + Math.floor(at / side)) * width + left + (at % side)] ?? 0;
    found.set(colour, (found.get(colour) ?? 0) + 1);
  }
  return found;
}

/** What is known of a position at a step. @param {import('../../page/js/watch/record.js').Sea} sea @param {number} slot @param {import('../../page/js/watch/player.js').Frame} frame */
function known(sea, slot, { decided, phase }) {
  if (sea.order.subarray(0, decided).includes(slot)) return kindOf(sea.cells[slot] ?? 0);
  return phase === 'rest' || phase === 'done' ? 'draw' : 'sea';
}

test('each square shows the shares of its positions at any step, forwards and backwards', () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    const random = seeded(seed);
    const game = randomGame(random, 200);
    const sea = readSea(seaBytes(game, solve(game)));
    // Of every other sea, half of what is never decided are no positions.
    const rest = [...sea.cells.keys()].filter((slot) => !sea.order.includes(slot));
    if (seed % 2 === 0) for (const slot of rest.slice(0, rest.length / 2)) sea.cells[slot] = HOLE;
    for (const shown of [null, new Uint32Array(sea.cells.keys()).filter((slot) => sea.cells[slot] !== HOLE)]) {
      const moved = new SeaShares(sea, shown, [24, 13], COLOURS);
      assert.ok(moved.per > 1 && moved.width <= 24 && moved.height <= 13, 'it fits its room');
      const canvas = new Uint32Array(moved.pixels);
      for (const step of Array.from({ length: 30 }, () => Math.floor(random() * (sea.events + 1)))) {
        const frame = frameAt(sea, step);
        moved.moveTo(frame.decided, frame.phase === 'rest' || frame.phase === 'done', frame.current ?? -1);
        moved.flush((top, bottom) => canvas.set(moved.pixels.subarray(top * moved.width, bottom * moved.width), top * moved.width));
        for (let place = 0; place < moved.count; place += 1) {
          const slots = Array.from(sea.cells.keys()).filter((slot) => sea.cells[slot] !== HOLE && moved.placeOf(slot) === place);
          const area = (moved.tile - moved.gap) ** 2;
          const painted = colours(canvas, moved, place);
          for (const kind of /** @type {const} */ (['win', 'loss', 'tie', 'draw', 'sea'])) {
            const share = slots.length ? (area * slots.filter((slot) => known(sea, slot, frame) === kind).length) / slots.length : 0;
            const told = painted.get(pixel(COLOURS[kind])) ?? 0;
            assert.ok(Math.abs(told - share) <= 1, `seed ${seed}, step ${step}, square ${place}: ${kind} has ${told} of ${area} pixels for a share of ${share}`);
          }
        }
      }
    }
  }
});

test('a square is the place of its first position', () => {
  const game = randomGame(seeded(7), 300);
  const sea = readSea(seaBytes(game, solve(game)));
  const shares = new SeaShares(sea, null, [30, 30], COLOURS);
  for (let place = 0; place < shares.count; place += 1) assert.equal(shares.placeOf(shares.slotAt(place)), place);
});

test('shares are shown only where positions have no pixel each', () => {
  const game = randomGame(seeded(8), 300);
  const sea = readSea(seaBytes(game, solve(game)));
  assert.ok(seaPicture(sea, null, [20, 20], COLOURS) instanceof SeaPixels);
  assert.ok(seaPicture(sea, null, [17, 17], COLOURS) instanceof SeaShares);
});
