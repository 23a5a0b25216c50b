/**
 * What every browser test stands on: the real binary as a server, a real Chromium, and visits that fail by themselves when
 * the page does what it must never do: an error on the console, an exception, a request to anybody but the server, an answer
 * without the content security policy.
 *
 *   RETROGRADE=path  the binary to test; without it, one is built
 *   PAGE=folder      serve the page from this folder instead of the copy in the binary: no rebuild after a change
 *   CHROMIUM=path    the browser; without it, the first one on the PATH
 *   SITE=folder      visit a site of files (`host.js`) instead of the binary
 *   SLOW=4           the page's processor is so many times slower, which brings races to light
 */

import assert from 'node:assert/strict';

import { freshProgram } from '../program.js';
import { Host, SITE } from './host.js';
import { Server } from './server.js';
import { after, before } from './visits.js';
import { PATIENCE, SLOW, Window } from './window.js';

export { CLOCK, DESK, PHONE, SLOW } from './window.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContextOptions} BrowserContextOptions */
/** @typedef {import('./lane.js').Lane} Lane */

const POLICY = "default-src 'self'";

/** What the driver says of the service worker, which it keeps from most visits. */
const BLOCKED = 'Service Worker registration blocked';

/** Options of a visit that only a server can have. @param {string} why @returns {import('./visits.js').Options} */
export const onServer = (why) => (SITE ? { skip: `on a site of files: ${why}` } : {});

/**
 * @typedef {object} Wishes
 * @property {number[]} [refusals] statuses of the API that this visit provokes; the browser reports them on the console
 * @property {string[]} [complaints] other parts of console messages, or of a line `status 404: address`, that this visit provokes
 * @property {string[]} [others] where other requests of this visit lead to
 * @property {string} [fresh] why the visit needs a window that none has used before, and none uses after it
 */

/** Options of a visit that only a site of files can have. @returns {import('./visits.js').Options} */
export const onSite = () => (SITE ? {} : { skip: 'SITE=folder names no site of files' });

/** What the visits of a file share. */
export class Stand {
  /** Windows that no visit uses now. @type {Window[]} */
  #windows = [];
  /** @type {Server | Host | undefined} */
  #host;
  /** @type {import('playwright-core').Browser | undefined} */
  #browser;

  /** On the server of the lane that the file runs on, or on the lane's site. */
  static shared() {
    return Stand.#registered(new Stand((lane) => lane.server()));
  }

  /** On a server of its own, which the visits may stop, and whose tables are theirs alone. @param {() => string} program what to start */
  static alone(program = freshProgram) {
    const stand = Stand.#registered(new Stand(() => Server.open(program())));
    after(() => stand.server.close());
    return stand;
  }

  /** On a host of its own, which the visits may close, and whose files they may change. @param {string} folder */
  static ofSite(folder) {
    const stand = Stand.#registered(new Stand(() => Host.open(folder)));
    after(() => stand.site.close());
    return stand;
  }

  /** On another host of the site. @param {() => Promise<Host>} start */
  static at(start) {
    return Stand.#registered(new Stand(start));
  }

