/**
 * Nobody is shut out: axe-core finds no violation in any place or state, and in each place in both languages, both themes and at every width.
 */

import assert from 'node:assert/strict';

import { violations } from './axe.js';
import { SITE } from './host.js';
import { FIFTH, PLACES, SCREENS, addressOf, lacking, passes, reach } from './places.js';
import { Stand, drawn, keep, quiet } from './stand.js';
import { before, ONLY_WITH_ALL, repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

/** The parts of the page, which the short run visits. The other places are a part in another state or with another board. */
const PARTS = ['home', 'watch', 'play', 'edit', 'puzzles', 'learn', 'tables'];

/** Why a place is not seen in the short run, or not on a site. @param {string} name */
const only = (name) => ({ ...lacking(name), ...repeated(PARTS.includes(name), 'in another state or on another board') });

/** How else each place is seen: at every width, in both languages, each of them dark and light. */
const WAYS = SCREENS.map((viewport, index) => ({ viewport, lang: index < 3 ? 'zh' : 'en', theme: /** @type {'light' | 'dark'} */ (index % 2 === 0 ? 'light' : 'dark') }));

const stand = Stand.shared();
before(async () => void (SITE || (await keep(stand))));

const STILL = { reducedMotion: /** @type {const} */ ('reduce') };

for (const [name, place] of Object.entries(PLACES)) {
  test(`nobody is shut out of ${name}`, only(name), () =>
    stand.visit(addressOf(place, 'en'), async (page) => {
      await reach(page, place);
      assert.deepEqual(await violations(page), []);
    }, { ...STILL, ...passes(name) }));
  if (place.isOnce) continue;
  test(`nobody is shut out of ${name} at any width, in any language and theme`, { slow: 'repeats it over widths, languages and themes' }, () =>
    stand.visit(addressOf(place, 'en'), async (page) => {
      await reach(page, place);
      for (const { viewport, lang, theme } of WAYS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: theme });
        if ((await page.locator('html').getAttribute('lang'))?.slice(0, 2) !== lang) await speak(page, lang, place.settled);
        await quiet(page);
        await drawn(page);
        assert.deepEqual(await violations(page), [], `${viewport.width} wide, ${theme}, ${lang}`);
      }
    }, { ...STILL, ...passes(name) }));
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

test('axe-core finds no violation in a tooltip', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await page.locator('.extra-tour').hover();
    await page.locator('.tip').waitFor();
    for (const theme of /** @type {const} */ (['dark', 'light'])) {
      await page.emulateMedia({ colorScheme: theme });
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.locator('.tip').isVisible());
    }
  }));

test('a table is removed only after a question, which shuts nobody out', lacking('tables-shown'), () =>
  stand.visit('/tables', async (page) => {
    await page.locator('.shelf li').first().getByRole('button').last().click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await violations(page), []);
  }));

test('the sheet of keys opens, names every key, and closes again', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await sheet.getByText('Play / pause the solving').waitFor();
    assert.ok(await sheet.getByRole('heading', { name: 'Keys' }).evaluate((title) => title.getBoundingClientRect().top >= 0), 'it opens at its end');
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }));
