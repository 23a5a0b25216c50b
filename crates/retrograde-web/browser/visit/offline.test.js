/** A site of files without its host: one version is stored whole or not at all, and a newer one waits until the reader takes it. */

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SITE } from './host.js';
import { Stand, hasMoved, onSite, square } from './stand.js';
import { after, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

/** A copy of the site, in which the visits put other versions. */
const folder = SITE ? mkdtempSync(join(tmpdir(), 'retrograde-site-')) : '';
if (SITE) cpSync(SITE, folder, { recursive: true });
after(async () => rmSync(folder, { recursive: true, force: true }));
const stand = Stand.ofSite(folder);

const BOARD = 'pawn:5/5/2O2/H2H1/OH1X1_r';
const PLACES = ['b', 'learn', 'puzzles', 'tables'];
const WORKER = 'service.js';
/** A window with a service worker, which is no other visit's. */
const STORING = /** @type {const} */ ({ fresh: 'stores the site', serviceWorkers: 'allow' });
/** What the browser says of a host that is away, and of a file that is missing. */
const AWAY = ['ERR_CONNECTION_REFUSED', 'ERR_FAILED', 'ERR_INTERNET_DISCONNECTED'];

/** The version that the host has. */
const version = () => /v\/([0-9a-f]+)/.exec(readFileSync(join(folder, WORKER), 'utf8'))?.[1] ?? '';

/** Puts another version in the host's folder; the files of the one before go. @param {string} hash */
function publish(hash) {
  const before = version();
  renameSync(join(folder, 'v', before), join(folder, 'v', hash));
  const documents = ['', ...PLACES.map((place) => `${place}/`)].map((place) => `${place}index.html`);
  for (const name of [...documents, 'manifest.json', WORKER]) writeFileSync(join(folder, name), readFileSync(join(folder, name), 'utf8').replaceAll(before, hash));
}

/** Waits until the site is stored. @param {Page} page */
const isStored = (page) => page.evaluate(async () => void (await navigator.serviceWorker.ready).active);

/** The versions of the files that a document has loaded. @param {Page} page */
const versions = (page) => page.evaluate(() => [...new Set(performance.getEntriesByType('resource').map(({ name }) => /\/v\/([0-9a-f]+)\//.exec(name)?.[1] ?? ''))]);

/** Has the browser look for a newer version; whether it has found one, and stored it. @param {Page} page */
const looks = (page) => page.evaluate(async () => {
  const registration = /** @type {ServiceWorkerRegistration} */ (await navigator.serviceWorker.getRegistration());
  await registration.update();
  const { installing } = registration;
  if (installing) await new Promise((done) => (installing.onstatechange = () => done(null)));
  return registration.waiting !== null;
});

/** The page's button. @param {Page} page */
const button = (page) => page.getByRole('button', { name: 'Load it' });

test('after the first visit, a reload, other places and a solve work without the host', onSite(), () =>
  stand.visit('/', async (page) => {
    await hasMoved(page);
    await isStored(page);
    const port = Number(new URL(stand.origin).port);
    await stand.site.close();
    try {
      await page.reload();
      await hasMoved(page);
      // A link of the server's, which a host of files would redirect.
      await page.goto(`${stand.origin}/b?tab=edit#${BOARD}`);
      await page.getByRole('region', { name: 'Verdict' }).getByText('Draw: nobody can force a win').waitFor();
      assert.equal(page.url(), `${stand.origin}/b/?tab=edit#${BOARD}`);
      for (const place of PLACES.slice(1)) {
        await page.goto(`${stand.origin}/${place}`);
        await page.locator('main h1, main h2').first().waitFor();
      }
    } finally {
      await stand.site.listen(port);
    }
  }, { ...STORING, complaints: AWAY }));

test('a second visit requests the script of the service worker alone', onSite(), () =>
  stand.visit('/', async (page) => {
    await hasMoved(page);
    await isStored(page);
    const { asked } = stand.site;
    asked.length = 0;
    await page.goto(`${stand.origin}/tables`);
    await page.goto(`${stand.origin}/`);
    await hasMoved(page);
    // The browser looks for a newer script when it has time: on a busy machine after more than 20 s.
    assert.equal(await looks(page), false);
    await page.waitForTimeout(500);
    assert.deepEqual([...new Set(asked)], [`/${WORKER}`]);
  }, STORING));

test('a newer version is offered, and no window mixes the files of two', onSite(), () =>
  stand.visit('/', async (page) => {
    await hasMoved(page);
    await isStored(page);
    const before = version();
    await page.reload();
    const other = await page.context().newPage();
    await other.goto(`${stand.origin}/`);
    await hasMoved(other);
    publish('1111111111111111');
    assert.ok(await looks(page), 'the newer version is not stored');
    await button(page).waitFor();
    // The windows stay at their version, in places that they have not loaded, and that the host has no more.
    await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
    await page.locator('.lesson-wide').first().waitFor();
    assert.deepEqual(await versions(page), [before]);
    await button(page).click();
    await page.waitForFunction((hash) => document.querySelector(`script[src*="${hash}"]`), '1111111111111111');
    await page.locator('.lesson-wide').first().waitFor();
    assert.deepEqual(await versions(page), ['1111111111111111']);
    assert.equal(await button(page).count(), 0);
    await other.getByRole('navigation').getByRole('link', { name: 'Puzzles' }).click();
    await other.locator('.puzzles .move-list').first().waitFor();
    assert.deepEqual(await versions(other), [before]);
    await button(other).click();
    await other.waitForFunction((hash) => document.querySelector(`script[src*="${hash}"]`), '1111111111111111');
  }, STORING));

for (const [what, spoil] of /** @type {[string, () => void][]} */ ([
  ['lacks a file', () => rmSync(join(folder, 'v', version(), 'js', 'learn', 'law.js'))],
  ['has a document of another one', () => writeFileSync(join(folder, 'learn', 'index.html'), readFileSync(join(folder, 'learn', 'index.html'), 'utf8').replaceAll(version(), 'abcdef'))],
])) {
  test(`a version that ${what} is not stored, and the one before goes on`, onSite(), () =>
    stand.visit('/', async (page) => {
      await hasMoved(page);
      await isStored(page);
      const before = version();
      const kept = mkdtempSync(join(tmpdir(), 'retrograde-kept-'));
      cpSync(folder, kept, { recursive: true });
      try {
        publish('2222222222222222');
        spoil();
        assert.equal(await looks(page), false);
        assert.deepEqual(await page.evaluate(async () => (await caches.keys()).length), 1);
        await page.goto(`${stand.origin}/b/?tab=play#${BOARD}`);
        await square(page, 'a1').waitFor();
        assert.deepEqual(await versions(page), [before]);
        assert.equal(await button(page).count(), 0);
      } finally {
        rmSync(folder, { recursive: true });
        renameSync(kept, folder);
      }
    }, { ...STORING, complaints: ['404'] }));
}

test('the folder of an older version that the host still has does no harm', onSite(), () =>
  stand.visit('/', async (page) => {
    const before = version();
    cpSync(join(folder, 'v', before), join(folder, 'v', '0'), { recursive: true });
    await hasMoved(page);
    await isStored(page);
    assert.deepEqual(await versions(page), [before]);
    assert.ok(readdirSync(join(folder, 'v')).length > 1);
  }, STORING));
