/**
 * The rows of the visual in `docs/page.md`, each at 1×, 8× and 32×: a log of wins, losses and ties, and one of draws, are played through the
 * places where each kind is found, and what was painted and heard there is counted.
 */

import assert from 'node:assert/strict';

import { countLights, countTones, found, lights, notes } from './noted.js';
import { Stand, choose, drawn, events, hasMoved, ready, step, textOf } from './stand.js';
import { test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ event: string, value?: string }} Happened */
/** @typedef {{ lit: string[], frames: string[], outlines: string[], pictures: string[], lines: number[], captions: string[], settled: string[], trails: number, marks: number, next: number }} Seen */

const stand = Stand.shared();

const TIED = 'cannons:0110100110_r';
const DRAWN = 'pawn:3O/1H2/3X/3O_b';
const WALLED = 'pawn:5/5/2O2/H2H1/OH1X1_r';
/** Colours as the browser computes them: of values on boards, and of values round them. */
const ON_BOARD = { win: '86,180,233', loss: '213,94,0', tie: '224,176,64' };
const ROUND = { win: 'rgb(86, 180, 233)', loss: 'rgb(255, 140, 66)', tie: 'rgb(224, 176, 64)' };
const YELLOW = '241,196,15';
/** How many events are played through at each place. @type {Record<string, number>} */
const STRETCH = { '1×': 5, '8×': 24, '32×': 80 };

/** Begins to note what each frame shows. @param {Page} page */
const watch = (page) => page.evaluate(({ onBoard, yellow }) => {
  const canvas = document.createElement('canvas');
  const copy = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
  const sets = { frames: new Set(), outlines: new Set(), pictures: new Set(), lines: new Set(), captions: new Set() };
  const settled = /** @type {string[]} */ ([]);
  const counts = { trails: 0, marks: 0, next: 0 };
  document.addEventListener('animationstart', ({ animationName, target }) => animationName === 'settle' && target instanceof Element && settled.push(target.className));
  const stage = /** @type {HTMLElement} */ (document.querySelector('main .stage'));
  const look = () => {
    const board = /** @type {HTMLCanvasElement} */ (stage.querySelector('canvas.paint'));
    [canvas.width, canvas.height] = [board.width, board.height];
    copy.drawImage(board, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let [dots, marked] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      if (colour === yellow) dots += 1;
      else if (onBoard.includes(colour)) marked += 1;
    }
    counts.trails = Math.max(counts.trails, dots);
    counts.marks = Math.max(counts.marks, marked);
    counts.next = Math.max(counts.next, document.querySelectorAll('.next-board').length);
    sets.frames.add(getComputedStyle(stage).borderTopColor);
    sets.outlines.add(getComputedStyle(/** @type {Element} */ (stage.querySelector('.board'))).outlineColor);
    sets.pictures.add(`${stage.dataset.step} ${board.toDataURL()}`);
    sets.lines.add([...document.querySelectorAll('.code-line')].findIndex((line) => line.hasAttribute('aria-current')) + 1);
    sets.captions.add(document.querySelector('.words .caption')?.textContent ?? '');
    requestAnimationFrame(look);
  };
  look();
  Object.assign(globalThis, { seen: () => ({ ...Object.fromEntries(Object.entries(sets).map(([name, set]) => [name, [...set]])), settled, ...counts }) });
}, { onBoard: Object.values(ON_BOARD), yellow: YELLOW });

/** @param {Page} page @returns {Promise<Seen>} */
const seen = (page) => page.evaluate(() => /** @type {any} */ (globalThis).seen());

/** The events of a part of a log. @param {string} pos @param {number} from @param {number} count @returns {Promise<Happened[]>} */
const logged = async (pos, from, count) => (await stand.ask(`/trace?follow=all&from=${from}&n=${count}&pos=${encodeURIComponent(pos)}`)).events;

/** Goes to a step. @param {Page} page @param {number} to */
async function seek(page, to) {
  await page.locator('.seek').fill(String(to));
  await page.locator('.seek').blur();
  await page.waitForSelector('.panel[aria-busy=false]');
  await drawn(page);
}

