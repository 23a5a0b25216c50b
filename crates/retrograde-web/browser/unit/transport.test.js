import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readSea } from '../../page/js/watch/record.js';
import { Transport, after, firstSpeed, refusal, speeds } from '../../page/js/watch/transport.js';
import { randomGame, seaBytes, seeded, solve } from './oracle.js';

const STATES = /** @type {const} */ (['editing', 'ready', 'running', 'paused', 'finished', 'stale']);
const CONTROLS = /** @type {const} */ ([
  'start',
  'layerBack',
  'back',
  'play',
  'forward',
  'layerForward',
  'end',
  'slower',
  'faster',
  'restart',
  'stops',
  'follow',
  'detail',
  'seek',
]);

function loaded(seed = 7) {
  const game = randomGame(seeded(seed), 30);
  const transport = new Transport(() => {});
  transport.load(readSea(seaBytes(game, solve(game))));
  return transport;
}

test('the table of states', () => {
  assert.equal(after('editing', 'load'), 'ready');
  assert.equal(after('ready', 'play'), 'running');
  assert.equal(after('running', 'pause'), 'paused');
  assert.equal(after('paused', 'play'), 'running');
  assert.equal(after('running', 'end'), 'finished');
  assert.equal(after('finished', 'edit'), 'stale');
  assert.equal(after('stale', 'load'), 'ready');
  for (const action of /** @type {const} */ (['play', 'pause', 'move', 'end', 'rewind'])) {
    assert.equal(after('editing', action), 'editing', action);
    assert.equal(after('stale', action), 'stale', action);
  }
});

test('every control is enabled or says why not, in every state', () => {
  const where = { atStart: true, atEnd: true, slowest: true, fastest: true };
  for (const state of STATES) {
    for (const control of CONTROLS) {
      const reason = refusal(state, control, where);
      assert.ok(reason === null || reason.startsWith('refuse.'), `${state} ${control}`);
    }
  }
  const middle = { atStart: false, atEnd: false, slowest: false, fastest: false };
  for (const control of CONTROLS) assert.equal(refusal('paused', control, middle), null, control);
});

test('playing takes about the time that the speed says, and ends finished', () => {
  for (const detail of /** @type {const} */ (['edge', 'state', 'layer'])) {
    const transport = loaded();
    transport.changeDetail(detail);
    while (transport.refusal('slower') === null) transport.changeSpeed(-1);
    const seconds = transport.units() / transport.rate();
    let now = 0;
    transport.play(now);
    while (transport.isRunning && now < 1e6) {
      now += 16;
      transport.tick(now);
    }
    assert.equal(transport.state, 'finished');
    assert.equal(transport.step, transport.sea?.events);
    assert.ok(now / 1000 <= seconds + 1 && now / 1000 >= 0.5 * seconds - 3, `${detail}: ${now / 1000} s of ${seconds}`);
  }
});

test('a step pauses, going back from the end is exact, play starts again', () => {
  const transport = loaded();
  transport.play(0);
  transport.nudge(1, 'edge');
  assert.deepEqual([transport.state, transport.step], ['paused', 1]);
  transport.seek(Infinity);
  assert.equal(transport.state, 'finished');
  transport.nudge(-1, 'layer');
  assert.equal(transport.state, 'paused');
  transport.seek(0);
  assert.equal(transport.state, 'ready');
  transport.seek(Infinity);
  transport.play(0);
  assert.deepEqual([transport.state, transport.step], ['running', 0]);
});

test('playing pauses at the steps where it is to stop, exactly, at any speed and detail', () => {
  for (const detail of /** @type {const} */ (['edge', 'state', 'layer'])) {
    const transport = loaded();
    const last = Number(transport.sea?.events);
    transport.changeDetail(detail);
    for (let more = 0; more < 20; more += 1) transport.changeSpeed(1);
    transport.stops = [last - 1, 5, 17, 17];
    let now = 0;
    const paused = [];
    for (let plays = 0; plays < 5 && transport.state !== 'finished'; plays += 1) {
      transport.play(now);
      while (transport.isRunning) transport.tick((now += 100));
      paused.push(transport.step);
    }
    assert.deepEqual(paused, [5, 17, last - 1, last], detail);
  }
});

test('a long pause of the page does not jump', () => {
  const transport = loaded();
  transport.play(0);
  transport.tick(3_600_000);
  assert.ok(transport.step < 30 && transport.isRunning, `${transport.step}`);
});

test('speeds double up to one that takes seconds', () => {
  assert.deepEqual(speeds(0), [2]);
  assert.deepEqual(speeds(90).map(Math.round), [2, 4, 8, 10]);
  const all = speeds(430_000);
  assert.ok(430_000 / all[all.length - 1] < 10);
  assert.equal(firstSpeed(0), 0);
  assert.equal(speeds(3_718_263)[firstSpeed(3_718_263)], 512);
  const seconds = 1300 / speeds(1300)[firstSpeed(1300)];
  assert.ok(seconds > 30 && seconds <= 75, `${seconds}`);
});

test('a reader’s own speed is where a log starts, or the next slower one that it has', () => {
  const units = 100_000;
  assert.equal(firstSpeed(units, 1), 0);
  assert.equal(speeds(units)[firstSpeed(units, 8)], 16);
  assert.equal(speeds(units)[firstSpeed(units, 64)], 128);
  assert.equal(firstSpeed(10, 64), speeds(10).length - 1, 'a short log has no such speed');
  assert.equal(firstSpeed(units, 0), firstSpeed(units));
});
