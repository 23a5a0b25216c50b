/**
 * The visual as it was first described, counted: neighbours that light up in the colours of their values, how much of the screen does so,
 * what is heard, where playing stops, and the plain look. The counts are in the tests' diagnostics.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { DESK, PHONE, Stand, WINDOW, changes, choose, drawn, inWindows, ready, step, textOf } from './stand.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = await Stand.open();
after(() => stand.close());

/** The fifth sample of P9169. */
const FIFTH = 'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r';
/** Wins, losses, ties; wins, losses, draws. */
const SMALL = 'pawn:O2/1HX/1O1_r';
const TIED = 'cannons:01100_r';
const DRAWN = 'pawn:3O/1H2/3X/3O_b';

/** What WCAG 2.3.1 allows to flash more than three times a second: a quarter of ten degrees of the view, in CSS pixels. */
const FIELD = { width: 341, height: 256 };
const MOST_LIT_AREA = (FIELD.width * FIELD.height) / 4;
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

/** Notes every neighbour that lights up, and in which colour. @param {Page} page */
const countLights = (page) => page.evaluate(() => {
  const lights = /** @type {{ kind: string, colour: string }[]} */ ([]);
  Object.assign(globalThis, { lights });
  document.addEventListener('animationstart', (event) => {
    const { target, animationName } = event;
    if (animationName !== 'light' || !(target instanceof HTMLElement)) return;
    const kind = /near-(win|loss|tie|open)/.exec(target.className)?.[1] ?? '';
    // On a busy machine it has begun to fade, or has faded: its colour is that of its first frame.
    const [animation = target.animate({ background: ['var(--lit)', 'var(--lit)'] }, 1)] = target.getAnimations();
    const now = animation.currentTime;
    animation.currentTime = 0;
    lights.push({ kind, colour: getComputedStyle(target).backgroundColor });
    animation.currentTime = now;
  });
});

/** @param {Page} page @returns {Promise<{ kind: string, colour: string }[]>} */
const lights = (page) => page.evaluate(() => /** @type {any} */ (globalThis).lights);

/** Wins and losses found so far, without those over from the start. @param {Page} page */
const found = async (page) => {
  const counts = await page.locator('.counts').evaluate((table) => ['win', 'loss'].map((kind) => Number(table.querySelector(`.count-${kind} td`)?.textContent?.replace(/\D/g, ''))));
  return { win: counts[0] ?? 0, loss: counts[1] ?? 0 };
};

/** Notes every tone that is started. @param {Page} page */
const countTones = (page) => page.evaluate(() => {
  const tones = /** @type {{ wave: string, hertz: number, at: number }[]} */ ([]);
  const Real = OscillatorNode;
  class Counted extends Real {
    /** @override @param {number} when */
    start(when = 0) {
      tones.push({ wave: this.type, hertz: this.frequency.value, at: when });
      super.start(when);
    }
  }
  Object.assign(globalThis, { tones, OscillatorNode: Counted });
});

/** The notes by kind, told apart by their tones: a beep and a pair for what is decided, the beep alone for what is over from the start. @param {Page} page */
async function notes(page) {
  const tones = /** @type {{ wave: string, hertz: number, at: number }[]} */ (await page.evaluate(() => /** @type {any} */ (globalThis).tones));
  const counts = { beep: 0, win: 0, loss: 0, tie: 0, hum: 0, layer: 0, done: 0 };
  const beeps = /** @type {number[]} */ ([]);
  for (let index = 0; index < tones.length; index += 1) {
    const [one, two, three] = tones.slice(index, index + 3);
    if (one === undefined) break;
    const isPair = two !== undefined && three !== undefined && Math.abs(two.at - one.at - 0.03) < 1e-6;
    if (one.wave === 'triangle' && one.hertz === 55) counts.hum += 1;
    else if (one.wave === 'triangle') counts.layer += 1;
    else if (one.hertz === 262) counts.done += 1;
    else {
      counts.beep += 1;
      beeps.push(one.at);
      if (isPair) counts[three.hertz > two.hertz ? 'win' : three.hertz < two.hertz ? 'loss' : 'tie'] += 1;
    }
    index += one.hertz === 55 ? 1 : one.hertz === 262 ? 3 : one.wave === 'square' && isPair ? 2 : 0;
  }
  const crowded = Math.max(0, ...beeps.map((from) => beeps.filter((at) => at >= from && at < from + 0.999).length));
  return { ...counts, crowded };
}

/** Turns sound on, and notes it. @param {Page} page */
async function listen(page) {
  await ready(page);
  await page.waitForSelector('.panel[aria-busy=false]');
  await page.keyboard.press('m');
  await countTones(page);
}

