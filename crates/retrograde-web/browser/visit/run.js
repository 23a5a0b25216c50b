/**
 * Runs files of visits: `visit.js` starts it, and reads from it what `node:test` reports. As many files run at a time as there are cores, each
 * on the server and in the browser of its lane; a lane that has done one takes the next. What is timed runs alone when they have ended.
 *
 *   VISITS=watch,edit   the files
 */

import { availableParallelism } from 'node:os';
import { test } from 'node:test';

import { parts, path } from './files.js';
import { Lane } from './lane.js';
import { ALL, register } from './visits.js';
import { PATIENCE } from './window.js';

/** @typedef {import('node:test').TestContext} TestContext */

const { untimed, timed } = parts((process.env.VISITS ?? '').split(','));
/** What hangs fails after this time, in milliseconds. */
const LONGEST = 5 * PATIENCE;
/** With more of them than cores, a visit met a page that had not drawn yet. */
const LANES = Math.min(availableParallelism(), untimed.length);

/** What files register, which one at a time can do. @type {Map<string, import('./visits.js').File>} */
const files = new Map();
for (const name of [...untimed, ...timed]) files.set(name, await register(path(name)));

/**
 * Runs what a file does before its first visit or after its last. A failure is reported as a visit of its own, and the other files go on.
 * @param {TestContext} t @param {string} name @param {import('./visits.js').Hook[]} hooks @param {Lane} lane
 */
async function passes(t, name, hooks, lane) {
  try {
    for (const hook of hooks) await hook(lane);
    return true;
  } catch (error) {
    await t.test(name, () => Promise.reject(error));
    return false;
  }
}

/** Runs the visits of a file. @param {TestContext} t @param {string} name @param {Lane} lane */
async function visitAll(t, name, lane) {
  const { visits, before, after } = files.get(name) ?? { visits: [], before: [], after: [] };
  const wanted = visits.filter(({ slow, skip }) => !skip && (ALL || !slow));
  for (const { name: visit, skip } of visits.filter(({ skip }) => skip)) await t.test(`${name}: ${visit}`, { skip: String(skip) }, () => undefined);
  if (wanted.length === 0) return;
  const isReady = await passes(t, `${name}: before its visits`, before, lane);
  for (const { name: visit, scenario } of isReady ? wanted : []) await t.test(`${name}: ${visit}`, { timeout: LONGEST }, async (each) => void (await scenario(each)));
  // Also if the file could not begin: a program that it has started would keep the run from ending.
  await passes(t, `${name}: after its visits`, after, lane);
}

/** Runs files on so many lanes. @param {TestContext} t @param {string[]} names @param {number} lanes */
async function share(t, names, lanes) {
  const waiting = [...names];
  await Promise.all(Array.from({ length: lanes }, async () => {
    const lane = new Lane();
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await visitAll(t, name, lane);
    await lane.close();
  }));
}

if (untimed.length > 0) test('visits', { concurrency: LANES }, (t) => share(t, untimed, LANES));
if (timed.length > 0) test('timed visits', (t) => share(t, timed, 1));
