/**
 * A window of the browser that visits use one after another: opening one, and loading the page's modules without a cache, takes longer than most
 * visits. Only the cache of files outlasts a visit.
 */

import assert from 'node:assert/strict';

import { SITE } from './host.js';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('playwright-core').BrowserContextOptions} BrowserContextOptions */
/** @typedef {import('playwright-core').CDPSession} CDPSession */
/** @typedef {import('playwright-core').Page} Page */

/** The two screens that the page is made for. */
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** How many times slower than it is the page's processor shall be. */
export const SLOW = Number(process.env.SLOW ?? 1);
assert.ok(SLOW >= 1, `SLOW=${process.env.SLOW} is no number from 1 up`);
/** The longest that anything may take on a busy machine, in milliseconds. */
export const PATIENCE = 60_000 * SLOW;

/** What a page may do unasked. */
const PERMISSIONS = ['clipboard-read', 'clipboard-write'];
/** Keys and buttons that a visit can leave pressed. */
const HELD = ['Shift', 'Control', 'Alt', 'Meta', 'Space'];
/** A wish of visits that advance the page's clock, which cannot be taken away again. */
export const CLOCK = { fresh: 'has a clock of its own' };
/** What visits listen to. */
const HEARD = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response'];
/** A document of the origin without a program. */
const BLANK = SITE ? '/manifest.json' : '/page/icon.svg';

/** What a window is opened with; all else is set for each visit. @param {BrowserContextOptions} wishes */
const lasting = ({ viewport: _viewport, colorScheme: _scheme, reducedMotion: _motion, forcedColors: _colours, ...rest }) => rest;

export class Window {
  /** Sessions of the debugging protocol that the visit has opened. @type {CDPSession[]} */
  #sessions = [];
  /** Scripts that the visit has added, and can be taken away. @type {{ dispose: () => Promise<void> }[]} */
  #added = [];

  /** @param {BrowserContext} context @param {Page} page @param {CDPSession} protocol @param {string} origin @param {string} key */
  constructor(context, page, protocol, origin, key) {
    this.context = context;
    this.page = page;
    this.protocol = protocol;
    this.origin = origin;
    /** Equal for windows that a visit of the same wishes can use. */
    this.key = key;
  }

  /** @param {BrowserContextOptions} wishes */
  static key = (wishes) => JSON.stringify(lasting(wishes));

  /** @param {Browser} browser @param {string} origin @param {BrowserContextOptions} wishes @param {boolean} isFresh whether one visit alone uses it */
  static async open(browser, origin, wishes, isFresh = false) {
    const context = await browser.newContext({ locale: 'en-GB', ...(SITE && { serviceWorkers: 'block' }), ...lasting(wishes), viewport: wishes.viewport ?? DESK, colorScheme: wishes.colorScheme ?? 'dark', permissions: PERMISSIONS });
    context.setDefaultTimeout(PATIENCE);
    if (SITE) await context.addInitScript(noteAsking);
    const page = await context.newPage();
    const window = new Window(context, page, await context.newCDPSession(page), origin, Window.key(wishes));
    window.#note(isFresh);
    await window.#dress(wishes);
    return window;
  }

  /** Notes what a visit adds to the page, so that it can be taken away; refuses what cannot be, unless no other visit uses the window. @param {boolean} isFresh */
  #note(isFresh) {
    const { page, context } = this;
    if (!isFresh) Object.defineProperty(page, 'clock', { get: () => assert.fail('a clock stays in its window: the visit has to ask for a fresh one') });
    const addInitScript = page.addInitScript.bind(page);
    page.addInitScript = /** @type {typeof page.addInitScript} */ (async (/** @type {Parameters<typeof addInitScript>} */ ...script) => {
      const added = await addInitScript(...script);
      this.#added.push(added);
      return added;
    });
    const newCDPSession = context.newCDPSession.bind(context);
    context.newCDPSession = async (of) => {
      const session = await newCDPSession(of);
      this.#sessions.push(session);
      return session;
    };
  }

  /** Screen, theme and speed as the visit wants them. @param {BrowserContextOptions} wishes */
  async #dress({ viewport, colorScheme, reducedMotion, forcedColors }) {
    await Promise.all([
      this.page.setViewportSize(viewport ?? DESK),
      this.page.emulateMedia({ media: null, colorScheme: colorScheme ?? 'dark', reducedMotion: reducedMotion ?? null, forcedColors: forcedColors ?? null, contrast: null }),
      SLOW > 1 && this.protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOW }),
    ]);
  }

  /** Takes away all that a visit has left, and makes the window ready for another. @param {BrowserContextOptions} wishes */
  async reset(wishes) {
    const { context, page, protocol, origin } = this;
    // The driver itself listens to others.
    for (const event of HEARD) page.removeAllListeners(event);
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
      page.setExtraHTTPHeaders({}),
      ...this.#added.splice(0).map((added) => added.dispose()),
      ...this.#sessions.splice(0).map((session) => session.detach()),
      ...context.pages().filter((other) => other !== page).map((other) => other.close()),
    ]);
    // Storage of the tab can only be reached from a document of the server, and the page may fill it as long as it is there.
    await page.goto(origin + BLANK);
    await Promise.all([page.evaluate(forget), ...HELD.map((key) => page.keyboard.up(key)), page.mouse.up(), page.mouse.up({ button: 'middle' })]);
    await page.mouse.move(-1, -1);
    await Promise.all([
      protocol.send('Storage.clearDataForOrigin', { origin: new URL(origin).origin, storageTypes: 'all' }),
      context.clearCookies(),
      context.clearPermissions().then(() => context.grantPermissions(PERMISSIONS)),
      this.#dress(wishes),
    ]);
    await protocol.send('Page.resetNavigationHistory');
  }

  close() {
    return this.context.close();
  }
}

/** In a document of the server: empties what belongs to the tab, and the clipboard. */
async function forget() {
  sessionStorage.clear();
  window.name = '';
  await navigator.clipboard.writeText('');
}

/** In a page of a site: counts in `asking` what its workers have not answered yet, and modules that are being read or compiled. */
function noteAsking() {
  const noted = /** @type {{ asking: number }} */ (/** @type {unknown} */ (window));
  noted.asking = 0;
  window.Worker = class extends Worker {
    #asking = 0;

    /** @param {[string | URL, WorkerOptions?]} given */
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => 'id' in data && this.#note(-1));
    }

    /** @param {number} by */
    #note(by) {
      this.#asking += by;
      noted.asking += by;
    }

    /** @override @param {object} message */
    postMessage(message) {
      if ('id' in message) this.#note(1);
      super.postMessage(message);
    }

    /** @override */
    terminate() {
      this.#note(-this.#asking);
      super.terminate();
    }
  };
  const { compile } = WebAssembly;
  const { arrayBuffer } = Response.prototype;
  /** @template T @param {Promise<T>} done @returns {Promise<T>} */
  const counted = (done) => {
    noted.asking += 1;
    return done.finally(() => (noted.asking -= 1));
  };
  WebAssembly.compile = (bytes) => counted(compile(bytes));
  Response.prototype.arrayBuffer = function read() {
    return counted(arrayBuffer.call(this));
  };
}
