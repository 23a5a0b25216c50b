/** That a visit finds nothing of the one before, though it has the same window: one visit leaves what it can, the next looks for it. */

import assert from 'node:assert/strict';

import { Stand, quiet } from './stand.js';
import { ONLY_WITH_ALL, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ leave: (page: Page) => Promise<unknown>, isFound: (page: Page) => Promise<boolean> }} Thing */

const stand = Stand.shared();
/** A place that asks for little, and a file that it does not use. */
const PLACE = '/tables';
const FILE = '/page/js/learn/law.js';

/** Requests that a listener which was left has heard of. */
let heard = 0;
/** Asks for the file; what came. @param {Page} page */
const ask = (page) => page.evaluate(async (file) => (await fetch(file)).text(), FILE);

/** What a visit can leave, and how another would find it. @type {Record<string, Thing>} */
const THINGS = {
  'storage of the origin': { leave: (page) => page.evaluate(() => localStorage.setItem('left', '1')), isFound: (page) => page.evaluate(() => localStorage.getItem('left') !== null) },
  'storage of the tab': { leave: (page) => page.evaluate(() => sessionStorage.setItem('left', '1')), isFound: (page) => page.evaluate(() => sessionStorage.getItem('left') !== null) },
  'a name of the tab': { leave: (page) => page.evaluate(() => void (window.name = 'left')), isFound: (page) => page.evaluate(() => window.name === 'left') },
  'a cookie': { leave: (page) => page.evaluate(() => void (document.cookie = 'left=1')), isFound: (page) => page.evaluate(() => document.cookie !== '') },
  'a database': {
    leave: (page) => page.evaluate(() => new Promise((done) => (indexedDB.open('left').onsuccess = () => done(null)))),
    isFound: (page) => page.evaluate(async () => (await indexedDB.databases()).length > 0),
  },
  'a cache of files': { leave: (page) => page.evaluate(async () => void (await caches.open('left'))), isFound: (page) => page.evaluate(() => caches.has('left')) },
  'a service worker': {
    leave: (page) => page.evaluate(async (file) => void (await navigator.serviceWorker.register(file, { type: 'module' })), FILE),
    isFound: (page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length > 0),
  },
  'a text in the clipboard': { leave: (page) => page.evaluate(() => navigator.clipboard.writeText('left')), isFound: (page) => page.evaluate(async () => (await navigator.clipboard.readText()) !== '') },
  'a permission': {
    leave: (page) => page.context().grantPermissions(['geolocation']),
    isFound: (page) => page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'),
  },
  'an answer that is held back': { leave: (page) => page.route(`**${FILE}`, (route) => route.fulfill({ body: 'left' })), isFound: async (page) => (await ask(page)) === 'left' },
  'a listener': {
    leave: async (page) => page.on('request', () => (heard += 1)),
    isFound: async (page) => {
      const before = heard;
      await ask(page);
      return heard > before;
    },
  },
  'a header of requests': {
    leave: (page) => page.setExtraHTTPHeaders({ 'x-left': '1' }),
    isFound: async (page) => {
      const [request] = await Promise.all([page.waitForRequest(`**${FILE}`), ask(page)]);
      return 'x-left' in (await request.allHeaders());
    },
  },
  'a script': { leave: (page) => page.addInitScript(() => Object.assign(globalThis, { left: 1 })), isFound: (page) => page.evaluate(() => 'left' in globalThis) },
  'a script of a session': {
    leave: async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.enable');
      await session.send('Page.addScriptToEvaluateOnNewDocument', { source: 'globalThis.leftBySession = 1' });
    },
    isFound: (page) => page.evaluate(() => 'leftBySession' in globalThis),
  },
  'another screen': { leave: (page) => page.setViewportSize({ width: 500, height: 500 }), isFound: (page) => page.evaluate(() => innerWidth === 500) },
  'another theme': { leave: (page) => page.emulateMedia({ colorScheme: 'light' }), isFound: (page) => page.evaluate(() => matchMedia('(prefers-color-scheme: light)').matches) },
  'colours of the system': { leave: (page) => page.emulateMedia({ forcedColors: 'active' }), isFound: (page) => page.evaluate(() => matchMedia('(forced-colors: active)').matches) },
  'less motion': { leave: (page) => page.emulateMedia({ reducedMotion: 'reduce' }), isFound: (page) => page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches) },
  'a key held down': {
    leave: (page) => page.keyboard.down('Shift'),
    isFound: async (page) => {
      await page.evaluate(() => addEventListener('keydown', (event) => Object.assign(globalThis, { isHeld: event.shiftKey }), { once: true }));
      await page.keyboard.press('F9');
      return page.evaluate(() => /** @type {any} */ (globalThis).isHeld);
    },
  },
  'another tab': { leave: (page) => page.context().newPage(), isFound: async (page) => page.context().pages().length > 1 },
  'a history': { leave: (page) => page.evaluate(() => [1, 2, 3].forEach((state) => history.pushState(state, ''))), isFound: (page) => page.evaluate(() => history.length > 3) },
};

/** Of the things, those that are found. @param {Page} page */
async function found(page) {
  const all = [];
  for (const [name, { isFound }] of Object.entries(THINGS)) if (await isFound(page)) all.push(name);
  return all;
}

/** The window that was left. @type {Page | undefined} */
let left;

test('a visit leaves what it can, all of which is found as long as the window is not reset', () =>
  stand.visit(PLACE, async (page) => {
    left = page;
    // The clipboard belongs to the browser: a new window may find what the last visit of another file has copied.
    await page.evaluate(() => navigator.clipboard.writeText(''));
    assert.deepEqual(await found(page), []);
    for (const { leave } of Object.values(THINGS)) await leave(page);
    await page.goto(stand.origin + PLACE);
    assert.deepEqual(await found(page), Object.keys(THINGS));
  }));

test('the next visit has the same window, and finds nothing of it', () =>
  stand.visit(PLACE, async (page) => {
    assert.ok(left !== undefined && page === left, 'another window');
    assert.deepEqual(await found(page), []);
  }));

test('a server that cannot be reached is one for the next visit', async () => {
  await stand.visit(PLACE, async (page) => {
    await quiet(page);
    await page.context().setOffline(true);
  });
  await stand.visit(PLACE, async (page) => assert.ok(await page.evaluate(() => navigator.onLine)));
});

test('a visit that asks for a window of its own leaves none behind', ONLY_WITH_ALL, async () => {
  const pages = /** @type {Page[]} */ ([]);
  for (const fresh of ['to be compared', undefined, undefined]) await stand.visit(PLACE, async (page) => void pages.push(page), { fresh });
  const [own, one, other] = pages;
  assert.ok(own?.isClosed() && own !== one && one === other);
});