/** Plays on from a step through a stretch. @param {Page} page @param {number} from @param {number} count */
async function playThrough(page, from, count) {
  await seek(page, from);
  await page.keyboard.press('Space');
  await page.waitForFunction((to) => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value) >= to, Math.min(from + count, await events(page)));
  if ((await page.getByRole('button', { name: 'Pause', exact: true }).count()) > 0) await page.keyboard.press('Space');
  await drawn(page);
}

for (const speed of ['1×', '8×', '32×']) {
  const isSlow = speed === '1×';
  const stretch = STRETCH[speed] ?? 0;

  test(`${speed}: wins, losses and ties light up, sound and leave trails, marks, captions and lines`, { slow: 'the rows of the visual at each speed' }, () =>
    stand.visit(`/b?tab=watch&follow=all#${TIED}`, async (page) => {
      await ready(page);
      await page.waitForSelector('.panel[aria-busy=false]');
      await page.keyboard.press('m');
      await countTones(page);
      await countLights(page);
      await choose(page, speed);
      const places = await page.locator('.moment').evaluateAll((all) => all.map((each) => [/mark-(\w+)/.exec(each.className)?.[1] ?? '', Number(/step (.*)\)/.exec(each.getAttribute('aria-label') ?? '')?.[1]?.replace(/\D/g, ''))]));
      let [trails, marks] = [0, 0];
      for (const kind of /** @type {const} */ (['win', 'loss', 'tie'])) {
        const at = Number(places.find(([name]) => name === kind)?.[1]);
        const ahead = await logged(TIED, at - 1, 4000);
        const first = at - 1 + ahead.findIndex(({ event, value }) => event === 'mark' && value === kind);
        // What has been found is counted at the place itself: on a busy machine, the stretch before it went on beyond it.
        await seek(page, first - 1);
        await watch(page);
        const [before, litBefore, heardBefore] = [await found(page), (await lights(page)).length, await notes(page)];
        await playThrough(page, first - 1, stretch);
        const [now, lit, heard, all] = [await found(page), (await lights(page)).slice(litBefore), await notes(page), await seen(page)];
        const what = `${kind} at ${speed}: ${JSON.stringify({ ...all, pictures: all.pictures.length })}`;
        assert.ok(lit.some((each) => each.kind === kind), `rows 4 to 6: ${JSON.stringify(lit)}, ${what}`);
        const fades = all.pictures.length > new Set(all.pictures.map((picture) => picture.split(' ')[0])).size;
        if (isSlow) assert.ok(fades || all.frames.includes(ROUND[kind]), `row 8, a square or the frame: ${what}`);
        else if (kind === 'tie') assert.ok(all.frames.includes(ROUND.tie), `row 8, the frame: ${what}`);
        else assert.ok([ROUND.win, ROUND.loss].some((colour) => all.frames.includes(colour)), `row 8, the frame: ${what}`);
        assert.ok(heard.beep > heardBefore.beep && heard[kind] > heardBefore[kind], `rows 9 to 11: ${JSON.stringify(heard)}, ${what}`);
        assert.ok(heard.soft > heardBefore.soft === isSlow, `each event sounds at ${speed} only if that is slow`);
        trails += all.trails;
        marks += all.marks;
        assert.ok(kind === 'tie' || now[kind] > before[kind], `row 16: ${what}`);
        assert.ok(all.next > 0, `row 14: ${what}`);
        assert.ok(all.lines.length > 1 && all.captions.length > 1, `rows 17 and 18: ${what}`);
      }
      // A pass has no squares.
      assert.ok(trails > 0 && marks > 0, `rows 3, 13 and 16: ${trails} yellow pixels, ${marks} of values`);
      assert.match(await textOf(page.locator('.box-state')), /State \d.* · d = \d+$/, 'row 15');
      assert.match(await textOf(page.locator('.box-queue')), /current #\d+ [▲▼◇] \d+/, 'row 3: the current position is named');
    }));

  test(`${speed}: the rest lights up when it becomes draws, with a hum; playing stops there`, { slow: 'the rows of the visual at each speed' }, () =>
    stand.visit(`/b?tab=watch&follow=all#${DRAWN}`, async (page) => {
      await ready(page);
      await page.waitForSelector('.panel[aria-busy=false]');
      await page.keyboard.press('m');
      await countTones(page);
      await choose(page, speed);
      const rest = (await events(page)) - 1;
      await watch(page);
      await playThrough(page, rest - 3, 4);
      await page.waitForFunction(() => /** @type {any} */ (globalThis).seen().settled.length > 1);
      const { settled } = await seen(page);
      assert.ok(settled.some((name) => name.includes('sea')) && settled.some((name) => name.includes('board')) && settled.length === 2, `rows 7 and 8: ${settled}`);
      assert.equal((await notes(page)).hum, 1, 'row 12');
      await page.keyboard.press('k');
      await playThrough(page, rest - 3, 3);
      assert.equal(await step(page), rest, 'row 19');
    }));

  test(`${speed}: step, layer, seek, speeds and keys`, { slow: 'the rows of the visual at each speed' }, () =>
    stand.visit(`/b?tab=watch&follow=all#${WALLED}`, async (page) => {
      await ready(page);
      await choose(page, speed);
      assert.equal(await page.locator('.speed').innerText(), speed, 'row 21');
      for (const [key, by] of /** @type {const} */ ([['ArrowRight', 1], ['ArrowRight', 1], ['ArrowLeft', -1]])) {
        const before = await step(page);
        await page.keyboard.press(key);
        assert.equal(await step(page), before + by, 'row 20: a step');
      }
      const before = await step(page);
      await page.keyboard.press('Shift+ArrowRight');
      assert.ok((await step(page)) > before, 'row 20: a layer');
      const middle = Math.floor((await events(page)) / 2);
      await page.locator('.seek').fill(String(middle));
      await page.locator('.seek').blur();
      assert.equal(await step(page), middle, 'row 20: a seek');
      const from = await page.evaluate(() => performance.now());
      await page.keyboard.press('Space');
      const rate = 2 * Number.parseInt(speed, 10);
      await page.waitForFunction((to) => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value) >= to, middle + rate);
      await page.keyboard.press('Space');
      const seconds = ((await page.evaluate(() => performance.now())) - from) / 1000;
      // A busy machine takes longer, never less.
      assert.ok(seconds > 0.9, `row 21: ${rate} steps in ${seconds} s`);
      const paused = await step(page);
      await page.keyboard.press('End');
      assert.equal(await step(page), await events(page), 'row 22');
      await page.keyboard.press('Home');
      assert.ok((await step(page)) === 0 && paused >= middle + rate, 'row 22');
    }));
}