test('up to 32× each new neighbour lights up once, in the colour of its value, and is a note', (t) =>
  stand.visit(`/b?tab=watch&step=60#${FIFTH}`, async (page) => {
    await listen(page);
    await countLights(page);
    for (const [times, enough] of /** @type {const} */ ([[1, 2], [8, 8], [32, 30]])) {
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

/** The lit area's bound: every thumbnail in sight, without its picture, as if all were lit at once; the most of it in any field of the view. @param {Page} page */
const litArea = (page) => page.evaluate(({ width, height }) => {
  const box = (/** @type {Element | null | undefined} */ element) => element?.getBoundingClientRect() ?? new DOMRect();
  const room = box(document.querySelector('.near-box'));
  const overlap = (/** @type {DOMRect} */ one, /** @type {DOMRect} */ other) => ({
    left: Math.max(one.left, other.left), right: Math.min(one.right, other.right), top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
  });
  const area = (/** @type {{ left: number, right: number, top: number, bottom: number }} */ part) => Math.max(0, part.right - part.left) * Math.max(0, part.bottom - part.top);
  const items = [...document.querySelectorAll('.near-item')];
  const inField = (/** @type {DOMRect} */ field) => items.reduce((sum, item) => {
    const seen = overlap(field, room);
    const within = new DOMRect(seen.left, seen.top, Math.max(0, seen.right - seen.left), Math.max(0, seen.bottom - seen.top));
    return sum + area(overlap(box(item), within)) - area(overlap(box(item.querySelector('.mini')), within));
  }, 0);
  // A field that holds the most begins at the edge of a thumbnail or ends at one.
  const lefts = items.flatMap((item) => [box(item).left, box(item).right - width]);
  const tops = items.flatMap((item) => [box(item).top, box(item).bottom - height]);
  return { items: items.length, most: Math.max(...lefts.flatMap((left) => tops.map((top) => inField(new DOMRect(left, top, width, height))))) };
}, FIELD);

test('what lights up stays below the area that may flash, on screens of all sizes', (t) =>
  stand.visit(`/b?tab=watch&follow=all&step=30000#${FIFTH}`, async (page) => {
    await ready(page);
    await choose(page, '32×');
    for (const viewport of [DESK, PHONE, { width: 820, height: 1180 }, { width: 1920, height: 1080 }, { width: 1024, height: 600 }]) {
      await page.setViewportSize(viewport);
      await page.keyboard.press('Space');
      await page.waitForFunction(() => document.querySelectorAll('.near li').length > 3 && !document.querySelector('.near li:empty, .near-none'));
      const { items, most } = await litArea(page);
      t.diagnostic(`${viewport.width}x${viewport.height}: ${items} thumbnails, at most ${Math.round(most)} of ${MOST_LIT_AREA} pixels`);
      assert.ok(items > 1 && most > 0);
      assert.ok(most < MOST_LIT_AREA, `${most} pixels`);
      await page.keyboard.press('Space');
    }
  }));

/** Changes of the board in a window: it is large, so that five a second are the most, and one at either end; and several there are. */
const MOST_CHANGES = 11;
const FEWEST_CHANGES = 4;

test('the board itself changes five times a second at most, however fast it plays', (t) =>
  stand.visit(`/b?tab=watch&follow=all&step=30000#${FIFTH}`, async (page) => {
    await ready(page);
    for (const speed of ['32×', '512×']) {
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

for (const [name, speed, reducedMotion] of /** @type {const} */ ([['above 32×', 'max', 'no-preference'], ['where less motion is wanted', '8×', 'reduce']])) {
  test(`${name} neighbours glow steadily in their values' colours`, () =>
    stand.visit(`/b?tab=watch&step=60#${FIFTH}`, async (page) => {
      await ready(page);
      await choose(page, speed);
      // The step that the visit begins with lights up by itself, as soon as its events are there.
      await page.waitForSelector('.panel[aria-busy=false]');
      await drawn(page);
      await drawn(page);
      await countLights(page);
      await page.keyboard.press('Space');
      await page.locator(':is(.near-win, .near-loss).is-glowing').first().waitFor();
      assert.deepEqual(await lights(page), []);
    }, { reducedMotion }));
}

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

test('what is decided beeps by hand, too, and sound off is silence', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await listen(page);
    await page.keyboard.press('Shift+ArrowRight');
    await drawn(page);
    const { beep: seeds } = await notes(page);
    assert.ok(seeds > 0);
    const before = await found(page);
    for (let press = 0; press < 15; press += 1) {
      await page.keyboard.press('ArrowRight');
      await drawn(page);
    }
    const [now, heard] = [await found(page), await notes(page)];
    assert.ok(now.win + now.loss > before.win + before.loss, 'nothing was found');
    assert.deepEqual([heard.win, heard.loss], [now.win - before.win, now.loss - before.loss]);
    await page.keyboard.press('m');
    await page.keyboard.press('End');
    await drawn(page);
    assert.deepEqual(await notes(page), heard);
  }));

/** The step at which ties begin or the rest is drawn. @param {Page} page @param {string} pos */
const humming = (page, pos) => page.evaluate(async (token) => {
  const { events } = await (await fetch(`/api/v1/trace?follow=all&n=4096&pos=${encodeURIComponent(token)}`)).json();
  const index = events.findIndex((/** @type {{ event: string, value?: string }} */ { event, value }) => event === 'pop' && value === 'tie');
  return index < 0 ? Number(document.querySelector('.seek')?.getAttribute('max')) - 1 : index + 1;
}, pos);

/** How that moment is passed. @type {Record<string, (page: Page) => Promise<void>>} */
const WAYS = {
  'stepping by hand': async (page) => {
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  },
  'seeking past it': (page) => page.keyboard.press('End'),
  'playing slowly': async (page) => {
    await choose(page, '2×');
    await page.keyboard.press('Space');
  },
  'playing as fast as it goes': async (page) => {
    await choose(page, 'max');
    await page.keyboard.press('Space');
  },
};

test('the hum is heard when ties begin and when the rest is drawn, however that moment is passed', async () => {
  for (const pos of [DRAWN, TIED]) {
    await stand.visit(`/b?tab=watch&follow=all#${pos}`, async (page) => {
      await listen(page);
      const moment = await humming(page, pos);
      const { hum } = await notes(page);
      assert.equal(hum, 0);
      for (const [way, [name, pass]] of Object.entries(WAYS).entries()) {
        await page.locator('.seek').fill(String(moment - 2));
        await page.locator('.seek').blur();
        await drawn(page);
        await pass(page);
        await page.waitForFunction((step) => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value) >= step, moment);
        await drawn(page);
        await page.evaluate(() => /** @type {HTMLElement | null} */ (document.querySelector('.control-play[aria-label="Pause"]'))?.click());
        assert.equal((await notes(page)).hum, way + 1, `${pos}: ${name}`);
      }
    });
  }
});

test('playing stops at the key steps, and says which they are', () =>
  stand.visit(`/b?tab=watch&follow=all#${DRAWN}`, async (page) => {
    await ready(page);
    await page.keyboard.press('k');
    assert.equal(await page.locator('.control-stops').getAttribute('aria-pressed'), 'true');
    await choose(page, 'max');
    for (const told of [/first win is found/, /first loss is found/, /rest is drawn/]) {
      await page.keyboard.press('Space');
      await page.locator('#toast', { hasText: told }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Play', exact: true }).count(), 1, 'it has not stopped');
    }
    assert.match(await textOf(page.locator('#toast')), /asked about is decided/);
    assert.equal(await step(page), Number(await page.locator('.seek').getAttribute('max')) - 1);
  }));

test('the queue shows what comes next as small boards', () =>
  stand.visit(`/b?tab=watch&follow=all&step=20000#${FIFTH}`, async (page) => {
    await ready(page);
    const boards = page.locator('.facts .next-board');
    await boards.first().waitFor();
    assert.equal(await boards.count(), 4);
    assert.match((await boards.first().getAttribute('aria-label')) ?? '', /^#\d+ [▲▼] \d+$/);
    const painted = await boards.locator('canvas').evaluateAll((all) => all.map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL()));
    assert.ok(new Set(painted).size > 1, 'all alike');
  }));

test('the plain look of a row of cannons has no ground but its squares', () =>
  stand.visit('/b?tab=play#cannons:01100_r', async (page) => {
    await page.getByText('4 legal moves').first().waitFor();
    await page.getByRole('button', { name: 'Plain', exact: true }).click();
    await drawn(page);
    const [corner, rim] = await page.locator('main .stage canvas.paint').evaluate((element) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return [pixels?.[3], pixels?.at(-1)];
    });
    assert.deepEqual([corner, rim], [0, 255]);
  }));

test('the plain look paints squares in the colours of the description, and is kept', () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await ready(page);
    const corners = () => page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint'));
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext('2d', { willReadFrequently: true }));
      context.drawImage(canvas, 0, 0);
      const at = (/** @type {number} */ column, /** @type {number} */ row) =>
        [...context.getImageData(9 + 16 * column + 8, 9 + 16 * row + 8, 1, 1).data.slice(0, 3)].map((channel) => channel.toString(16).padStart(2, '0')).join('');
      const ground = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((channel) => channel.toString(16).padStart(2, '0')).join('');
      return { ground, wall: at(3, 0), floor: at(0, 0), red: at(2, 4) };
    });
    await page.getByRole('button', { name: 'Plain', exact: true }).click();
    await drawn(page);
    const wanted = { ground: '2c3e50', wall: '34495e', floor: 'ecf0f1', red: 'e74c3c' };
    assert.deepEqual(await corners(), wanted);
    await page.reload();
    await ready(page);
    await drawn(page);
    assert.deepEqual(await corners(), wanted);
    await page.getByRole('button', { name: 'Plain', exact: true }).click();
    await drawn(page);
    assert.notDeepEqual(await corners(), wanted);
  }));
