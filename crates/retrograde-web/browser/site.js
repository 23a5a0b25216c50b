/**
 * Visits the site of files with a real browser, below a path, from a host that only sends files: the module answers instead of a server.
 *
 *   node site.js DIR            DIR is what `cargo xtask site DIR` has written
 *   node site.js DIR SHOTS      also takes pictures, into the folder SHOTS
 *
 *   CHROMIUM=path    the browser; without it, the first one on the PATH
 */

import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

import { chromium } from 'playwright-core';

import { onPath } from './visit/server.js';

/** The site is below this path, as a project's site is on many hosts. */
const BELOW = '/below/a-path';
const TYPES = new Map(Object.entries({ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.gz': 'application/octet-stream' }));
const MOVED = 301;
const NOT_FOUND = 404;
/** A machine that also does other work may be slow. */
const PATIENCE = 120_000;
const SAMPLES = readFileSync(new URL('../../../examples/zu.in', import.meta.url), 'utf8');

/** A host that sends the files of a folder. @param {string} folder */
function host(folder) {
  return createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(folder, decodeURIComponent(pathname.slice(BELOW.length)));
    const found = pathname.startsWith(`${BELOW}/`) && statSync(path, { throwIfNoEntry: false });
    if (!found) response.writeHead(NOT_FOUND).end();
    else if (found.isDirectory() && !pathname.endsWith('/')) response.writeHead(MOVED, { location: `${pathname}/${search}` }).end();
    else {
      const file = found.isDirectory() ? join(path, 'index.html') : path;
      response.writeHead(200, { 'content-type': TYPES.get(extname(file)) ?? 'text/plain' }).end(readFileSync(file));
    }
  });
}

const [folder = '', shots] = process.argv.slice(2);
const server = host(folder);
await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
const address = /** @type {import('node:net').AddressInfo} */ (server.address());
const origin = `http://127.0.0.1:${address.port}`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? onPath(['chromium-headless-shell', 'chromium']), args: ['--no-sandbox'] });

/** A visit that fails by what the page must never do. @param {string} path @param {(page: import('playwright-core').Page) => Promise<void>} scenario */
async function visit(path, scenario) {
  const begun = performance.now();
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, locale: 'en' });
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const faults = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => !request.url().startsWith(`${origin}${BELOW}/`) && faults.push(`a request to ${request.url()}`));
  page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
  await page.goto(origin + BELOW + path);
  await scenario(page);
  if (shots) await page.screenshot({ path: join(shots, `${path.replaceAll(/\W+/g, '-').slice(0, 30) || 'home'}.png`) });
  await page.close();
  assert.deepEqual(faults, [], path);
  console.log(`${path}: ${Math.round(performance.now() - begun)} ms`);
}

const BOARD = 'pawn:H1H/O1O/1X1_r';
/** A board that is solved in a worker of its own, and one whose solve is cancelled while it runs. */
const [SOLVED, CANCELLED] = ['race:A3/1H2/4/3B_a', 'quixo:4/4/4/4_x'];

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
  return { begun: begun.status, state, solved, unsolved, states, cancelled, after, waited, unknown: (await ask(`${api}/jobs/99`)).status };
}
try {
  await visit('/', async (page) => {
    await page.waitForFunction(() => !/^0$/.test(document.querySelector('.attract .count-loss td')?.textContent ?? '0'));
    await page.fill('#paste', SAMPLES);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('.gallery > li').nth(4).getByText('Red wins in 75 plies').waitFor();
    assert.deepEqual(await page.locator('.judge').allInnerTexts(), ['Black 0', 'Black 2', 'Black 2', 'Tie', 'Red 75']);
  });
  await visit(`/b/?tab=watch#${BOARD}`, async (page) => {
    await page.waitForFunction(() => Number(document.querySelector('.seek')?.getAttribute('max')) > 1);
    await page.keyboard.press('End');
    await page.locator('.banner').first().waitFor();
  });
  await visit(`/b?tab=play#${BOARD}`, async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await page.locator('.move-list').getByText('loss').first().waitFor();
    // The link below the path is the server's.
    assert.equal(new URL(page.url()).pathname.replace(/\/$/, ''), `${BELOW}/b`);
  });
  await visit(`/b?tab=edit#${BOARD}`, (page) => page.getByRole('region', { name: 'Verdict' }).getByText('plies').first().waitFor());
  await visit('/puzzles', async (page) => {
    const told = await page.evaluate(solves, { small: SOLVED, large: CANCELLED });
    assert.deepEqual([told.begun, told.state, told.solved, told.unsolved], [202, 'done', true, false]);
    assert.deepEqual([told.cancelled, told.after, told.unknown], ['cancelled', 'cancelled', 404]);
    assert.ok(told.states.includes('solving'), `no progress was told: ${told.states.join(' ')}`);
    console.log(`a cancelled solve ended in ${Math.round(told.waited)} ms`);
  });
  await visit('/learn', (page) => page.locator('main h1, main h2').first().waitFor());
  await visit('/tables', (page) => page.locator('main h1, main h2').first().waitFor());
} finally {
  await browser.close();
  server.close();
}
