/**
 * Runs the unit tests of the page's modules, as `node --test` does.
 *
 *   npm run unit                  all of them
 *   node unit.js --list           prints their names, a line each
 */

import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('unit/', import.meta.url));
const files = readdirSync(FOLDER).filter((name) => /\.test\.m?js$/.test(name)).sort().map((name) => FOLDER + name);

if (process.argv[2] === '--list') {
  // A pattern that no name matches: every test is reported, and none runs.
  const events = run({ files, concurrency: true, testNamePatterns: ['^$'] });
  for await (const { type, data } of events) {
    if (type === 'test:pass' && 'skip' in data) console.log(`${data.file?.slice(FOLDER.length).replace(/\.test\.m?js$/, '')}: ${data.name}`);
  }
} else {
  run({ files, concurrency: true }).on('test:fail', () => (process.exitCode = 1)).compose(new spec()).pipe(process.stdout);
}
