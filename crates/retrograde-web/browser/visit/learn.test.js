/** LEARN: a lesson that is tried, an exercise that is guessed. */

import assert from 'node:assert/strict';

import { PHONE, Stand, drawn, textOf } from './stand.js';
import { ONLY_WITH_ALL, test } from './visits.js';

const stand = Stand.shared();

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
    assert.doesNotMatch(await textOf(exercise), /wins in|force a win/);
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

test('the contents list all sections under a heading, on a phone, too', () =>
  stand.visit('/learn', async (page) => {
    const contents = page.getByRole('navigation', { name: 'In this article' });
    await contents.getByRole('heading', { name: 'In this article' }).waitFor();
    const titles = await page.locator('.lesson > h2').evaluateAll((all) => all.map((title) => title.textContent));
    assert.deepEqual(await contents.getByRole('link').allTextContents(), titles);
    assert.ok(titles.length > 6);
    await contents.getByRole('link').last().focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'learn-trust-title');
  }, { viewport: PHONE }));

test('no exercise is the board that was just explained', () =>
  stand.visit('/learn', async (page) => {
    await page.locator('.exercise [role=gridcell]').first().waitFor();
    const explained = await page.locator('#learn-draw .board').getByRole('gridcell').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')).join());
    for (const exercise of await page.locator('.exercise').all()) {
      assert.notEqual(await exercise.getByRole('gridcell').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')).join()), explained);
    }
  }));

test('a word that is pointed at, or has the focus, is shown on the board and on a picture', () =>
  stand.visit('/learn', async (page) => {
    const picture = () => page.evaluate(() => /** @type {HTMLCanvasElement} */ (document.querySelector('#learn-slice canvas.paint')).toDataURL());
    const kings = page.locator('#learn-slice').getByRole('button', { name: 'kings', exact: true });
    await page.locator('#learn-slice [role=gridcell][aria-label*="if it stood here"]').first().waitFor();
    await drawn(page);
    const before = await picture();
    await kings.hover();
    await drawn(page);
    const shown = await picture();
    assert.ok(shown !== before, 'nothing is shown');
    await page.mouse.move(0, 0);
    await drawn(page);
    assert.ok((await picture()) === before, 'it stays');
    await kings.focus();
    await drawn(page);
    assert.ok((await picture()) === shown, 'a keyboard is shown something else');
    await page.waitForFunction(() => /shown on the picture: [a-e][1-5] [a-e][1-5]$/.test(document.getElementById('live')?.textContent ?? ''));
    await page.locator('#learn-back').getByRole('button', { name: 'finished games' }).hover();
    assert.equal(await page.locator('#learn-back .toy-meant').count(), 2);
    await page.mouse.move(0, 0);
    assert.equal(await page.locator('.toy-meant').count(), 0);
  }));

test('the proof has three sentences, and the picture of a ring ends in the air', () =>
  stand.visit('/learn#trust', async (page) => {
    await page.locator('.proof > li').first().waitFor();
    assert.equal(await page.locator('.proof > li').count(), 3);
    const ring = page.locator('#learn-trust figure').first();
    await ring.getByRole('button', { name: 'To the start' }).click();
    const said = [];
    for (let step = 0; step < 5; step += 1) {
      await ring.getByRole('button', { name: 'Step forward' }).click();
      said.push(await textOf(ring.locator('.toy-sentence')));
    }
    assert.match(said[3] ?? '', /loss in 5, rests on q, which must be a win in 4. But it was called a win in 8/);
    assert.match(said[4] ?? '', /all are draws/);
  }));

test('the proof of the race is shown step by step, on boards of the reader’s choice', ONLY_WITH_ALL, () =>
  stand.visit('/learn#games', async (page) => {
    const figure = page.locator('.pairs');
    const said = figure.locator('.toy-sentence');
    /** Whom the last step calls the winner, and whom the server does. */
    const verdicts = async () => {
      await figure.getByRole('button', { name: 'To the end' }).click();
      const token = /** @type {string} */ (await figure.getAttribute('data-pos'));
      const { winner } = await stand.ask(`/probe?pos=${encodeURIComponent(token)}&moves=0`);
      return [/([AB]) wins\.|([AB]) jumps ahead and wins\./.exec(await textOf(said))?.slice(1).find(Boolean)?.toLowerCase() ?? null, winner];
    };
    await said.getByText('The shortest paths between the two starts have 8 steps').waitFor();
    await figure.getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    await said.getByText('After 4 steps each, both stand on a blue square').waitFor();
    await page.keyboard.press('ArrowRight');
    await said.getByText(/^A on [a-e][1-5] can go to/).waitFor();
    const [told, winner] = await verdicts();
    assert.equal(told, winner);
    const before = await figure.getAttribute('data-pos');
    await figure.getByRole('gridcell', { name: /^c3,/ }).click();
    await page.waitForFunction((old) => document.querySelector('.pairs')?.getAttribute('data-pos') !== old, before);
    const [after, other] = await verdicts();
    assert.equal(after, other);
    // Walls that part the two starts: nobody can arrive.
    for (const name of ['b1', 'a2']) {
      await figure.getByRole('gridcell', { name: new RegExp(`^${name},`) }).click();
      await figure.locator(`[role=gridcell][aria-label^="${name},"][aria-label*=wall]`).waitFor();
    }
    await said.getByText('No path joins the two starts').waitFor();
    await figure.getByRole('combobox').selectOption('7');
    await page.waitForFunction(() => document.querySelectorAll('.pairs [role=gridcell]').length === 49);
  }, { refusals: [404] }));
