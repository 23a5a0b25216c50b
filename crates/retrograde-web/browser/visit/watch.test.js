/** WATCH as a person uses it: play, step, look aside, by keyboard alone. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { PHONE, Stand, drawn, events, ready, step, textOf } from './stand.js';
import { ONLY_WITH_ALL, repeated, test } from './visits.js';

const stand = Stand.shared();

/** The fifth sample of P9169. */
const FIFTH = 'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r';
const SMALL = 'pawn:O2/1HX/1O1_r';

test('sample 5 plays when Space is pressed, and ends in Red wins in 75 plies', () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await page.locator('.watch .banner', { hasText: 'Who wins?' }).waitFor();
    await ready(page);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value) > 20);
    await page.keyboard.press('Space');
    const paused = await step(page);
    assert.ok(paused > 20 && paused < (await events(page)));
    await page.keyboard.press('End');
    await page.locator('.words .caption', { hasText: 'Red wins in 75 plies' }).waitFor();
    assert.match(await textOf(page.locator('.counts')), /open 0$/);
  }));

test('Shift and an arrow go a layer on and back, wherever the focus is', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await ready(page);
    for (const place of ['body', '#tab-watch', '.seek', 'main .stage [role=gridcell]', '[name=follow]:checked']) {
      await page.keyboard.press('Tab');
      await page.evaluate((selector) => {
        const element = /** @type {HTMLElement} */ (document.querySelector(selector));
        if (element === document.body) /** @type {HTMLElement} */ (document.activeElement).blur();
        else element.focus();
      }, place);
      const found = [];
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
        await page.keyboard.press(`Shift+${key}`);
        found.push(await step(page));
      }
      const [seeds = 0, first = 0, second = 0] = found;
      assert.ok(seeds > 1 && first > seeds + 1 && second > first + 1, `from ${place}: ${found}`);
      assert.deepEqual(found.slice(3), [first, seeds, 0], place);
    }
  }));

/** Where the current position's pixels are and where its frame is, in CSS pixels; and how large the sea is. @param {import('playwright-core').Page} page */
const markers = (page) => page.evaluate(() => {
  const middleOf = (/** @type {HTMLCanvasElement} */ canvas, /** @type {(pixel: Uint8ClampedArray) => boolean} */ isMarked) => {
    const box = canvas.getBoundingClientRect();
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
    const at = Array.from({ length: data.length / 4 }, (_, index) => index).filter((index) => isMarked(data.subarray(4 * index, 4 * index + 4)));
    const middle = (/** @type {number[]} */ all) => (Math.min(...all) + Math.max(...all) + 1) / 2;
    const [x, y] = [middle(at.map((index) => index % canvas.width)), middle(at.map((index) => Math.floor(index / canvas.width)))];
    return { size: [box.width, box.height], middle: [box.left + (x * box.width) / canvas.width, box.top + (y * box.height) / canvas.height], pixels: canvas.width };
  };
  const isYellow = (/** @type {Uint8ClampedArray} */ pixel) => pixel[0] === 0xf1 && pixel[1] === 0xc4 && pixel[2] === 0x0f && pixel[3] === 255;
  const [sea, overlay] = /** @type {HTMLCanvasElement[]} */ ([...document.querySelectorAll('.sea canvas')]);
  if (sea === undefined || overlay === undefined) throw new Error('no sea');
  return { sea: middleOf(sea, isYellow), frame: middleOf(overlay, isYellow) };
});

/** As many positions as the sea has pixels for on any screen. */
const OPEN = 'pawn:6/6/2O3/6/O2X2_r';

