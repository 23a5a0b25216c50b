/**
 * Visits the page with real browsers: builds the programs once, then runs the files of `visit/` two at a time.
 *
 *   npm run visit                  all of them
 *   npm run visit -- watch edit    some
 */

import { readdirSync, statSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

import { freshProgram, tableProgram } from './program.js';

const FOLDER = fileURLToPath(new URL('visit/', import.meta.url));
const END = '.test.js';

/** What holds the page to a time, which means little while other tests run beside it: they have ended by then. */
const LAST = `edit${END}`;

/** The files of these names, all without any; long ones first, as the last one is waited for by nobody else. @param {string[]} names */
function files(names) {
  const all = readdirSync(FOLDER).filter((file) => file.endsWith(END));
  const unknown = names.filter((name) => !all.includes(name + END));
  if (unknown.length > 0) throw new Error(`no visit is called ${unknown.join(' ')}; there are ${all.map((file) => file.slice(0, -END.length)).join(' ')}`);
  const chosen = names.length > 0 ? names.map((name) => name + END) : all;
  const size = (/** @type {string} */ file) => (file === LAST ? 0 : statSync(FOLDER + file).size);
  return chosen.sort((one, other) => size(other) - size(one)).map((file) => FOLDER + file);
}

const chosen = files(process.argv.slice(2));
process.env.RETROGRADE = freshProgram();
process.env.TABLE_PROGRAM = tableProgram();
run({ files: chosen, concurrency: 2 })
  .on('test:fail', () => (process.exitCode = 1))
  .compose(new spec())
  .pipe(process.stdout);
