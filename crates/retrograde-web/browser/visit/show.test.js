/** WATCH as a show: how a solve ends, the tour, a room with a projector, a film of it. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { violations } from './axe.js';
import { CLOCK, PHONE, Stand, choose, drawn, events, picture, ready, textOf } from './stand.js';
import { ONLY_WITH_ALL, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const SMALL = 'pawn:O2/1HX/1O1_r';
const DRAWN = 'pawn:5/5/2O2/H2H1/OH1X1_r';

/** Plays the log to its end, which takes nine seconds of the page's clock at full speed, however short it is. @param {Page} page */
async function playToTheEnd(page) {
  await ready(page);
  await choose(page, 'max');
  await page.clock.install();
  await page.keyboard.press('Space');
  await page.clock.runFor(10_000);
  await page.locator('.level-end').waitFor();
}

/** Plays the last of its steps. @param {Page} page */
async function playTheLast(page) {
  await ready(page);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await page.locator('.level-end').waitFor();
}

test('a solve that is played ends like a level: verdict, what was learned, what is next', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    const end = page.getByRole('region', { name: 'Solved!' });
    await playToTheEnd(page);
    assert.match(await textOf(end), /Red loses: Black wins in 2 plies 9 positions: ▲ 4 win · ▼ 5 loss Longest forced game: 2 plies This board was decided at step \d+ of 26/);
    // Pixels for eyes, a text for all others.
    assert.equal(await end.getByRole('heading', { name: 'Solved!' }).locator('svg').count(), 1);
    assert.deepEqual(await violations(page), []);
    const [banner, board] = await Promise.all([end, page.locator('main .stage')].map((part) => part.boundingBox()));
    assert.ok(banner && board && banner.y >= board.y + board.height, 'it covers the board');
    await page.keyboard.press('ArrowLeft');
    await drawn(page);
    assert.equal(await end.count(), 0, 'it lies over another step');
    await playTheLast(page);
    await end.getByRole('button', { name: 'Why?' }).click();
    await page.getByRole('button', { name: 'Why', exact: true, pressed: true }).waitFor();
    await end.waitFor({ state: 'detached' });
  }, CLOCK));

test('the end of a log that is only looked at is no level’s end', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch&step=26#${SMALL}`, async (page) => {
    await ready(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await page.waitForTimeout(300);
    assert.equal(await page.locator('.level-end').count(), 0);
    await playTheLast(page);
    await page.getByRole('region', { name: 'Solved!' }).getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.locator('.level-end').count(), 0);
  }));

test('a draw ends as what is left, in Chinese in squares of the reader’s own type', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch&lang=zh#${DRAWN}`, async (page) => {
    await ready(page);
    await page.evaluate(() => document.querySelector('.seek')?.dispatchEvent(new Event('focus')));
    await choose(page, '最快');
    await playTheLast(page);
    const end = page.getByRole('region', { name: '解出来了！' });
    assert.match(await textOf(end), /这个棋盘不终局/);
    const ink = await end.locator('h2 path').evaluate((path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0);
    assert.ok(ink > 50, `${ink} runs of squares`);
  }));

test('a verdict that is to be guessed is not told at the end', () =>
  stand.visit(`/b?tab=watch&predict=1#${SMALL}`, async (page) => {
    await playTheLast(page);
    assert.doesNotMatch(await textOf(page.locator('.level-end')), /wins|decided at/);
  }));

test('tour and film stand beside the speed on a phone, and in the header when it is turned', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await ready(page);
    const tour = (/** @type {string} */ where) => page.locator(where).getByRole('button', { name: 'Tour', exact: true });
    await tour('.transport').waitFor();
    const [speed, extra] = await Promise.all(['.speeds', '.extra-tour'].map((part) => page.locator(part).boundingBox()));
    assert.ok(speed && extra && Math.abs(speed.y - extra.y) < 4 && extra.x >= speed.x + speed.width, JSON.stringify([speed, extra]));
    await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
    await tour('#top').waitFor();
    await page.setViewportSize(PHONE);
    await tour('.transport').click();
    await page.getByRole('heading', { name: /The question/ }).waitFor();
  }, { viewport: PHONE }));

test('two or three neighbours are shown at once, large enough to be read, with how many there are', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch&follow=all#${DRAWN}`, async (page) => {
    await ready(page);
    await page.locator('.seek').fill(String(Math.floor((await events(page)) / 2)));
    await page.waitForSelector('.panel[aria-busy=false]');
    for (const viewport of [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      let most = 0;
      for (let press = 0; press < 150 && most < 2; press += 1) {
        await page.keyboard.press('ArrowRight');
        await drawn(page);
        const widths = await page.locator('.near-item .mini').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
        assert.ok(widths.length <= 3 && widths.every((width) => width >= 90), `${widths}`);
        if (widths.length > 0 && /\d/.test(await page.locator('.near-more').innerText())) most = Math.max(most, widths.length);
      }
      assert.ok(most >= 2, `${most} of more at ${viewport.width}`);
    }
  }));