for (const deviceScaleFactor of [1, 1.25, 1.5, 2, 3]) {
  test(`the sea's markers are where its pixels are at ${deviceScaleFactor} device pixels a CSS pixel`, repeated(deviceScaleFactor === 1.5, 'on other screens'), async () => {
    for (const place of [`step=20#${SMALL}`, `follow=all&step=20000#${OPEN}`]) {
      await stand.visit(`/b?tab=watch&${place}`, async (page) => {
        await ready(page);
        await page.waitForSelector('.panel[aria-busy=false]');
        await drawn(page);
        const { sea, frame } = await markers(page);
        const far = (/** @type {number[]} */ one, /** @type {number[]} */ other) => Math.max(...one.map((length, index) => Math.abs(length - (other[index] ?? NaN))));
        assert.ok(far(sea.middle, frame.middle) < 1, `${place}: pixel at ${sea.middle}, frame at ${frame.middle}`);
        assert.ok(sea.pixels / (sea.size[0] ?? 0) - deviceScaleFactor > -0.01, `${place}: ${sea.pixels} pixels on ${sea.size[0]}`);
      }, { deviceScaleFactor });
    }
  });
}

test('by keyboard alone: layers, speed, follow, sound, sea, why', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await ready(page);
    await page.keyboard.press('Shift+ArrowRight');
    const seeds = await step(page);
    assert.ok(seeds > 0);
    await page.keyboard.press('PageDown');
    assert.equal(await step(page), seeds + 1);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Shift+ArrowLeft');
    assert.equal(await step(page), 0);
    const before = await events(page);
    await page.keyboard.press('a');
    await page.waitForFunction((few) => Number(document.querySelector('.seek')?.getAttribute('max')) > few, before);
    await page.waitForURL(/follow=all/);
    await page.keyboard.press('m');
    assert.equal(await page.locator('.sound-button').getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('End');
    await page.locator('.sea').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText(/^Looking at #/).first().waitFor();
    await page.getByRole('button', { name: 'Why', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Save certificate' }).waitFor();
    await page.getByRole('button', { name: 'Back to the log' }).press('Enter');
  }));

test('after the mouse has moved the slider or chosen what to follow, keys play and step', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await ready(page);
    await page.locator('.seek').click();
    const there = await step(page);
    assert.ok(there > 0 && there < (await events(page)));
    await page.keyboard.press('ArrowRight');
    assert.equal(await step(page), there + 1);
    const before = await events(page);
    await page.getByText('everything').click();
    await page.waitForFunction((few) => Number(document.querySelector('.seek')?.getAttribute('max')) > few, before);
    await page.keyboard.press('ArrowRight');
    assert.equal(await step(page), 1);
    await page.waitForURL(/follow=all/);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  }));

test('a link holds the step', () =>
  stand.visit(`/b?tab=watch&step=9#${SMALL}`, async (page) => {
    await ready(page);
    assert.equal(await step(page), 9);
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/step=10/);
  }));

test('a frame shows the step without the header, and leads to the whole page', () =>
  stand.visit(`/b?tab=watch&step=9&embed=1#${SMALL}`, async (page) => {
    await ready(page);
    assert.equal(await page.locator('#top').isVisible(), false);
    assert.equal(await page.locator('.seek').inputValue(), '9');
    const link = page.getByRole('link', { name: 'Open in Retrograde' });
    assert.equal(decodeURIComponent((await link.getAttribute('href')) ?? ''), `${stand.path}/b?tab=watch&step=9#${SMALL}`);
  }));

test('a control that means nothing now is there, and says why', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await ready(page);
    await drawn(page);
    const back = page.getByRole('button', { name: 'Step back' });
    assert.equal(await back.getAttribute('aria-disabled'), 'true');
    assert.equal(await back.getAttribute('data-tip'), 'Already at the start');
  }));

test('the certificate of a value is saved, and says what it proves', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await page.getByRole('button', { name: 'Why', exact: true }).click();
    const save = page.getByRole('button', { name: 'Save certificate' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const [head] = readFileSync(await download.path(), 'utf8').split('\n');
    const { certificate, pos, value, depth } = JSON.parse(head ?? '');
    assert.deepEqual({ certificate, pos, value, depth }, { certificate: 1, pos: SMALL, value: 'loss', depth: 2 });
  }));

test('a click on the sea shows the position there', () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await ready(page);
    await page.locator('.sea-canvas').click({ position: { x: 40, y: 40 } });
    await page.locator('.words .caption', { hasText: /^Looking at #\d+/ }).waitFor();
    await page.getByRole('button', { name: 'Back to the log' }).click();
    await page.locator('.words .caption', { hasText: 'Press Play, or Space' }).waitFor();
  }));

