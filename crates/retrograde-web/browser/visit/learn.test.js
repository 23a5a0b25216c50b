/** LEARN: a lesson that is tried, an exercise that is guessed. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { Stand, textOf } from './stand.js';

const stand = await Stand.open();
after(() => stand.close());

test('a slice follows a piece while it is carried', () =>
  stand.visit('/learn', async (page) => {
    const cell = (/** @type {string} */ name) => page.locator(`.lesson-wide [role=gridcell][aria-label^="${name},"]`);
    await page.waitForFunction(() => document.querySelector('.lesson-wide [role=gridcell][aria-label*="if it stood here"]'));
    const before = await cell('c5').getAttribute('aria-label');
    const middle = async (/** @type {string} */ name) => {
      const box = await cell(name).boundingBox();
      return /** @type {const} */ ([(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]);
    };
    await page.mouse.move(...(await middle('a3')));
    await page.mouse.down();
    await page.mouse.move(...(await middle('b3')), { steps: 4 });
    await page.waitForFunction((old) => document.querySelector('.lesson-wide [role=gridcell][aria-label^="c5,"]')?.getAttribute('aria-label') !== old, before);
    await page.mouse.up();
    await cell('b3').and(page.locator('[aria-label*="red king"]')).waitFor();
  }));

test('a guess is asked for before the value is told', () =>
  stand.visit('/learn', async (page) => {
    const exercise = page.locator('.exercise').first();
    assert.doesNotMatch(await textOf(exercise), /wins in|never ends/);
    await exercise.getByRole('button', { name: 'Commit' }).click();
    assert.match(await textOf(exercise), /Choose an answer first/);
    await exercise.getByRole('radio', { name: 'Black' }).check();
    await exercise.getByRole('button', { name: 'Commit' }).click();
    await exercise.getByText('Black wins in 2 plies').waitFor();
    assert.equal(await textOf(page.locator('.score')), '1 of 1 right, 3 to go');
  }));

/** How far a section's title is from the top of the screen. @param {import('playwright-core').Page} page @param {string} id */
const top = (page, id) => page.evaluate((part) => Math.abs(document.getElementById(`learn-${part}-title`)?.getBoundingClientRect().top ?? Infinity), id);

test('sections have addresses, and Back from a board returns to the place that was left', () =>
  stand.visit('/learn#draw', async (page) => {
    await page.waitForFunction(() => document.activeElement?.id === 'learn-draw-title');
    assert.ok((await top(page, 'draw')) < 60);
    await page.getByRole('link', { name: 'Why believe it?' }).click();
    await page.waitForURL(/learn#trust$/);
    await page.waitForFunction(() => document.activeElement?.id === 'learn-trust-title');
    await page.goBack();
    await page.waitForFunction(() => document.activeElement?.id === 'learn-draw-title');
    const link = page.locator('#learn-draw').getByRole('link', { name: 'Watch it being solved' });
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await link.click();
    await page.waitForURL(/tab=watch/);
    await page.locator('.seek').waitFor();
    await page.goBack();
    await link.waitFor();
    await page.waitForFunction((y) => Math.abs(scrollY - y) < 60, before);
  }));

test('no exercise is the board that was just explained', () =>
  stand.visit('/learn', async (page) => {
    await page.locator('.exercise [role=gridcell]').first().waitFor();
    const explained = await page.locator('#learn-draw .board').getByRole('gridcell').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')).join());
    for (const exercise of await page.locator('.exercise').all()) {
      assert.notEqual(await exercise.getByRole('gridcell').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')).join()), explained);
    }
  }));
