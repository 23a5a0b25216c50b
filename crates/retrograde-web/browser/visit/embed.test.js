/** The page in frames of other pages: the element that is copied, a page with ten frames, and every example of `docs/embed.md`. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SITE } from './host.js';
import { Stand, onSite, square, textOf } from './stand.js';
import { test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const BOARD = 'pawn:5/5/2O2/H2H1/OH1X1_r';
const DOCS = readFileSync(new URL('../../../../docs/embed.md', import.meta.url), 'utf8');
/** The site of the examples. */
const EXAMPLE = 'https://example.org/retrograde';

/** The examples of a language. @param {string} language */
const examples = (language) => [...DOCS.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, word]) => word === language).map(([, , text = '']) => text);

/** Serves a page at an origin of its own while something is done. @param {string} body @param {(origin: string) => Promise<void>} use */
async function withPage(body, use) {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en"><title>A blog</title><link rel="icon" href="data:,">${body}</html>`));
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    await use(`http://localhost:${port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Visits such a page, which alone is beside the site. @param {string} body @param {(page: Page) => Promise<void>} scenario */
const visitPage = (body, scenario) => withPage(body, (origin) => stand.visit('/tables', async (page) => {
  await page.goto(origin);
  await scenario(page);
}, { fresh: 'is on a page of another origin', others: [origin, 'data:'] }));

test('the element that is copied shows the board in a frame', () =>
  stand.visit(`/b?tab=watch&step=7#${BOARD}`, async (page) => {
    await page.locator('.panel[aria-busy=false]').waitFor();
    await page.getByRole('button', { name: 'Copy embed' }).click();
    await page.locator('#toast').getByText('Code of the frame copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const src = `${stand.origin}/b/?tab=watch&amp;step=7&amp;embed=1#${BOARD}`;
    assert.equal(copied, `<iframe src="${src}" title="Pawn · Watch · Retrograde" width="960" height="720" loading="lazy"></iframe>`);
    await page.goto(src.replaceAll('&amp;', '&'));
    await page.locator('.panel[aria-busy=false] .sea-canvas').waitFor();
    assert.equal(await page.locator('#top').isVisible(), false);
    const plain = page.getByRole('button', { name: 'Plain', exact: true });
    for (const isPlain of ['true', 'false']) {
      await plain.click();
      assert.equal(await plain.getAttribute('aria-pressed'), isPlain, 'the look that lasts can be changed back');
    }
    assert.equal(await page.getByRole('link', { name: 'Open' }).getAttribute('href'), `${stand.path}/b?tab=watch&step=7#${BOARD}`);
  }));

test('of ten frames on a page of another origin, those load the module that are seen', onSite(), () => {
  const frame = (/** @type {number} */ number) => `<iframe src="${stand.origin}/b/?embed=1&amp;tab=edit#${BOARD}" title="Board ${number}" width="720" height="640" style="display:block"></iframe>`;
  return visitPage(Array.from({ length: 10 }, (_, number) => frame(number)).join('\n'), async (page) => {
    // In the windows of the visits, two of them are seen.
    const hasModule = () => Promise.all(page.frames().slice(1).map((each) => each.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.wasm.gz')))));
    const solved = (/** @type {number} */ number) => page.frameLocator('iframe').nth(number).getByText('Draw: nobody can force a win').first().waitFor();
    await Promise.all([solved(0), solved(1)]);
    for (const each of page.frames().slice(1)) await each.locator('.stage').waitFor();
    const seen = [true, true, false, false, false, false, false, false, false, false];
    assert.deepEqual(await hasModule(), seen);
    await page.evaluate(() => document.querySelectorAll('iframe')[7]?.scrollIntoView({ block: 'start' }));
    await solved(7);
    await solved(8);
    assert.deepEqual((await hasModule()).map((has, number) => has || seen[number]), [true, true, false, false, false, false, false, true, true, false]);
    // A frame stores nothing: it would be stored for each page around it. Some browsers do not let a frame look.
    assert.equal(await page.frames()[1]?.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length, () => 0)), 0);
  });
});

test('every frame of the documentation shows its board', onSite(), async () => {
  const frames = examples('html');
  assert.ok(frames.length >= 3);
  for (const text of frames) {
    await visitPage(text.replaceAll(EXAMPLE, stand.origin), async (page) => {
      await page.frameLocator('iframe').locator('main [role=gridcell], .panel[aria-busy=false]').first().waitFor();
      assert.ok(await page.frameLocator('iframe').getByRole('link', { name: 'Open' }).isVisible());
    });
  }
});

test('every address of the documentation leads to its board', onSite(), async () => {
  const addresses = [...examples('text'), ...examples('markdown')].map((text) => /https:[^\s)]+/.exec(text)?.[0] ?? '');
  assert.ok(addresses.length >= 2);
  for (const address of addresses) {
    assert.ok(address.startsWith(`${EXAMPLE}/`), address);
    await stand.visit(address.slice(EXAMPLE.length), async (page) => {
      await square(page, 'a1').waitFor();
      await page.locator('.watch .banner', { hasText: 'Who wins?' }).waitFor();
      assert.match(await textOf(page.locator('h1')), /^Race 4×4/i);
    });
  }
});

test('the program of the documentation asks the module in node', onSite(), async () => {
  const [program = '', ...others] = examples('js');
  assert.deepEqual(others, []);
  assert.ok(program.split('\n').filter(Boolean).length <= 20, 'it has twenty lines');
  const folder = mkdtempSync(join(tmpdir(), 'retrograde-ask-'));
  try {
    writeFileSync(join(folder, 'ask.mjs'), program);
    const printed = execFileSync(process.execPath, ['ask.mjs', SITE ?? '', BOARD], { cwd: folder, encoding: 'utf8' });
    const { moves } = await stand.ask(`/probe?pos=${encodeURIComponent(BOARD)}`);
    const lines = moves.map((/** @type {any} */ { move, for_mover: value, depth }) => `${move} ${value} ${depth}`);
    assert.equal(printed, ['200 draw null', ...lines, ''].join('\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
