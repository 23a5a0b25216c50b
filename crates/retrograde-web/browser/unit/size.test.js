import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const PAGE = fileURLToPath(new URL('../../page/', import.meta.url));
/** What all of the page may weigh on its way to the browser, in bytes. */
const MOST = 150_000;

test('the whole page weighs at most 150 kB compressed', (t) => {
  const files = readdirSync(PAGE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const weights = files.map((file) => {
    const path = join(file.parentPath ?? file.path, file.name);
    return { path: path.slice(PAGE.length), bytes: gzipSync(readFileSync(path), { level: 9 }).length };
  });
  const sum = weights.reduce((total, { bytes }) => total + bytes, 0);
  const heaviest = weights.sort((a, b) => b.bytes - a.bytes).slice(0, 3).map(({ path, bytes }) => `${path} ${bytes}`);
  t.diagnostic(`${files.length} files, ${sum} bytes compressed; the heaviest: ${heaviest.join(', ')}`);
  assert.ok(files.length > 20, 'the page is not where it was');
  assert.ok(sum <= MOST, `${sum} bytes`);
});
