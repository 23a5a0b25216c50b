/** What one lane of visits has: a server and a browser, started when a file first needs them. */

import assert from 'node:assert/strict';

import { chromium } from 'playwright-core';

import { freshProgram } from '../program.js';
import { browserPath } from './browser.js';
import { Host, SITE } from './host.js';
import { Server } from './server.js';

/** @typedef {import('playwright-core').Browser} Browser */

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
  '--headless', '--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', `--disable-features=${[...OFF_BY_DRIVER, ...UNSEEN].join()}`,
];

export class Lane {
  /** @type {Promise<Server | Host> | undefined} */
  #server;
  /** @type {Promise<Browser> | undefined} */
  #browser;

  /** What the lane's files share: a server, or the host of a site. */
  server() {
    return (this.#server ??= SITE ? Host.open(SITE, process.env.SITE_HOST) : Server.open(freshProgram()));
  }

  browser() {
    const path = browserPath();
    assert.ok(path, 'no Chromium on the PATH; on Debian: apt-get install chromium-headless-shell');
    return (this.#browser ??= chromium.launch({ executablePath: path, args: FLAGS }));
  }

  async close() {
    await (await this.#browser)?.close();
    await (await this.#server)?.close();
  }
}
