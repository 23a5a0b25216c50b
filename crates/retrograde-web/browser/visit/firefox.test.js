/**
 * The page in another browser: Firefox, led by WebDriver BiDi. What it shall do is what it does in Chromium, as few visits tell: a board is
 * solved, played, edited. An error on the console, an exception or a breach of the content security policy is a fault here as there.
 *
 *   FIREFOX=path  the browser; without it, the first one on the PATH; without any, these visits are skipped
 */

import assert from 'node:assert/strict';

import { launch } from 'puppeteer-core';

import { onPath } from './server.js';
import { after, before, test } from './visits.js';

/** @typedef {import('puppeteer-core').Page} Page */

const FIREFOX = process.env.FIREFOX ?? onPath(['firefox-esr', 'firefox']);
const SKIPPED = FIREFOX === undefined && 'no Firefox on the PATH; on Debian: apt-get install firefox-esr';
const DESK = { width: 1280, height: 800 };
/** The longest that anything may take on a busy machine, in milliseconds. */
const PATIENCE = 60_000;
/** The time between two looks at the page, in milliseconds. */
const PAUSE = 50;

const SMALL = 'pawn:O2/1HX/1O1_r';
const DRAWN = 'pawn:5/5/2O2/H2H1/OH1X1_r';
const WON = 'pawn:3/1H1/OXO_r';

/** What all visits share. @type {{ browser: import('puppeteer-core').Browser, origin: string }} */
let stand;

before(async (lane) => {
  const [{ origin }, browser] = await Promise.all([lane.server(), launch({ browser: 'firefox', executablePath: FIREFOX, headless: true, defaultViewport: DESK })]);
  stand = { browser, origin };
});

after(() => stand.browser.close());

/** Visits a place as a browser that has never been there. @param {string} name @param {string} path @param {(page: Page) => Promise<void>} scenario */
const visit = (name, path, scenario) =>
  test(`Firefox: ${name}`, { slow: 'repeats in Firefox what Chromium visits test', skip: SKIPPED }, async () => {
    const context = await stand.browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const faults = watch(page);
    try {
      await page.goto(stand.origin + path);
      await scenario(page);
    } finally {
      await context.close();
    }
    assert.deepEqual(faults, [], 'what the page must never do');
  });

/** Collects what must not happen. @param {Page} page */
function watch(page) {
  /** @type {string[]} */
  const faults = [];
  page.on('console', (message) => ['error', 'warn'].includes(message.type()) && faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`exception: ${error instanceof Error ? error.message : error}`));
  page.on('request', (request) => {
    const url = request.url();
    // A font for the triangles of folds is Firefox's own.
    if (!url.startsWith(`${stand.origin}/`) && !url.startsWith('blob:') && !url.startsWith('data:font/')) faults.push(`request to another place: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`);
  });
  return faults;
}

/**
 * Waits until a question about the page is answered with a value that is true. The question is asked again and again from here:
 * `waitForFunction` compiles a text in the page, which the content security policy forbids.
 *
 * @template T
 * @param {() => Promise<T>} question
 */
async function until(question) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((done) => setTimeout(done, PAUSE))) {
    const answer = await question();
    if (answer) return answer;
  }
  throw new Error(`no answer within ${PATIENCE} ms: ${question}`);
}

/** Waits for a text in an element. @param {Page} page @param {string} selector @param {string} text */
const reads = (page, selector, text) =>
  until(() => page.evaluate((where, what) => [...document.querySelectorAll(where)].some((each) => each.textContent?.includes(what)), selector, text));

/** The element, when it is there. @param {Page} page @param {string} selector @param {string} [text] of the element, in full */
const found = (page, selector, text) =>
  until(async () => {
    const handle = await page.evaluateHandle((where, what) => [...document.querySelectorAll(where)].find((each) => what === undefined || each.textContent?.trim() === what) ?? null, selector, text);
    return /** @type {import('puppeteer-core').ElementHandle | null} */ (handle.asElement());
  });

/** Clicks on the button that is called so, where it is. @param {Page} page @param {string} name */
const press = async (page, name) => (await found(page, 'button', name)).click();
/** @param {string} name */
const square = (name) => `main [role=gridcell][aria-label^="${name},"]`;
/** Clicks on a square. @param {Page} page @param {string} name */
const pressSquare = async (page, name) => (await found(page, square(name))).click();
/** Drags from square to square. @param {Page} page @param {string} from @param {string} to */
async function drag(page, from, to) {
  const [one, other] = await Promise.all([from, to].map(async (name) => (await found(page, square(name))).clickablePoint()));
  assert.ok(one && other);
  await page.mouse.move(one.x, one.y);
  await page.mouse.down();
  await page.mouse.move(other.x, other.y, { steps: 12 });
  await page.mouse.up();
}
/** The token in the URL. @param {Page} page */
const token = (page) => page.evaluate(() => decodeURIComponent(location.hash.slice(1)));
/** Waits until the token is another. @param {Page} page @param {string} before */
const moves = (page, before) => until(async () => (await token(page)) !== before);
/** The step of the log, when it is drawn. @param {Page} page */
const step = (page) => page.evaluate(() => new Promise((/** @type {(step: number) => void} */ done) => {
  const tell = () => done(Number(/** @type {HTMLInputElement | null} */ (document.querySelector('.seek'))?.value));
  requestAnimationFrame(() => requestAnimationFrame(tell));
}));
/** How many different colours a canvas shows. @param {Page} page @param {string} selector */
const colours = (page, selector) => page.evaluate((where) => {
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(where));
  const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}, selector);

