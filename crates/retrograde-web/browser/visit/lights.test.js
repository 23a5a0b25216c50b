/**
 * What lights up, changes and is heard in the course of time while a log plays, counted. The counts are in the tests' diagnostics. As with
 * `pace.test.js`, they mean little while many other visits run: `visit.js` runs these after all others.
 */

import assert from 'node:assert/strict';

import { countLights, found, lights, listen, notes } from './noted.js';
import { Stand, WINDOW, changes, choose, drawn, inWindows, ready, step } from './stand.js';
import { ALL, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

/** The fifth sample of P9169. */
const FIFTH = 'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r';
/** The values' colours as the browser computes them. */
const COLOURS = { win: 'rgb(86, 180, 233)', loss: 'rgb(213, 94, 0)' };

/** Plays for a while. @param {Page} page @param {number} ms */
async function playFor(page, ms) {
  await page.keyboard.press('Space');
  await page.waitForTimeout(ms);
  await page.keyboard.press('Space');
  await drawn(page);
  await drawn(page);
}

/** Plays until so many positions are decided. @param {Page} page @param {number} decided */
async function playUntil(page, decided) {
  await page.keyboard.press('Space');
  await page.waitForFunction((wanted) => {
    const counts = [...document.querySelectorAll(':is(.count-win, .count-loss) td')].map((cell) => Number(cell.textContent?.replace(/\D/g, '')));
    return counts.reduce((sum, count) => sum + count, 0) >= wanted;
  }, decided);
  await page.keyboard.press('Space');
  await page.waitForSelector('.panel[aria-busy=false]');
  await drawn(page);
  await drawn(page);
}

test('up to 32× each new neighbour lights up once, in the colour of its value, and is a note', (t) =>
  stand.visit(`/b?tab=watch&step=60#${FIFTH}`, async (page) => {
    await listen(page);
    await countLights(page);
    for (const [times, enough] of /** @type {[number, number][]} */ ([...(ALL ? [[1, 2]] : []), [8, 8], [32, 30]])) {
      await choose(page, `${times}×`);
      const [before, from, litBefore, heardBefore] = [await found(page), await step(page), (await lights(page)).length, await notes(page)];
      await playUntil(page, before.win + before.loss + enough);
      const [now, to, lit, heard] = [await found(page), await step(page), (await lights(page)).slice(litBefore), await notes(page)];
      const count = (/** @type {string} */ kind) => lit.filter((each) => each.kind === kind).length;
      t.diagnostic(`${times}×: ${to - from} steps, found ${now.win - before.win} wins, ${now.loss - before.loss} losses; lit up ${count('win')} in blue, ${count('loss')} in vermilion, ${count('open')} counters; `
        + `heard ${heard.beep - heardBefore.beep} beeps, ${heard.win - heardBefore.win} rising, ${heard.loss - heardBefore.loss} falling`);
      assert.ok(to > from);
      for (const kind of /** @type {const} */ (['win', 'loss'])) {
        // The last may not have had its turn when it is paused at a late frame.
        const late = now[kind] - before[kind] - count(kind);
        assert.ok(late >= 0 && late <= (times > 8 ? 3 : 0), `${count(kind)} of ${now[kind] - before[kind]} lit: ${kind} at ${times}×`);
        for (const { colour } of lit.filter((each) => each.kind === kind)) assert.equal(colour, COLOURS[kind]);
      }
      const [marks, beeps] = [now.win + now.loss - before.win - before.loss, heard.beep - heardBefore.beep];
      const mayThin = times > 8;
      assert.ok(mayThin ? beeps <= marks && beeps >= marks / 2 : beeps === marks, `${beeps} beeps of ${marks} at ${times}×`);
      if (!mayThin) for (const kind of /** @type {const} */ (['win', 'loss'])) assert.equal(heard[kind] - heardBefore[kind], now[kind] - before[kind], `heard: ${kind} at ${times}×`);
      assert.equal(heard.win + heard.loss, heard.beep);
      assert.ok(heard.crowded <= 20, `${heard.crowded} notes in a second`);
    }
  }));

/** Changes of the board in a window: it is large, so that five a second are the most, and one at either end; and several there are. */
const MOST_CHANGES = 11;
const FEWEST_CHANGES = 4;

test('the board itself changes five times a second at most, however fast it plays', (t) =>
  stand.visit(`/b?tab=watch&follow=all&step=30000#${FIFTH}`, async (page) => {
    await ready(page);
    for (const speed of ALL ? ['32×', '512×'] : ['512×']) {
      await choose(page, speed);
      await page.keyboard.press('Space');
      // What lit up by hand has faded.
      await page.waitForTimeout(500);
      const { last, all } = await inWindows(page, async () => (await changes(page)).board, (count) => count >= FEWEST_CHANGES);
      await page.keyboard.press('Space');
      t.diagnostic(`${speed}: ${all.join(', ')} changes in 2 s`);
      assert.ok(Math.max(...all) <= MOST_CHANGES, `${speed}: ${Math.max(...all)} changes`);
      assert.ok(last >= FEWEST_CHANGES, `${speed}: ${all.join(', ')} changes`);
    }
  }));

test('above twenty marks a second twenty are heard', (t) =>
  stand.visit(`/b?tab=watch&follow=all&step=30000#${FIFTH}`, async (page) => {
    await listen(page);
    await choose(page, '256×');
    const play = async () => {
      const before = await notes(page);
      await playFor(page, WINDOW);
      const heard = await notes(page);
      return { crowded: heard.crowded, beeps: heard.beep - before.beep };
    };
    const isHeard = (/** @type {{ beeps: number }} */ { beeps }) => beeps > 15;
    const { last, all } = await inWindows(page, play, isHeard);
    t.diagnostic(JSON.stringify(all));
    assert.ok(last.crowded <= 20 && isHeard(last), JSON.stringify(all));
  }));
