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