test('sound is off until it is asked for', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await ready(page);
    assert.equal(await page.locator('.sound-button').getAttribute('aria-pressed'), 'false');
    await page.locator('.sound-button').click();
    assert.equal(await page.locator('.sound-button').getAttribute('aria-pressed'), 'true');
  }));

test('why there is no log is said in the words of the server', () =>
  stand.visit('/b?tab=watch#pawn:O2/1HX_r', async (page) => {
    await page.locator('.load-trouble', { hasText: '1 red king, expected 2' }).waitFor();
    assert.equal(await page.locator('.sea-canvas').isVisible(), false);
  }, { refusals: [422] }));

for (const [game, pos] of /** @type {const} */ ([
  ['race', 'race:A3/1H2/4/3B_a'],
  ['cannons', 'cannons:0110100110_r'],
  ['tictactoe', 'tictactoe:X2/1O1/2X_o'],
  ['graph', 'graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1'],
])) {
  test(`${game}: the log plays, and its end is the verdict`, () =>
    stand.visit(`/b?tab=watch&follow=all#${pos}`, async (page) => {
      await ready(page);
      const { value } = await stand.ask(`/probe?pos=${encodeURIComponent(pos)}`);
      await page.keyboard.press('Space');
      await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value) > 1);
      await page.keyboard.press('End');
      const end = { win: /wins/, loss: /wins/, tie: /Tie/, draw: /nobody/ }[/** @type {'win'} */ (value)];
      assert.equal(await step(page), await events(page));
      await page.locator('.words .caption', { hasText: end }).waitFor();
      assert.match(await textOf(page.locator('.counts')), /open 0$/);
    }));
}

test('the row for ties is there from the start, where there are any; a row of squares fills the stage', async () => {
  for (const [pos, rows] of /** @type {const} */ ([['cannons:01100_r', 5], [SMALL, 4]])) {
    await stand.visit(`/b?tab=watch#${pos}`, async (page) => {
      await ready(page);
      assert.equal(await page.locator('.counts tbody tr:visible').count(), rows);
      if (pos === SMALL) return;
      const [board, stage, left] = await page.evaluate(() => ['main .board', 'main .stage', '.left'].map((part) => document.querySelector(part)?.getBoundingClientRect().width ?? 0));
      assert.ok((board ?? 0) > 0.9 * (stage ?? 0) && stage === left, `a board of ${board} pixels on a stage of ${stage} beside ${(left ?? 0) - (stage ?? 0)}`);
    });
  }
});

test('the names of the tabs are whole on a phone', () =>
  stand.visit('/b?tab=watch#graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1', async (page) => {
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor();
    assert.deepEqual(await tabs.evaluateAll((all) => all.filter((tab) => tab.scrollWidth > tab.clientWidth).map((tab) => tab.textContent)), []);
  }, { viewport: PHONE }));

test('the step survives another language, a turned board and a look at another tab', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await ready(page);
    const stands = (/** @type {number} */ at) => page.waitForFunction((wanted) => Number(/** @type {HTMLInputElement | null} */ (document.querySelector('.seek'))?.value) === wanted, at);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowRight');
    const at = await step(page);
    assert.ok(at > 1, `${at}`);
    // At once: the URL is told a moment after the last step.
    await page.keyboard.press('f');
    await page.waitForURL(/flip=1/);
    await stands(at);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('button', { name: 'EN: English' }).waitFor();
    await stands(at + 1);
    for (const tab of ['编辑', '对弈']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.locator('[role=gridcell]').first().waitFor();
      await page.getByRole('tab', { name: '观看' }).click();
      await stands(at + 1);
    }
    await page.fill('#token', SMALL);
    await page.keyboard.press('Enter');
    await stands(0);
  }));

test('a log that plays goes on when the board is turned', () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await ready(page);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('f');
    await page.waitForURL(/flip=1/);
    await ready(page);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  }));

const DRAWN = 'pawn:5/5/2O2/H2H1/OH1X1_r';