test('at the end of a layer the last board stays, as bright as before', () =>
  stand.visit(`/b?tab=watch#${DRAWN}`, async (page) => {
    await ready(page);
    const board = () => page.locator('main [role=gridcell]').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')).join());
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForSelector('.panel[aria-busy=false]');
    await page.getByText(/^Layer 0 done/).first().waitFor();
    const kept = await board();
    const pixels = await picture(page);
    await page.keyboard.press('ArrowLeft');
    await drawn(page);
    assert.equal(await board(), kept);
    assert.equal(await picture(page), pixels);
    const looks = await page.locator('main .stage canvas.paint').evaluate((canvas) => [canvas, canvas.parentElement ?? canvas].map((part) => [getComputedStyle(part).opacity, getComputedStyle(part).filter].join()));
    assert.deepEqual(looks, ['1,none', '1,none']);
  }, { reducedMotion: 'reduce' }));

test('frames stand round squares, not over what is on them', () =>
  stand.visit(`/b?tab=watch&step=60#${DRAWN}`, async (page) => {
    await page.waitForSelector('.panel[aria-busy=false]');
    await drawn(page);
    const inside = await page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint'));
      const { data, width, height } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
      const at = (/** @type {number} */ x, /** @type {number} */ y) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)].join();
      const yellow = '241,196,15';
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const isCorner = [0, 1, 2, 8, 15, 16].every((step) => at(x + step, y) === yellow && at(x, y + step) === yellow);
          if (isCorner) return Array.from({ length: 13 }, (_, step) => at(x + 2 + step, y + 2));
        }
      }
      return [];
    });
    assert.equal(inside.length, 13, 'no frame');
    assert.ok(new Set(inside).size > 1, `a line over the piece: ${inside[0]}`);
  }));

test('key moments are marked on the line of time, and lead there', () =>
  stand.visit(`/b?tab=watch#${DRAWN}`, async (page) => {
    await ready(page);
    const moments = page.getByRole('group', { name: 'Key moments of the log' }).getByRole('button');
    await page.getByRole('button', { name: /^The board that was asked about is decided/ }).waitFor();
    const names = await moments.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
    assert.equal(names.length, 4);
    for (const [index, name] of names.entries()) {
      await moments.nth(index).click();
      await drawn(page);
      assert.equal(await page.locator('.seek').inputValue(), /step (\d+)/.exec(name)?.[1]);
    }
    const boxes = await moments.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    const line = await page.locator('.seek').boundingBox();
    boxes.forEach((box, index) => assert.ok(box.left >= (boxes[index - 1]?.right ?? line?.x ?? 0) && box.right <= (line?.x ?? 0) + (line?.width ?? 0) + 1));
  }));

for (const [device, lang, name, wishes] of /** @type {const} */ ([['a desk', 'en', 'Tour', {}], ['a phone, in Chinese, light', 'zh', '导览', { viewport: PHONE, colorScheme: 'light' }]])) {
  test(`the tour goes through eight steps by keyboard on ${device}, with pictures of moves and endings, and is remembered`, ONLY_WITH_ALL, () =>
    stand.visit(`/b?tab=watch&lang=${lang}#${DRAWN}`, async (page) => {
      await ready(page);
      const button = page.getByRole('button', { name, exact: true });
      assert.match(await button.getAttribute('class') ?? '', /is-new/);
      await page.keyboard.press('Shift+T');
      const card = page.getByRole('dialog');
      const titles = new Set();
      for (let step = 1; step <= 8; step += 1) {
        await card.getByText(`${step} / 8`).waitFor();
        titles.add(await textOf(card.getByRole('heading')));
        assert.equal(await page.locator('.is-toured').count(), 1);
        const [box, lit] = await Promise.all([card, page.locator('.is-toured')].map((part) => part.boundingBox()));
        const covered = (/** @type {{ x: number, y: number, width: number, height: number } | null} */ of) => of && box && of.y < box.y + box.height && box.y < of.y + of.height && of.x < box.x + box.width && box.x < of.x + of.width;
        assert.ok(!covered(await page.locator('main .board').boundingBox()) && (step > 4 || !covered(lit)), `step ${step} covers what it tells of`);
        if (step === 2 || step === 3) await card.locator('li canvas').nth(1).waitFor();
        // A king goes, a king takes, a pawn goes; the pawn arrives, or is taken.
        if (step === 2) assert.ok(await card.locator('li').count() >= 3);
        if (step === 3) {
          assert.equal(await card.locator('li').count(), 2);
          assert.deepEqual(await violations(page), []);
        }
        await page.keyboard.press('ArrowRight');
      }
      assert.equal(titles.size, 8);
      await card.waitFor({ state: 'detached' });
      await page.reload();
      await ready(page);
      assert.doesNotMatch(await button.getAttribute('class') ?? '', /is-new/);
      // Its keys are its own: no step of the log is made by them.
      await button.click();
      await card.getByText('1 / 8').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await card.getByText('3 / 8').waitFor();
      assert.equal(await page.locator('.seek').inputValue(), '0');
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });
    }, wishes));
}

