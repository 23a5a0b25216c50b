/**
 * A site of files with a small module that fails at every question: it shows that the page is complete below a path of another host, asks the
 * module in a worker, says what a module fails with, and is stored.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { siteProgram } from '../program.js';
import { Stand } from './stand.js';
import { after, before, test } from './visits.js';

/** A section of a WebAssembly module. @param {number} id @param {number[]} content */
const section = (id, content) => [id, content.length, ...content];
/** An export by its name. @param {string} name @param {number} kind @param {number} index */
const exported = (name, kind, index) => [name.length, ...Buffer.from(name), kind, index];
const [FUNCTION, MEMORY, I32] = [0, 2, 0x7f];
/** `allocate` returns 0, `free` and `begin` do nothing, `answer` is `unreachable`. */
const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [4, 0x60, 1, I32, 1, I32, 0x60, 2, I32, I32, 0, 0x60, 1, I32, 0, 0x60, 2, I32, I32, 1, I32]),
  ...section(3, [4, 0, 1, 2, 3]),
  ...section(5, [1, 0, 1]),
  ...section(7, [5, ...exported('memory', MEMORY, 0), ...['allocate', 'free', 'begin', 'answer'].flatMap((name, index) => exported(name, FUNCTION, index))]),
  ...section(10, [4, 4, 0, 0x41, 0, 0x0b, 2, 0, 0x0b, 2, 0, 0x0b, 3, 0, 0, 0x0b]),
]);

const folder = join(tmpdir(), `retrograde-bare-${process.pid}`);
before(async () => {
  const made = mkdtempSync(join(tmpdir(), 'retrograde-module-'));
  writeFileSync(join(made, 'module.wasm'), MODULE);
  execFileSync(siteProgram(), [join(made, 'module.wasm'), folder]);
  rmSync(made, { recursive: true });
});
const stand = Stand.ofSite(folder);
after(async () => rmSync(folder, { recursive: true }));

test('a site is complete below a path, says what its module fails with, and is stored', () =>
  stand.visit('/tables', async (page) => {
    await page.getByText('internal error: RuntimeError: unreachable').first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
    await page.locator('main h2').first().waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const { asked } = stand.site;
    asked.length = 0;
    await page.goto(`${stand.origin}/learn`);
    await page.locator('main h2').first().waitFor();
    assert.deepEqual(asked, []);
  }, { fresh: 'stores the site' }));