test('tiles have a grid and walls, pieces are red and dark, the current one is framed in yellow; the demo has captions', { slow: 'the rows of the visual that no speed changes' }, () =>
  stand.visit(`/b?tab=watch&follow=all&step=100#${WALLED}`, async (page) => {
    await ready(page);
    await page.waitForSelector('.panel[aria-busy=false]');
    await page.getByRole('button', { name: 'Plain', exact: true }).click();
    await page.keyboard.press('Home');
    await drawn(page);
    const colours = await page.evaluate(() => {
      const board = /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint'));
      const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d', { willReadFrequently: true }));
      [context.canvas.width, context.canvas.height] = [board.width, board.height];
      context.drawImage(board, 0, 0);
      return [[2, 2], [0, 4], [3, 4], [0, 3], [3, 3], [0, 0]].map(([col = 0, row = 0]) => [...context.getImageData(9 + 16 * col + 8, 9 + 16 * row + 8, 1, 1).data.slice(0, 3)].join()).concat([...context.getImageData(9 + 16, 9 + 8, 1, 1).data.slice(0, 3)].join());
    });
    const [king, otherKing, pawn, wall, otherWall, floor, line] = colours;
    assert.deepEqual([king, otherKing, pawn, wall, otherWall, floor], ['231,76,60', '231,76,60', '44,62,80', '52,73,94', '52,73,94', '236,240,241'], 'rows 1 and 2');
    assert.notEqual(line, floor, 'row 1: lines between the squares');
    await page.goto(`${stand.origin}/`);
    await hasMoved(page);
    const said = await textOf(page.locator('.demo-caption'));
    await page.waitForFunction((before) => /** @type {HTMLElement | null} */ (document.querySelector('.demo-caption'))?.innerText.replace(/\s+/g, ' ').trim() !== before, said);
  }));