test('the verdict waits for the step that decides the board, which stays in sight', async () => {
  for (const [pos, side, said] of /** @type {const} */ ([[SMALL, 'Red', 'Black wins in'], [DRAWN, 'Red', 'nobody can force a win']])) {
    await stand.visit(`/b?tab=watch#${pos}`, async (page) => {
      await ready(page);
      const banner = page.locator('.banner');
      const asked = page.locator('.asked');
      const reads = async (/** @type {boolean} */ isTold) => {
        await drawn(page);
        assert.match(await textOf(banner), isTold ? new RegExp(said) : /^Who wins\?/);
        assert.match((await asked.getAttribute('aria-label')) ?? '', isTold ? new RegExp(said) : /Who wins\?$/);
        assert.equal(await textOf(asked) === '?', !isTold);
        assert.match(await textOf(page.locator('h1')), new RegExp(`${side} to move$`));
      };
      await page.locator('.moment.mark-asked').click();
      const decided = await step(page);
      await reads(true);
      await page.keyboard.press('ArrowLeft');
      await reads(false);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await reads(false);
      await page.locator('.seek').fill(String(decided - 2));
      await page.locator('.seek').blur();
      for (const isTold of [false, true, true]) {
        await page.keyboard.press('ArrowRight');
        await reads(isTold && (await step(page)) >= decided);
      }
      await page.keyboard.press('Home');
      await banner.getByRole('button', { name: 'Show the answer' }).click();
      await reads(true);
      await page.fill('#token', pos === SMALL ? DRAWN : SMALL);
      await page.keyboard.press('Enter');
      await banner.getByText('Who wins?').waitFor();
      assert.equal(await textOf(asked), '?');
    });
  }
});

test('state, rule and histogram fold, and stay as they were left', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch&step=300#${FIFTH}`, async (page) => {
    await ready(page);
    await page.waitForSelector('.panel[aria-busy=false]');
    const folds = page.locator('details.box');
    assert.deepEqual(await folds.evaluateAll((all) => all.map((each) => /** @type {HTMLDetailsElement} */ (each).open)), [false, false, false]);
    for (const part of ['.banner', '.box-queue', '.sea', '.words .caption']) assert.ok(await page.locator(part).isVisible(), part);
    assert.match(await textOf(page.locator('.box-state')), /300 \/ 1 051 · d = 13$/);
    assert.match(await textOf(page.locator('.box-rule')), /if open\(p\) = 0/);
    await page.locator('.box-rule summary').press('Enter');
    await page.locator('.box-graph summary').click();
    await page.locator('.code-line').last().waitFor();
    assert.ok(await page.locator('.histogram').evaluate((canvas) => new Set(/** @type {HTMLCanvasElement} */ (canvas).getContext('2d')?.getImageData(0, 0, 300, 60).data).size > 3), 'an empty histogram');
    await page.reload();
    await ready(page);
    assert.deepEqual(await folds.evaluateAll((all) => all.map((each) => /** @type {HTMLDetailsElement} */ (each).open)), [false, true, true]);
  }));

test('predict first: nothing tells how deep it is before it is asked for', () =>
  stand.visit(`/b?tab=watch&predict=1#${FIFTH}`, async (page) => {
    await ready(page);
    const histogram = page.locator('.histogram');
    await page.locator('.banner', { hasText: 'Your turn: who wins?' }).waitFor();
    assert.equal(await page.locator('.box-graph').isVisible(), false);
    assert.doesNotMatch(await textOf(page.locator('#panel')), /75/);
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.locator('.box-graph summary').click();
    await histogram.waitFor();
  }));

test('a position picked in a large sea can be seen: the sea is small again', () =>
  stand.visit(`/b?tab=watch&step=300#${FIFTH}`, async (page) => {
    await ready(page);
    await page.getByRole('button', { name: 'Enlarge' }).click();
    await page.locator('.sea').click();
    await page.getByText(/^Looking at #/).first().waitFor();
    assert.equal(await page.locator('.box-sea.is-large').count(), 0);
    await page.locator('main .board').click({ trial: true });
  }));
