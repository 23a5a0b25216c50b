/**
 * What every browser test stands on: the real binary as a server, a real Chromium, and visits that fail by themselves when
 * the page does what it must never do: an error on the console, an exception, a request to anybody but the server, an answer
 * without the content security policy.
 *
 *   RETROGRADE=path  the binary to test; without it, one is built
 *   PAGE=folder      serve the page from this folder instead of the copy in the binary: no rebuild after a change
 *   CHROMIUM=path    the browser; without it, the first one on the PATH
 *   SLOW=4           the page's processor is so many times slower, which brings races to light
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { freshProgram } from '../program.js';
import { address, onPath, startServer, stopServer } from './server.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContextOptions} BrowserContextOptions */
/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** The two screens that the page is made for. */
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];
/**
 * What the driver switches off (playwright-core 1.65, `chromiumSwitches.ts`): Chromium heeds the last list alone, so that ours has to begin
 * with it.
 */
const OFF_BY_DRIVER = [
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay',
  'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints',
  'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch',
];
/**
 * The browser's own pages, which it would load for each visit though nobody sees them: two for its address bar, and an empty process for a
 * page that never comes. Half of the processor's time was theirs when a small place was loaded.
 */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', `--disable-features=${[...OFF_BY_DRIVER, ...UNSEEN].join()}`,
];
/** How many times slower than it is the page's processor shall be. */
export const SLOW = Number(process.env.SLOW ?? 1);
assert.ok(SLOW >= 1, `SLOW=${process.env.SLOW} is no number from 1 up`);
/** The longest that anything may take on a busy machine, in milliseconds. */
const PATIENCE = 60_000 * SLOW;
const POLICY = "default-src 'self'";

/**
 * @typedef {object} Wishes
 * @property {number[]} [refusals] statuses of the API that this visit provokes; the browser reports them on the console
 * @property {string[]} [complaints] other parts of console messages that this visit provokes
 */

export class Stand {
  /** @param {string} program @param {string} folder of tables on disk @param {ChildProcess} server @param {string} origin @param {import('playwright-core').Browser} browser */
  constructor(program, folder, server, origin, browser) {
    this.program = program;
    this.folder = folder;
    this.server = server;
    this.origin = origin;
    this.browser = browser;
    this.notes = '';
    server.stderr?.on('data', (chunk) => (this.notes += chunk));
  }

  /** Starts server and browser; the server keeps tables in a folder of its own, which is empty. */
  static async open(program = freshProgram()) {
    const folder = mkdtempSync(join(tmpdir(), 'retrograde-visit-'));
    const server = startServer(program, folder, '0');
    try {
      const origin = await address(server);
      const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
      return new Stand(program, folder, server, origin, browser);
    } catch (error) {
      server.kill();
      throw error;
    }
  }

