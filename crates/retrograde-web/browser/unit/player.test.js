// The player's binary searches against a plain replay of the log, on random games with cycles, ties and draws.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as overview from '../../page/js/watch/overview.js';
import * as frames from '../../page/js/watch/player.js';
import * as record from '../../page/js/watch/record.js';
import * as strides from '../../page/js/watch/strides.js';
import { randomGame, seaBytes, seeded, solve } from './oracle.js';

const player = { ...record, ...frames, ...strides, ...overview };

/** @typedef {import("./oracle.js").LogEvent} LogEvent */

const GAMES = 60;

/** @param {(made: {seed: number, game: import("./oracle.js").Node[], log: LogEvent[], sea: player.Sea}) => void} check */
function onGames(check) {
  for (let seed = 1; seed <= GAMES; seed += 1) {
    const random = seeded(seed);
    const game = randomGame(random, 1 + Math.floor(random() * 40));
    const solved = solve(game);
    const sea = player.readSea(seaBytes(game, solved));
    check({ seed, game, log: solved.log, sea });
  }
}

test('every frame is what a replay from the start gives', () => {
  onGames(({ seed, game, log, sea }) => {
    const decisions = player.decisions(sea);
    const known = new Map();
    const counts = { win: 0, loss: 0, tie: 0, draw: 0, open: game.length };
    let [popped, current, depth] = [0, /** @type {number | null} */ (null), 0];
    for (let step = 0; step <= log.length; step += 1) {
      const last = log[step - 1];
      if (last?.event === 'seed' || last?.event === 'mark') {
        known.set(last.slot, last.value);
        counts[/** @type {"win"} */ (last.value)] += 1;
        counts.open -= 1;
      }
      if (last?.event === 'pop') [popped, current, depth] = [popped + 1, Number(last.slot), Number(last.depth)];
      if (last?.event === 'layer') current = null;
      if (last?.event === 'rest') [counts.draw, counts.open, current] = [counts.open, 0, null];
      const frame = player.frameAt(sea, step);
      const where = `seed ${seed} step ${step}`;
      assert.deepEqual(frame.counts, counts, where);
      assert.deepEqual([frame.decided, frame.popped, frame.queue], [known.size, popped, known.size - popped], where);
      assert.deepEqual([frame.current, frame.depth], [current, depth], where);
      assert.equal(frame.phase, phaseOf(last), where);
      if (last?.event === 'layer') assert.equal(frame.queue, last.queue, where);
      const isRest = step >= log.length - 1;
      game.forEach((_, slot) => {
        const expected = known.get(slot) ?? (isRest ? 'draw' : 'open');
        assert.equal(player.statusAt(sea, slot, decisions[slot], step), expected, `${where} slot ${slot}`);
      });
    }
  });
});

/** @param {LogEvent | undefined} last */
function phaseOf(last) {
  if (last === undefined) return 'start';
  return { seed: 'seed', pop: 'sweep', relax: 'sweep', mark: 'sweep', layer: 'layer', rest: 'rest', done: 'done' }[last.event];
}

test('the kind of every event, and the value it tells, is known without the log', () => {
  onGames(({ seed, log, sea }) => {
    log.forEach(({ event, value }, step) => {
      const expected = event === 'mark' ? { event, value } : { event };
      assert.deepEqual(player.eventAt(sea, step), expected, `seed ${seed} step ${step}`);
    });
  });
});

test('the key steps are where the log has them first', () => {
  onGames(({ seed, game, log, sea }) => {
    const after = (/** @type {(event: LogEvent) => boolean} */ isIt) => {
      const index = log.findIndex(isIt);
      return index < 0 ? undefined : index + 1;
    };
    const rest = log.find(({ event }) => event === 'rest');
    const drawn = Number(rest?.draw) > 0 ? log.length - 1 : undefined;
    for (const asked of game.keys()) {
      const expected = {
        win: after(({ event, value }) => event === 'mark' && value === 'win'),
        loss: after(({ event, value }) => event === 'mark' && value === 'loss'),
        ties: after(({ event, value }) => event === 'pop' && value === 'tie'),
        rest: drawn,
        asked: after(({ event, slot }) => (event === 'seed' || event === 'mark') && slot === asked) ?? drawn,
      };
      const known = Object.fromEntries(Object.entries(expected).filter(([, step]) => step !== undefined));
      assert.deepEqual(Object.fromEntries(player.keySteps(sea, asked)), known, `seed ${seed} asked ${asked}`);
    }
  });
});