  /** @param {Stand} stand */
  static #registered(stand) {
    before((lane) => stand.open(lane));
    after(() => stand.close());
    return stand;
  }

  /** @param {(lane: Lane) => Promise<Server | Host>} serve where its server comes from */
  constructor(serve) {
    this.serve = serve;
  }

  /** @param {Lane} lane */
  async open(lane) {
    [this.#host, this.#browser] = await Promise.all([this.serve(lane), lane.browser()]);
  }

  /** Closes its windows. */
  async close() {
    await Promise.all(this.#windows.splice(0).map((window) => window.close()));
  }

  /** What answers. */
  get host() {
    assert.ok(this.#host, 'no visit runs yet');
    return this.#host;
  }

  /** A server that can be stopped, and has a folder of tables. */
  get server() {
    assert.ok(this.host instanceof Server, 'a site of files has no server');
    return this.host;
  }

  /** The host of a site. */
  get site() {
    assert.ok(this.host instanceof Host, 'no site of files is visited');
    return this.host;
  }

  /** Where Home is, without the slash at its end. */
  get origin() {
    return this.host.origin;
  }

  /** The path of Home, without the slash at its end. */
  get path() {
    return new URL(this.origin).pathname.replace(/\/$/, '');
  }

  /** What is answered to a question of the API, as JSON. @param {string} path below that of the API @returns {Promise<any>} */
  ask(path) {
    return this.host.ask(path);
  }

  /**
   * Visits a place of the page, as a browser that has never been there but has its files.
   * @param {string} path path, query and fragment
   * @param {(page: Page) => Promise<void>} scenario
   * @param {BrowserContextOptions & Wishes} [wishes]
   */
  async visit(path, scenario, { refusals = [], complaints = [], others = [], fresh, ...options } = {}) {
    const window = await this.#window(options, fresh);
    const { page } = window;
    let isSpent = true;
    try {
      const faults = watch(page, this.host, refusals, complaints, others);
      count(page);
      await page.goto(this.origin + path);
      // A server's page is there when it is loaded; a site's waits for what answers.
      if (SITE) await page.waitForFunction(() => document.documentElement.dataset.page);
      await scenario(page);
      await quiet(page);
      assert.deepEqual(faults, [], 'what the page must never do');
      isSpent = fresh !== undefined;
    } finally {
      if (isSpent) await window.close();
      else this.#windows.push(window);
    }
  }

  /** A window for a visit: one that another visit has used, made as new, or else a new one. @param {BrowserContextOptions} options @param {string} [fresh] */
  async #window(options, fresh) {
    const key = Window.key(options);
    const at = fresh === undefined ? this.#windows.findIndex((window) => window.key === key) : -1;
    const [used] = at < 0 ? [] : this.#windows.splice(at, 1);
    if (used) return (await used.reset(options), used);
    assert.ok(this.#browser, 'no visit runs yet');
    return Window.open(this.#browser, this.origin, options, fresh !== undefined);
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
    if (SITE && (await isAsking(page))) known.changed = Date.now();
    assert.ok(Date.now() < latest, `no answer yet: ${[...known.underway].map((request) => request.url()).join(' ')}`);
    await new Promise((resolve) => setTimeout(resolve, QUIET / 5));
  }
}

/** Whether a page of a site waits for its workers. @param {Page} page */
const isAsking = (page) => page.evaluate(() => /** @type {{ asking?: number }} */ (/** @type {unknown} */ (window)).asking !== 0).catch(() => true);

/** Collects what must not happen. @param {Page} page @param {Server | Host} host @param {number[]} refusals @param {string[]} complaints @param {string[]} others */
function watch(page, host, refusals, complaints, others) {
  const { origin } = host;
  /** @type {string[]} */
  const faults = [];
  page.on('console', (message) => {
    const text = message.text();
    const isRefusal = message.location().url.startsWith(`${origin}/api/`) && refusals.some((status) => text.includes(`status of ${status} `));
    const isExpected = isRefusal || (SITE && text.includes(BLOCKED)) || complaints.some((part) => text.includes(part));
    if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(`console: ${text} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (![`${origin}/`, 'blob:', ...others].some((place) => url.startsWith(place))) faults.push(`request to another place: ${url}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED' && !complaints.some((part) => reason.includes(part))) faults.push(`request failed: ${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    const url = response.url();
    const status = `status ${response.status()}: ${url}`;
    if (response.status() >= 400 && !url.startsWith(`${origin}/api/`) && !complaints.some((part) => status.includes(part))) faults.push(status);
    const isDocument = response.request().resourceType() === 'document';
    const policy = response.headers()['content-security-policy'] ?? '';
    // The documents of a site have it in them.
    if (host instanceof Server && isDocument && (!policy.includes(POLICY) || policy.includes('unsafe'))) faults.push(`policy "${policy}": ${url}`);
  });
  return faults;
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
