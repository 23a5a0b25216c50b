/**
 * Nobody is shut out: axe-core finds no violation in any place or state, and in each place in both languages, both themes and at every width.
 */

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { FIFTH, PLACES, SCREENS, addressOf, reach } from './places.js';
import { Stand, drawn, keep, quiet } from './stand.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ violations: { id: string, nodes: { target: string[] }[] }[] }} Found */

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** How else each place is seen: at every width, in both languages, each of them dark and light. */
const WAYS = SCREENS.map((viewport, index) => ({ viewport, lang: index < 3 ? 'zh' : 'en', theme: /** @type {'light' | 'dark'} */ (index % 2 === 0 ? 'light' : 'dark') }));

const stand = await Stand.open();
before(() => keep(stand));
after(() => stand.close());

/** What axe-core objects to. @param {Page} page */
async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(() => /** @type {{ axe: { run: (root: Document, options: object) => Promise<Found> } }} */ (/** @type {unknown} */ (window)).axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

for (const [name, place] of Object.entries(PLACES)) {
  test(`nobody is shut out of ${name}`, () =>
    stand.visit(addressOf(place, 'en'), async (page) => {
      await reach(page, place);
      assert.deepEqual(await violations(page), []);
      if (place.isOnce) return;
      for (const { viewport, lang, theme } of WAYS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: theme });
        if ((await page.locator('html').getAttribute('lang'))?.slice(0, 2) !== lang) await speak(page, lang, place.settled);
        await quiet(page);
        await drawn(page);
        assert.deepEqual(await violations(page), [], `${viewport.width} wide, ${theme}, ${lang}`);
      }
    }, { bypassCSP: true, reducedMotion: 'reduce', refusals: [422, 503] }));
}

/** Changes the language as a reader does; a frame, which has no header, as its URL does. @param {Page} page @param {string} lang @param {string} settled */
async function speak(page, lang, settled) {
  const button = page.locator('#top button[lang]');
  if (await button.isVisible()) await button.click();
  else {
    const url = new URL(page.url());
    url.searchParams.set('lang', lang);
    await page.goto(url.href);
  }
  await page.waitForFunction((wanted) => document.documentElement.lang.startsWith(wanted), lang);
  await page.locator(settled).first().waitFor();
}

test('nobody is shut out by a tooltip', () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await page.locator('.extra-tour').hover();
    await page.locator('.tip').waitFor();
    for (const theme of /** @type {const} */ (['dark', 'light'])) {
      await page.emulateMedia({ colorScheme: theme });
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.locator('.tip').isVisible());
    }
  }, { bypassCSP: true }));

test('a table is removed only after a question, which shuts nobody out', () =>
  stand.visit('/tables', async (page) => {
    await page.locator('.shelf li').first().getByRole('button').last().click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await violations(page), []);
  }, { bypassCSP: true }));

test('the sheet of keys opens, names every key, and closes again', () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await sheet.getByText('Play / pause the solving').waitFor();
    assert.ok(await sheet.getByRole('heading', { name: 'Keys' }).evaluate((title) => title.getBoundingClientRect().top >= 0), 'it opens at its end');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }, { bypassCSP: true }));
