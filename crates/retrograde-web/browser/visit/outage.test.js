/** A server that stops: every place says so in the same banner, does not flood it with requests, and goes on when it is back. */

import assert from 'node:assert/strict';

import { CLOCK, Stand, quiet, square, textOf } from './stand.js';
import { ONLY_WITH_ALL, repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.alone();

const OPEN = 'pawn:1OO7/10/10/10/10/10/10/10/10/4X5_r';
const SMALL = 'pawn:5/5/2O2/H2H1/OH1X1_r';
/** What the browser says on the console, and of requests. */
const GONE = { complaints: ['ERR_CONNECTION_REFUSED', 'ERR_CONNECTION_RESET', 'ERR_EMPTY_RESPONSE', 'ERR_SOCKET_NOT_CONNECTED'] };
/** Requests in five seconds that are no flood: what was under way, and looking for the server ever more rarely. */
const FEW = 20;
/** The places in which the short run tests the banner. */
const SHORT = ['Watch', 'Play', 'a place not loaded yet'];
/** What only a program's author understands, or what is not true. */
const RAW = /TypeError|Failed to fetch|dynamically imported|NetworkError|Not a legal position/;

/** @param {Page} page */
const banner = (page) => page.locator('.outage:visible');
/** @param {Page} page */
const verdict = (page) => page.getByRole('region', { name: 'Verdict' });

/** Waits for the banner, which is all that is said. @param {Page} page */
async function isTold(page) {
  await banner(page).getByText('The server does not answer').waitFor();
  assert.equal(await banner(page).count(), 1);
  assert.doesNotMatch(await textOf(page.locator('body')), RAW);
  assert.doesNotMatch(await textOf(page.locator('body')), /Solving…/, 'nobody solves');
}

/**
 * A place, its path, what is used there (and must be there before the server stops: a starved page is quiet before it has asked for its
 * parts), the use, and what goes on when the server is back. It is used by keys: the banner moves what is below it, and what is pressed just
 * then by a pointer is missed.
 * @typedef {[string, string, string, (page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>]} Visit
 */
for (const [place, path, used, use, goesOn] of /** @type {Visit[]} */ ([
  ['Home', '/', '#paste', async (page) => {
    await page.fill('#paste', `${SMALL}\npawn:O2/1HX/1O1_r`);
    await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
  }, (page) => page.locator('.gallery > li').nth(1).getByText('Black wins in 2 plies').waitFor()],
  ['Edit', `/b?tab=edit#${SMALL}`, '.move-list', async (page) => {
    await square(page, 'e4').focus();
    await page.keyboard.press('#');
  }, (page) => verdict(page).getByText(/wins|nobody/).waitFor()],
  ['Watch', `/b?tab=watch#${SMALL}`, '.seek:not([max="1"])', (page) => page.getByLabel('everything').press('Space'),
    (page) => page.waitForFunction(() => Number(document.querySelector('.seek')?.getAttribute('max')) > 10_000)],
  ['Play', `/b?tab=play#${SMALL}`, '.move-list', async (page) => {
    await square(page, 'c3').press('Enter');
    await square(page, 'c4').press('Enter');
    await verdict(page).getByText('Waiting for an answer…').waitFor();
  }, (page) => page.waitForFunction(() => location.hash.endsWith('_r') && !location.hash.endsWith('OH1X1_r'))],
  ['Learn', '/learn', '#cannon-row', (page) => page.fill('#cannon-row', '011010011'), (page) => page.getByText(/^5 red, 4 black.*(wins|Tie|over|nobody)|wins|Tie/).first().waitFor()],
  ['a place not loaded yet', '/', 'text=Tables', (page) => page.getByRole('link', { name: 'Tables' }).press('Enter'), (page) => page.getByRole('heading', { name: /tables/i }).waitFor()],
])) {
  test(`${place} tells of a stopped server in the banner, and goes on when it is back`, repeated(SHORT.includes(place), 'in another place'), () =>
    stand.visit(path, async (page) => {
      await page.locator(used).first().waitFor();
      await quiet(page);
      await stand.server.stop();
      try {
        await use(page);
        await isTold(page);
      } finally {
        await stand.server.restart();
      }
      await banner(page).waitFor({ state: 'hidden' });
      await goesOn(page);
      assert.doesNotMatch(await textOf(page.locator('body')), RAW);
    }, GONE));
}

test('Watch does not say that a board is being solved by a server that stopped before it answered', ONLY_WITH_ALL, () =>
  stand.visit('/', async (page) => {
    /** @type {() => void} */
    let stopped = () => undefined;
    const stop = new Promise((/** @type {(nothing: void) => void} */ resolve) => (stopped = resolve));
    await page.route('**/api/v1/probe*', (route) => stop.then(() => route.continue()));
    const told = page.locator('.box-verdict .banner');
    await page.goto(`${stand.origin}/b?tab=watch#${SMALL}`);
    await told.getByText('Solving…').waitFor();
    await stand.server.stop();
    try {
      stopped();
      await isTold(page);
      await told.getByText('Waiting for an answer…').waitFor();
    } finally {
      await stand.server.restart();
    }
    await told.getByText('Who wins?').waitFor();
  }, GONE));

test('a server that stops while a long log plays is not flooded with requests', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch&follow=all#${OPEN}`, async (page) => {
    await page.waitForFunction(() => Number(document.querySelector('.seek')?.getAttribute('max')) > 1);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await stand.server.stop();
    let requests = 0;
    page.on('request', () => (requests += 1));
    await isTold(page);
    const there = await page.locator('.seek').inputValue();
    await page.clock.install();
    for (let passed = 0; passed < 5000; passed += 250) {
      await page.clock.runFor(250);
      // What was asked for is refused by then.
      await page.waitForTimeout(20);
    }
    await page.clock.resume();
    assert.equal(await page.locator('.seek').inputValue(), there, 'it plays on');
    assert.ok(requests <= FEW, `${requests} requests in five seconds`);
    await isTold(page);
    await stand.server.restart();
    // It may be found again before the button is pressed.
    await banner(page).getByRole('button', { name: 'Retry' }).click({ timeout: 1000 }).catch(() => undefined);
    await banner(page).waitFor({ state: 'hidden' });
    const before = await page.locator('.words .caption').textContent();
    await page.waitForFunction((old) => ![old, '…'].includes(document.querySelector('.words .caption')?.textContent ?? '…'), before);
  }, { ...GONE, ...CLOCK }));

test('a change of tab without a server keeps the board in sight, and happens when the server is back', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=play#${SMALL}`, async (page) => {
    await page.getByText(/legal moves/).first().waitFor();
    await quiet(page);
    await stand.server.stop();
    try {
      await page.locator('#tab-watch').press('Enter');
      await isTold(page);
      assert.ok(await square(page, 'c3').isVisible(), 'the board is gone');
    } finally {
      await stand.server.restart();
    }
    await page.locator('.seek').waitFor();
    await banner(page).waitFor({ state: 'hidden' });
  }, GONE));
