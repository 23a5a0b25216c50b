import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EventLog, MOST_ASKED, PAGE_SIZE } from '../../page/js/watch/log.js';

const TOTAL = 101 * PAGE_SIZE + 7;

function counted() {
  let asked = 0;
  const fetchWindow = async (/** @type {number} */ from, /** @type {number} */ count) => {
    asked += 1;
    const steps = Array.from({ length: Math.min(count, TOTAL - from) }, (_, index) => from + index);
    return { events: steps.map((step) => /** @type {import("../../page/js/watch/log.js").LogEvent} */ ({ event: 'relax', step })) };
  };
  const log = new EventLog(fetchWindow, TOTAL, () => {});
  return { log, asked: () => asked };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('windows are whole, in order, and asked for once', async () => {
  const { log, asked } = counted();
  assert.equal(log.events(PAGE_SIZE - 2, PAGE_SIZE + 2), null);
  assert.equal(log.event(PAGE_SIZE), null);
  await settled();
  const steps = log.events(PAGE_SIZE - 2, PAGE_SIZE + 2)?.map((event) => event.step);
  assert.deepEqual(steps, [PAGE_SIZE - 2, PAGE_SIZE - 1, PAGE_SIZE, PAGE_SIZE + 1]);
  assert.equal(asked(), 2);
  assert.equal(log.event(TOTAL), null);
});

test('it reads ahead both ways, not past the ends', async () => {
  const { log, asked } = counted();
  log.ahead(0, -1);
  log.ahead(TOTAL, 1);
  assert.equal(asked(), 0);
  log.ahead(3 * PAGE_SIZE, -1);
  log.ahead(3 * PAGE_SIZE, 1);
  await settled();
  assert.notEqual(log.event(2 * PAGE_SIZE), null);
  assert.notEqual(log.event(4 * PAGE_SIZE), null);
});

test('it holds a few pages, and fetches dropped ones again', async () => {
  const { log, asked } = counted();
  for (let page = 0; page < 101; page += 1) {
    log.event(page * PAGE_SIZE);
    await settled();
  }
  assert.ok(log.pages.size <= 96, `${log.pages.size}`);
  assert.equal(log.event(0), null);
  await settled();
  assert.equal(asked(), 102);
});

test('a failure is told, and asked again', async () => {
  let isDown = true;
  /** @type {unknown[]} */
  const told = [];
  const log = new EventLog(
    async () => (isDown ? Promise.reject(new Error('down')) : { events: [{ event: 'rest', step: 0 }] }),
    1,
    (error) => told.push(error),
  );
  log.event(0);
  await settled();
  isDown = false;
  log.event(0);
  await settled();
  assert.equal(log.event(0)?.event, 'rest');
  assert.match(String(told[0]), /down/);
});

/** A log whose answers never come by themselves. */
function slow() {
  /** @type {{ from: number, signal: AbortSignal, answer: (page: { events: import("../../page/js/watch/log.js").LogEvent[] }) => void }[]} */
  const asked = [];
  let told = 0;
  const fetchWindow = (/** @type {number} */ from, /** @type {number} */ _count, /** @type {AbortSignal} */ signal) =>
    new Promise((/** @type {(page: { events: import("../../page/js/watch/log.js").LogEvent[] }) => void} */ answer) => asked.push({ from, signal, answer }));
  const log = new EventLog(fetchWindow, TOTAL, () => (told += 1));
  return { log, asked, told: () => told };
}

test('who asks for more and more has a few pages on their way, and the stale ones are cancelled', async () => {
  const { log, asked, told } = slow();
  for (let page = 0; page < 50; page += 1) {
    log.event(page * PAGE_SIZE);
    assert.ok(asked.filter(({ signal }) => !signal.aborted).length <= MOST_ASKED);
  }
  const live = asked.filter(({ signal }) => !signal.aborted).map(({ from }) => from / PAGE_SIZE);
  assert.deepEqual(live, [46, 47, 48, 49]);
  asked[0]?.answer({ events: [] });
  await settled();
  assert.equal(told(), 0);
  assert.equal(log.pages.size, 0);
});

test('what is still wanted is not cancelled by what is wanted once', () => {
  const { log, asked } = slow();
  for (let page = 1; page < 20; page += 1) {
    log.event(0);
    log.event(page * PAGE_SIZE);
  }
  assert.equal(asked[0]?.signal.aborted, false);
  assert.equal(asked.filter(({ from }) => from === 0).length, 1);
});

test('a window of more pages than may be asked for comes all the same', async () => {
  const { log } = counted();
  for (let tries = 0; tries < 20 && log.events(5, 12 * PAGE_SIZE) === null; tries += 1) await settled();
  assert.equal(log.events(5, 12 * PAGE_SIZE)?.length, 12 * PAGE_SIZE - 5);
});

test('a log that is closed cancels what is on its way', () => {
  const { log, asked } = slow();
  log.events(0, 3 * PAGE_SIZE);
  log.close();
  assert.deepEqual(asked.map(({ signal }) => signal.aborted), [true, true, true]);
});
