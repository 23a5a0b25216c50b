// The sea moved about in any order against one painted from nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { frameAt } from '../../page/js/watch/player.js';
import { HOLE, readSea } from '../../page/js/watch/record.js';
import { SeaPixels, layout, pixel, shownSlots } from '../../page/js/watch/pixels.js';
import { randomGame, seaBytes, seeded, solve } from './oracle.js';

const COLOURS = {
  sea: '#1b2430',
  hole: '#10161e',
  current: '#f1c40f',
  ink: '#10161e',
  win: '#56b4e9',
  loss: '#d55e00',
  draw: '#8a97a3',
  tie: '#e6b422',
};

/** @param {Uint32Array} one @param {Uint32Array} other */
const isSame = (one, other) => Buffer.compare(Buffer.from(one.buffer), Buffer.from(other.buffer)) === 0;

/** @param {import("../../page/js/watch/player.js").Sea} sea @param {number} step */
function place(sea, step) {
  const frame = frameAt(sea, step);
  return /** @type {const} */ ([frame.decided, frame.phase === 'rest' || frame.phase === 'done', frame.current ?? -1]);
}

test('forwards, backwards and jumping end in the same picture', () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const random = seeded(seed);
    const game = randomGame(random, 1 + Math.floor(random() * 60));
    const sea = readSea(seaBytes(game, solve(game)));
    for (const target of [8, 60, 200]) {
      const moved = new SeaPixels(sea, shownSlots(sea), [target, target], COLOURS);
      const canvas = new Uint32Array(moved.pixels);
      const steps = [...Array(sea.events + 1).keys()]
        .filter((step) => step % 3 === 0)
        .concat(Array.from({ length: 40 }, () => Math.floor(random() * (sea.events + 1))));
      for (const step of steps) {
        moved.moveTo(...place(sea, step));
        moved.flush((top, bottom) => canvas.set(moved.pixels.subarray(top * moved.width, bottom * moved.width), top * moved.width));
        const fresh = new SeaPixels(sea, shownSlots(sea), [target, target], COLOURS);
        fresh.moveTo(...place(sea, step));
        assert.ok(isSame(canvas, fresh.pixels), `seed ${seed} step ${step} target ${target}`);
      }
    }
  }
});

test('a place and its slot are inverses', () => {
  const game = randomGame(seeded(3), 50);
  const sea = readSea(seaBytes(game, solve(game)));
  for (const holes of [0, 40]) {
    sea.cells.fill(HOLE, 0, holes);
    const pixels = new SeaPixels({ ...sea, positions: 50 - holes }, shownSlots({ ...sea, positions: 50 - holes }), [100, 100], COLOURS);
    assert.equal(pixels.count, 50 - holes);
    for (let at = 0; at < pixels.count; at += 1) assert.equal(pixels.placeOf(pixels.slotAt(at)), at);
  }
});

test('layouts hold all, within the room if it can be', () => {
  for (const count of [1, 2, 3, 418, 115_248, 990_000, 1 << 20]) {
    for (const [across, down] of [
      [310, 310],
      [1240, 616],
      [340, 700],
    ]) {
      const { columns, rows, tile, width, height } = layout(count, across, down);
      const where = `${count} in ${across} x ${down}: ${columns} x ${rows} of ${tile}`;
      assert.ok(columns * rows >= count && columns * (rows - 1) < count, where);
      assert.ok(count > across * down ? tile === 1 : width <= across && height <= down, where);
      if (across === down) assert.ok(Math.abs(columns - rows) <= Math.max(1, columns / 10), where);
    }
  }
});

test('colours are little-endian RGBA', () => {
  assert.equal(pixel('#102030'), 0xff302010);
});
