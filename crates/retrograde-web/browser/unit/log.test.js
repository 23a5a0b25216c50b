import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EventLog, PAGE_SIZE } from '../../page/js/log.js';

const TOTAL = 100 * PAGE_SIZE + 7;

function counted() {
  let asked = 0;
  const fetchWindow = async (/** @type {number} */ from, /** @type {number} */ count) => {
    asked += 1;
    const steps = Array.from({ length: Math.min(count, TOTAL - from) }, (_, index) => from + index);
    return { events: steps.map((step) => /** @type {import("../../page/js/log.js").LogEvent} */ ({ event: 'relax', step })) };
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
  for (let page = 0; page < 100; page += 1) {
    log.event(page * PAGE_SIZE);
    await settled();
  }
  assert.ok(log.pages.size <= 48, `${log.pages.size}`);
  assert.equal(log.event(0), null);
  await settled();
  assert.equal(asked(), 101);
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
