/** What only a site of files has: a solve in a worker of its own, the sentence for a folder that is not served, and what lets a browser install it. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { SITE } from './host.js';
import { Stand, hasMoved, onSite, textOf } from './stand.js';
import { test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

/** A board that is solved in a worker of its own, and one whose solve is cancelled while it runs. */
const [SMALL, LARGE] = ['race:A3/1H2/4/3B_a', 'quixo:4/4/4/4_x'];
/** The longest that a cancelled solve may go on, in milliseconds. */
const SLOWEST_CANCEL = 200;
const [ACCEPTED, NOT_FOUND] = [202, 404];

/** Solves one board and cancels another, as the page does; runs in the page. @param {{ small: string, large: string }} boards */
async function solves({ small, large }) {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
  const { localFetch } = await import(new URL('local/fetch.js', script.src).href);
  const ask = localFetch(new URL('../retrograde.wasm.gz', script.src).href);
  const api = '/api/v1';
  const json = async (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => (await ask(api + path, init)).json();
  const solve = (/** @type {string} */ pos) => ask(`${api}/solve`, { method: 'POST', body: JSON.stringify({ pos }) });
  const unsolved = (await json(`/plan?pos=${small}`)).solved;
  const begun = await solve(small);
  const { job } = await begun.json();
  let { state } = await json(`/jobs/${job}`);
  while (state === 'waiting' || state === 'solving') ({ state } = await json(`/jobs/${job}`));
  const { solved } = await json(`/plan?pos=${small}`);
  const { job: other } = await (await solve(large)).json();
  /** @type {string[]} */
  const states = [];
  while (!states.includes('solving')) states.push((await json(`/jobs/${other}`)).state);
  const before = performance.now();
  const cancelled = (await json(`/jobs/${other}`, { method: 'DELETE' })).state;
  const waited = performance.now() - before;
  const after = (await json(`/jobs/${other}`)).state;
  return { begun: begun.status, state, solved, unsolved, cancelled, after, waited, unknown: (await ask(`${api}/jobs/99`)).status };
}

test('a solve has a worker of its own, which then answers for its board; another one is cancelled', onSite(), (t) =>
  stand.visit('/puzzles', async (page) => {
    const { waited, ...told } = await page.evaluate(solves, { small: SMALL, large: LARGE });
    assert.deepEqual(told, { begun: ACCEPTED, state: 'done', solved: true, unsolved: false, cancelled: 'cancelled', after: 'cancelled', unknown: NOT_FOUND });
    t.diagnostic(`a cancelled solve ended in ${Math.round(waited)} ms`);
    assert.ok(waited <= SLOWEST_CANCEL, `${waited} ms`);
  }));

test('where nothing can be stored and no service worker may run, the page works all the same', onSite(), () =>
  stand.visit('/tables', async (page) => {
    await page.addInitScript(() => {
      const refuse = { get: () => { throw new DOMException('refused', 'SecurityError'); } };
      for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB']) Object.defineProperty(window, name, refuse);
      Object.defineProperty(Navigator.prototype, 'serviceWorker', refuse);
    });
    await page.goto(`${stand.origin}/`);
    await hasMoved(page);
    // For as long as the service worker would be awaited.
    await page.waitForTimeout(2500);
    await page.goto(`${stand.origin}/b?tab=edit#${SMALL}`);
    await page.getByRole('region', { name: 'Verdict' }).getByText('plies').first().waitFor();
  }, { fresh: 'has no storage' }));

test('if the module does not come, the message names no server, and its button requests the module again', onSite(), () =>
  stand.visit('/tables', async (first) => {
    // In another window: the workers that end before they load are requests without an end.
    const page = await first.context().newPage();
    await page.route('**/*.wasm.gz', (route) => route.abort());
    await page.goto(`${stand.origin}/b?tab=edit#${SMALL}`);
    await page.locator('.outage').getByText('The solver of this page did not load').waitFor();
    assert.doesNotMatch(await textOf(page.locator('body')), /[Ss]erver/);
    await page.unroute('**/*.wasm.gz');
    await page.getByRole('button', { name: 'Retry' }).press('Enter');
    await page.locator('.outage').waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: 'Verdict' }).getByText('plies').first().waitFor();
  }, { fresh: 'has no module' }));

test('opened as a file, the page says in a sentence how to serve its folder', onSite(), () =>
  stand.visit('/tables', async (page) => {
    for (const file of ['index.html', 'b/index.html']) {
      await page.goto(pathToFileURL(join(SITE ?? '', file)).href);
      const sentence = page.locator('#main p', { hasText: 'needs a web server' });
      await sentence.waitFor();
      assert.equal(await textOf(sentence), `This page needs a web server: run python3 -m http.server --directory "${join(SITE ?? '', '/')}", then open http://localhost:8000.`);
    }
  }, { fresh: 'leaves the site', others: ['file:'], complaints: ['CORS', 'ERR_FAILED', 'file:'] }));

test('the site can be installed: its manifest has a name, a start and icons of their sizes', onSite(), () =>
  stand.visit('/learn', async (page) => {
    const session = await page.context().newCDPSession(page);
    const { url, errors, data } = await session.send('Page.getAppManifest');
    assert.deepEqual([url, errors], [`${stand.origin}/manifest.json`, []]);
    const { name, start_url: start, icons } = JSON.parse(data ?? '{}');
    assert.deepEqual([name, new URL(start, url).href, icons.length], ['Retrograde', `${stand.origin}/`, 2]);
    for (const { src, sizes } of icons) {
      const png = await (await page.request.get(new URL(src, url).href)).body();
      assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes);
    }
  }));

/** What the files of Home, beside the module, may weigh by gzip, in bytes. */
const MOST_BYTES = 80_000;

test('the files of Home beside the module weigh at most 80 kB by gzip', onSite(), (t) =>
  stand.visit('/', async (page) => {
    await hasMoved(page);
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    const files = ['index.html', ...new Set(loaded.map((path) => path.slice(stand.path.length + 1)))].filter((name) => !name.endsWith('.wasm.gz'));
    assert.ok(files.length > 50, `${files.length} files`);
    const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(SITE ?? '', name)), { level: 9 }).length, 0);
    t.diagnostic(`${files.length} files, ${bytes} bytes`);
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  }, { fresh: 'has loaded nothing' }));