test("positions are popped in the log's order", () => {
  onGames(({ seed, log, sea }) => {
    const pops = log.filter((event) => event.event === 'pop').map((event) => event.slot);
    assert.deepEqual([...sea.popped], pops, `seed ${seed}`);
  });
});

test('units end where the next pop, layer or end begins, and back undoes forward', () => {
  onGames(({ seed, log, sea }) => {
    const starts = { edge: () => true, state: startsState, layer: startsLayer };
    for (const detail of /** @type {const} */ (['edge', 'state', 'layer'])) {
      // A unit is complete at n if event n begins the next one.
      const ends = [0, ...log.keys(), log.length].filter((n, i, all) => i === 0 || all[i - 1] !== n);
      const isEnd = (/** @type {number} */ n) => n === 0 || n === log.length || starts[detail](log[n], log[n - 1]);
      const expected = ends.filter(isEnd);
      const found = new Set(Array.from({ length: player.unitCount(sea, detail) + 1 }, (_, unit) => player.stepOfUnit(sea, detail, unit)));
      assert.deepEqual([...found], expected, `seed ${seed} ${detail}`);
      for (let step = 0; step <= log.length; step += 1) {
        const where = `seed ${seed} ${detail} step ${step}`;
        assert.equal(player.nextStep(sea, detail, step), expected.find((end) => end > step) ?? log.length, where);
        assert.equal(player.previousStep(sea, detail, step), expected.findLast((end) => end < step) ?? 0, where);
      }
    }
  });
});

/** @param {LogEvent} event @param {LogEvent | undefined} before */
function startsState(event, before) {
  if (event.event === 'layer') return true;
  if (event.event === 'pop') return before?.event !== 'layer';
  return event.event === 'rest' ? before?.event === 'seed' : event.event === 'done';
}

/** @param {LogEvent} event @param {LogEvent | undefined} before */
function startsLayer(event, before) {
  return before?.event === 'layer' || before?.event === 'rest' || (before?.event === 'seed' && event.event !== 'seed');
}

test("the queue's head is what is popped next in this layer", () => {
  onGames(({ seed, log, sea }) => {
    for (let step = sea.seeds; step <= log.length; step += 1) {
      const rest = log.slice(step);
      const layer = rest.slice(0, rest.findIndex((event) => event.event === 'layer') + 1);
      const pops = layer.filter((event) => event.event === 'pop').map((event) => event.slot);
      assert.deepEqual(player.queueHead(sea, step, 4), pops.slice(0, 4), `seed ${seed} step ${step}`);
    }
  });
});

test('bars count each depth, as far as decided', () => {
  onGames(({ seed, log, sea }) => {
    const bars = player.bars(sea);
    const found = bars.map(() => 0);
    let decided = 0;
    for (const event of log.filter(({ event }) => event === 'seed' || event === 'mark')) {
      found[Number(event.depth)] += 1;
      decided += 1;
      assert.deepEqual(
        bars.map((bar) => player.decidedOf(bar, decided)),
        found,
        `seed ${seed} after ${decided}`,
      );
    }
    assert.deepEqual(
      bars.map((bar) => bar.win + bar.loss + bar.tie),
      found,
      `seed ${seed}`,
    );
  });
});

test('a sea that is damaged is refused', () => {
  const game = randomGame(seeded(5), 20);
  const bytes = seaBytes(game, solve(game));
  assert.throws(() => player.readSea(bytes.slice(0, 20)), /not a sea/);
  assert.throws(() => player.readSea(bytes.slice(0, 60)), /cut short/);
  assert.throws(() => player.readSea(bytes.slice(0, bytes.byteLength - 1)), /cut short/);
  new DataView(bytes).setUint32(4, 1, true);
  assert.throws(() => player.readSea(bytes), /not a sea/);
});

test('the sea of an answer has the slot of each cell in the table', () => {
  const game = randomGame(seeded(6), 25);
  const whole = seaBytes(game, solve(game));
  const slots = game.map((_, cell) => 2 ** 40 + 3 * cell);
  const answer = new Uint8Array(whole.byteLength + 8 * slots.length);
  answer.set(new Uint8Array(whole));
  answer.set(new Uint8Array(new Float64Array(slots).buffer), whole.byteLength);
  const { table, ...rest } = player.readSea(answer.buffer);
  assert.deepEqual([...table], slots);
  assert.deepEqual({ ...rest, table: new Float64Array() }, player.readSea(whole));
  assert.deepEqual([player.slotOf({ ...rest, table }, 7), player.slotOf(player.readSea(whole), 7)], [slots[7], 7]);
});