visit('Home’s first board moves, and a solved one has its verdict', '/', async (page) => {
  await until(() => page.evaluate(() => !/^0?$/.test(document.querySelector('.attract .count-loss td')?.textContent ?? '')));
  assert.ok((await colours(page, '.attract canvas.paint')) > 8, 'a board without its picture');
  assert.equal(await page.$eval('.attract .banner', (banner) => banner.textContent?.trim()), 'Who wins?');
  // The last board is over before it begins: it is solved at once.
  while (!(await page.$eval('.demo-caption strong', (name) => name.textContent?.includes('sample 1')))) await press(page, 'Next board');
  await reads(page, '.attract .banner', 'The game is over: Black won');
});

visit('a file pasted on Home is solved and watched', '/', async (page) => {
  await (await found(page, '#paste')).focus();
  await page.keyboard.type('0 1\n3 3\n.O.\n.#.\nOX.\n');
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await until(() => page.evaluate(() => location.search.includes('tab=watch')));
  await reads(page, '.banner', 'wins');
});

visit('Watch plays, steps back and goes by layers, by keys', `/b?tab=watch#${SMALL}`, async (page) => {
  await reads(page, '.banner', 'Who wins?');
  await until(() => page.evaluate(() => Number(document.querySelector('.seek')?.getAttribute('max')) > 1));
  await page.keyboard.press(' ');
  await until(() => page.evaluate(() => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value) > 3));
  await page.keyboard.press(' ');
  const paused = await step(page);
  const board = () => page.$eval('main .stage canvas.paint', (canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  const there = await board();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await step(page), paused - 1);
  await page.keyboard.press('ArrowRight');
  assert.equal(await step(page), paused);
  await page.waitForSelector('.panel[aria-busy=false]');
  await step(page);
  assert.equal(await board(), there, 'a step back and on shows another board');
  await page.keyboard.press('End');
  await reads(page, '.words .caption', 'Black wins in 2 plies');
  assert.ok((await colours(page, '.sea-canvas')) > 2, 'a sea without values');
});

visit('a whole game is played by clicks on the board', `/b?tab=play#${WON}`, async (page) => {
  await press(page, 'Hints');
  const isOver = () => page.$eval('#panel', (panel) => /The game is over/.test(panel.textContent ?? ''));
  for (let ply = 0; ply < 30 && !(await isOver()); ply += 1) {
    // The opponent answers in between: a list that is whole is of the reader's turn.
    await until(() => page.evaluate(() => /is over/.test(document.querySelector('#panel')?.textContent ?? '') || (/_r$/.test(location.hash) && document.querySelector('section[aria-busy=false] .move-list tbody button') !== null)));
    if (await isOver()) break;
    const pos = await token(page);
    const best = await page.$eval('.move-list tbody button', (button) => button.textContent ?? '');
    const [from = '', to = ''] = best.match(/[a-z]\d/g) ?? [];
    await pressSquare(page, from);
    await pressSquare(page, to);
    await moves(page, pos);
  }
  assert.ok(await isOver(), await token(page));
  await reads(page, '#panel', 'None so far: perfect play by both sides.');
});

visit('a wall is painted by a click, a stroke by dragging, and both are undone', `/b?tab=edit#${DRAWN}`, async (page) => {
  await reads(page, '[aria-label=Verdict]', 'nobody can force a win');
  await press(page, 'Wall');
  await pressSquare(page, 'e4');
  await until(() => page.evaluate(() => decodeURIComponent(location.hash).includes('H2HH/')));
  await reads(page, '[aria-label=Verdict]', 'wins');
  await drag(page, 'a1', 'd1');
  await until(() => page.evaluate(() => decodeURIComponent(location.hash).startsWith('#pawn:HHHH1/')));
  await page.keyboard.down('Control');
  for (let undo = 0; undo < 5; undo += 1) await page.keyboard.press('z');
  await page.keyboard.up('Control');
  await until(async () => (await token(page)) === DRAWN);
});

visit('in Learn a piece is dragged, and the squares take other values', '/learn', async (page) => {
  const values = () => page.$$eval('main [role=gridcell]', (cells) => cells.slice(0, 25).map((cell) => cell.getAttribute('aria-label')).join());
  await until(() => page.evaluate(() => document.querySelectorAll('main [role=gridcell][aria-label*="win"]').length > 3));
  const before = await values();
  await drag(page, 'a3', 'c3');
  await until(async () => (await values()) !== before);
});

visit('two pieces on one square are of hard pixels, as one alone is', `/b?tab=edit#pawn:3/1H1/1C1/1O1_b`, async (page) => {
  await reads(page, '[aria-label=Verdict]', 'over');
  await step(page);
  const found = await colours(page, 'main .stage canvas.paint');
  assert.ok(found < 30, `${found} colours: pixels are blended`);
});