test('in a room, board and caption fill the screen, and a remote leads', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch&step=20#${DRAWN}`, async (page) => {
    await ready(page);
    const size = () => page.locator('.words .caption').evaluate((caption) => Number.parseFloat(getComputedStyle(caption).fontSize));
    const before = await size();
    await page.keyboard.press('Shift+P');
    await page.locator('.presenting').waitFor({ state: 'attached' });
    assert.equal(await page.locator('#top').isVisible(), false);
    assert.ok((await size()) > 1.8 * before, `${await size()} instead of ${before}`);
    const board = await page.locator('.stage').boundingBox();
    assert.ok((board?.width ?? 0) > 1200 && (board?.height ?? 0) > 560, JSON.stringify(board));
    assert.deepEqual(await violations(page), []);
    const stepNow = async () => (await drawn(page), page.locator('.seek').inputValue());
    await page.keyboard.press('PageDown');
    assert.equal(await stepNow(), '21');
    await page.keyboard.press('PageUp');
    assert.equal(await stepNow(), '20');
    await page.keyboard.press('b');
    assert.equal(await page.locator('.curtain').isVisible(), true);
    await page.keyboard.press('PageDown');
    assert.equal(await page.locator('.curtain').isVisible(), false);
    assert.equal(await stepNow(), '20', 'what lifts the curtain does nothing else');
    await page.keyboard.press('Escape');
    await page.locator('#top').waitFor();
    assert.equal(await page.locator('.presenting, .curtain').count(), 0);
  }));

/** Elements of WebM that hold others, and those that are read. */
const HOLDERS = new Set([0x18538067, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675]);
const [DOCTYPE, WIDTH, HEIGHT, TIME, BLOCK] = [0x4282, 0xb0, 0xba, 0xe7, 0xa3];

/** Reads a WebM file: its kind, size, frames, and the time of the last one in milliseconds. @param {Buffer} file */
function readFilm(file) {
  const film = { doctype: '', width: 0, height: 0, frames: 0, last: 0 };
  let time = 0;
  for (let at = 0; at < file.length; ) {
    const first = file[at] ?? 0;
    const idLength = Math.clz32(first) - 23;
    const id = file.readUIntBE(at, idLength);
    const sizeAt = at + idLength;
    const sizeLength = Math.clz32(file[sizeAt] ?? 0) - 23;
    const size = [...file.subarray(sizeAt, sizeAt + sizeLength)].reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & ((1 << (8 - sizeLength)) - 1) : byte), 0);
    const from = sizeAt + sizeLength;
    // The head of the file, too: its parts are like any others.
    if (id === 0x1a45dfa3 || HOLDERS.has(id)) {
      at = from;
      continue;
    }
    const body = file.subarray(from, from + size);
    if (id === DOCTYPE) film.doctype = body.toString('latin1');
    if (id === WIDTH) film.width = body.readUIntBE(0, size);
    if (id === HEIGHT) film.height = body.readUIntBE(0, size);
    if (id === TIME) time = body.readUIntBE(0, size);
    if (id === BLOCK) {
      film.frames += 1;
      film.last = time + body.readInt16BE(1);
    }
    at = from + size;
  }
  return film;
}

test('a solve is saved as a film of the length that was chosen', ONLY_WITH_ALL, (t) =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await ready(page);
    const button = page.locator('.extra-film');
    await button.click();
    const sheet = page.getByRole('dialog', { name: 'A film of this solve' });
    await sheet.getByRole('radio', { name: '5 seconds', exact: true }).check();
    assert.deepEqual(await violations(page), []);
    const saved = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    const download = await saved;
    assert.equal(download.suggestedFilename(), 'pawn-O2-1HX-1O1-r.webm');
    const film = readFilm(readFileSync(await download.path()));
    t.diagnostic(JSON.stringify(film));
    assert.equal(film.doctype, 'webm');
    assert.deepEqual([film.width, film.height], [1280, 720]);
    assert.ok(film.frames > 10, `${film.frames} frames`);
    // Five seconds, and the end held; a busy machine may take longer, never less.
    assert.ok(film.last > 5000, `${film.last} ms`);
    assert.equal(await textOf(button), 'Film');
    assert.equal(await page.locator('.seek').inputValue(), '26');
  }));

test('a browser that cannot film says so', ONLY_WITH_ALL, () =>
  stand.visit('/', async (page) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'MediaRecorder'));
    await page.goto(`${stand.origin}/b?tab=watch#${SMALL}`);
    await ready(page);
    await page.locator('.extra-film').click();
    await page.getByText('This browser cannot record a film').first().waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  }));

test('a picture to share has the board, and its verdict once it is found', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await ready(page);
    await page.keyboard.press('End');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), 'pawn-O2-1HX-1O1-r.png');
    const png = readFileSync(await download.path());
    assert.deepEqual([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], ['PNG', 1200, 675]);
    await page.locator('#toast').getByText('Picture saved').waitFor();
  }));