  /** Ends both, and checks that the server ended as it should. */
  async close() {
    await this.browser.close();
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Starts a server that was stopped, at the same address. */
  async restart() {
    this.server = startServer(this.program, this.folder, new URL(this.origin).port);
    this.server.stderr?.on('data', (chunk) => (this.notes += chunk));
    await address(this.server);
  }

  /** Ends the server, and checks that it ended as it should. */
  async stop() {
    await stopServer(this.server, () => this.notes);
  }

  /**
   * Visits a place of the page, as a browser that has never been there.
   * @param {string} path path, query and fragment
   * @param {(page: Page) => Promise<void>} scenario
   * @param {BrowserContextOptions & Wishes} [wishes]
   */
  async visit(path, scenario, { refusals = [], complaints = [], ...options } = {}) {
    const context = await this.browser.newContext({ viewport: DESK, locale: 'en-GB', colorScheme: 'dark', permissions: ['clipboard-read', 'clipboard-write'], ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    if (SLOW > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOW });
    const faults = watch(page, this.origin, refusals, complaints);
    count(page);
    try {
      await page.goto(this.origin + path);
      await scenario(page);
      await quiet(page);
    } finally {
      await context.close();
    }
    assert.deepEqual(faults, [], 'what the page must never do');
  }
}

/** How long a page asks nothing before it is taken to be done, in milliseconds. */
const QUIET = 100;
/** What a page has asked and not been answered, when that last changed, and for how long in all it has waited for something. @type {WeakMap<Page, { underway: Set<import('playwright-core').Request>, changed: number, waited: number }>} */
const traffic = new WeakMap();

/** Milliseconds in which something was underway, up to now. @param {{ underway: Set<unknown>, changed: number, waited: number }} known */
const waited = (known) => known.waited + (known.underway.size > 0 ? Date.now() - known.changed : 0);

/** Counts what a page asks. @param {Page} page */
function count(page) {
  const known = { underway: new Set(), changed: Date.now(), waited: 0 };
  const change = (/** @type {() => void} */ how) => {
    known.waited = waited(known);
    how();
    known.changed = Date.now();
  };
  page.on('request', (request) => change(() => known.underway.add(request)));
  page.on('requestfinished', (request) => change(() => known.underway.delete(request)));
  page.on('requestfailed', (request) => change(() => known.underway.delete(request)));
  traffic.set(page, known);
}

/**
 * Waits until a page has all its answers, and has asked nothing for a moment. The driver's own `networkidle` waits for half a second, and
 * for nothing that is asked after it was met once.
 * @param {Page} page
 */
export async function quiet(page) {
  const known = traffic.get(page);
  assert.ok(known, 'no visit');
  for (const latest = Date.now() + PATIENCE; known.underway.size > 0 || Date.now() - known.changed < QUIET; ) {
    assert.ok(Date.now() < latest, `no answer yet: ${[...known.underway].map((request) => request.url()).join(' ')}`);
    await new Promise((resolve) => setTimeout(resolve, QUIET / 5));
  }
}

/** Collects what must not happen. @param {Page} page @param {string} origin @param {number[]} refusals @param {string[]} complaints */
function watch(page, origin, refusals, complaints) {
  /** @type {string[]} */
  const faults = [];
  page.on('console', (message) => {
    const text = message.text();
    const isRefusal = message.location().url.startsWith(`${origin}/api/`) && refusals.some((status) => text.includes(`status of ${status} `));
    const isExpected = isRefusal || complaints.some((part) => text.includes(part));
    if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(`console: ${text} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('blob:')) faults.push(`request to another place: ${url}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED' && !complaints.some((part) => reason.includes(part))) faults.push(`request failed: ${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    const url = response.url();
    if (response.status() >= 400 && !url.startsWith(`${origin}/api/`)) faults.push(`status ${response.status()}: ${url}`);
    const isDocument = response.request().resourceType() === 'document';
    const policy = response.headers()['content-security-policy'] ?? '';
    if (isDocument && (!policy.includes(POLICY) || policy.includes('unsafe'))) faults.push(`policy "${policy}": ${url}`);
  });
  return faults;
}

function browserPath() {
  const found = process.env.CHROMIUM ?? onPath(BROWSERS);
  assert.ok(found, 'no Chromium on the PATH; on Debian: apt-get install chromium');
  return found;
}

/** Has the server keep a small table on disk; its name. @param {Stand} stand @param {string} [pos] @returns {Promise<string>} */
export async function keep({ origin }, pos = 'quixo:3/3/3_x') {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ pos, keep: 'depths' }) };
  const { job } = await (await fetch(`${origin}/api/v1/solve`, asked)).json();
  for (const latest = Date.now() + PATIENCE; ; ) {
    const { state, table, error } = await (await fetch(`${origin}/api/v1/jobs/${job}`)).json();
    if (state === 'done') return table;
    assert.ok(!error && Date.now() < latest, JSON.stringify(error));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The text of an element, blanks made one. @param {import('playwright-core').Locator} locator */
export const textOf = async (locator) => (await locator.innerText()).replace(/\s+/g, ' ').trim();

/** Two frames: what was asked for is drawn. @param {Page} page */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

/** The button of a square. @param {Page} page @param {string} name */
export const square = (page, name) => page.locator(`main [role=gridcell][aria-label^="${name},"]`);

/** What the board's canvas shows. @param {Page} page */
export const picture = (page) => page.evaluate(() => /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint')).toDataURL());

/** The token in the URL, once all edits are made: as the page has it, since the driver hears of a change a moment later. @param {Page} page */
export async function token(page) {
  await page.waitForFunction(() => !document.querySelector('main .stage[aria-busy=true]'));
  return page.evaluate(() => decodeURIComponent(location.hash.slice(1)));
}

/** Waits for the log. @param {Page} page */
export const ready = (page) => page.waitForFunction(() => Number(document.querySelector('.seek')?.getAttribute('max')) > 1);

/** The step that the slider stands at. @param {Page} page */
export async function step(page) {
  await drawn(page);
  return Number(await page.locator('.seek').inputValue());
}

/** How many steps the log has. @param {Page} page */
export const events = async (page) => Number(await page.locator('.seek').getAttribute('max'));

/** A speed as a number: the fastest is told by a word. @param {string} told */
const speedOf = (told) => Number.parseFloat(told.replace(/\s/g, '')) || Infinity;

/** Chooses a speed of the player, key by key: what a key has chosen is told a frame later. @param {Page} page @param {string} wanted */
export async function choose(page, wanted) {
  const speed = page.locator('.speed');
  for (let press = 0; press < 20; press += 1) {
    const told = await speed.innerText();
    if (told === wanted) return;
    await page.keyboard.press(speedOf(told) < speedOf(wanted) ? '+' : '-');
    await drawn(page);
  }
  assert.equal(await speed.innerText(), wanted);
}

/** Everything that a step shows: pixels of sea and board, counts, caption. @param {Page} page */
export const shown = (page) => page.evaluate(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const isBusy = () => !document.querySelector('.panel[aria-busy=false]');
  // What was asked for is drawn two frames later; what had to be fetched first, two frames after that.
  for (let calm = 0; calm < 2; calm = isBusy() ? 0 : calm + 1) await frame();
  const pixels = [...document.querySelectorAll('.sea-canvas, .paint')].map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  const texts = ['.counts', '.facts', '.words .caption', '.near', '.code [aria-current]'].map((part) => document.querySelector(part)?.textContent ?? '');
  return [...pixels, ...texts].join('\n');
});

/** Home's demo has made a step: some position is lost. @param {Page} page */
export const hasMoved = (page) => page.waitForFunction(() => !/^0$/.test(document.querySelector('.attract .count-loss td')?.textContent ?? '0'));
/** How long it is counted at a time what a playing log shows, in milliseconds. */
export const WINDOW = 2000;
/** Frames of a window where the machine keeps pace: three quarters of sixty a second. */
const PACED = 90;
/** The most of a window that a page waits for answers where the server keeps pace, too. */
const MOST_WAITED = WINDOW / 2;
/** How many windows of a machine that keeps pace hold too little in a row before it is believed. */
const PACED_WINDOWS = 5;
/** How many windows a machine is given that does not keep pace: a minute's worth. */
const MOST_WINDOWS = 30;

/** Frames drawn in a window. @param {Page} page */
const framesOf = (page) => page.evaluate((most) => new Promise((/** @type {(frames: number) => void} */ done) => {
  const from = performance.now();
  let frames = 0;
  const frame = () => (performance.now() - from < most ? ((frames += 1), requestAnimationFrame(frame)) : done(frames));
  requestAnimationFrame(frame);
}), WINDOW);

/** How long a page has waited for answers so far. @param {Page} page */
const waitedBy = (page) => waited(traffic.get(page) ?? { underway: new Set(), changed: 0, waited: 0 });

/**
 * Counts in a window, and anew until one holds enough: what is frozen has no such window, what is starved has one soon. A machine that keeps
 * pace has few of them, one where the processor is slowed or too busy to draw the frames or to answer has more.
 * @template Count
 * @param {Page} page
 * @param {() => Promise<Count>} count for as long as a window
 * @param {(count: Count) => boolean} isEnough
 * @returns {Promise<{ last: Count, all: Count[] }>} the last is the one to judge by whether it is enough; none may hold too many
 */
export async function inWindows(page, count, isEnough) {
  const all = /** @type {Count[]} */ ([]);
  for (let paced = 0; ; ) {
    const before = waitedBy(page);
    const [last, frames] = await Promise.all([count(), framesOf(page)]);
    all.push(last);
    paced = SLOW === 1 && frames >= PACED && waitedBy(page) - before <= MOST_WAITED ? paced + 1 : 0;
    if (isEnough(last) || paced === PACED_WINDOWS || all.length === MOST_WINDOWS) return { last, all };
  }
}

/** How often board, caption and rule change in a window: a look every frame. @param {Page} page */
export const changes = (page) => page.evaluate((most) => new Promise((/** @type {(counts: Record<'board' | 'caption' | 'rule', number>) => void} */ done) => {
  const see = () => ({
    board: /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint')).toDataURL(),
    caption: document.querySelector('.words .caption')?.textContent ?? '',
    rule: document.querySelector('.code [aria-current]')?.textContent ?? '',
  });
  const counts = { board: 0, caption: 0, rule: 0 };
  let last = see();
  const from = performance.now();
  const look = () => {
    if (performance.now() - from >= most) {
      done(counts);
      return;
    }
    const seen = see();
    for (const part of /** @type {const} */ (['board', 'caption', 'rule'])) if (seen[part] !== last[part]) counts[part] += 1;
    last = seen;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}), WINDOW);

/** The number in the middle; no number is after all. @param {number[]} numbers */
export const median = (numbers) => [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? Infinity;

/** Has a page note how long its main thread works on each frame that it asked for, in milliseconds, in `frameWork`. @param {Page} page */
export const noteFrameWork = (page) => page.evaluate(() => {
  const noted = /** @type {{ frameWork?: number[] }} */ (/** @type {unknown} */ (window));
  /** @type {number[]} */
  const all = (noted.frameWork = []);
  const { requestAnimationFrame } = window;
  let latest = -1;
  window.requestAnimationFrame = (callback) => requestAnimationFrame((now) => {
    const from = performance.now();
    callback(now);
    const took = performance.now() - from;
    // What is asked for the same frame is one frame's work.
    if (now === latest) all.push((all.pop() ?? 0) + took);
    else all.push(took);
    latest = now;
  });
});

/** The work noted since it was last asked for. @param {Page} page */
export const frameWork = (page) => page.evaluate(() => /** @type {{ frameWork?: number[] }} */ (/** @type {unknown} */ (window)).frameWork?.splice(0) ?? []);
