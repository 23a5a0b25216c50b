/**
 * Visits the page with real browsers: builds the programs once, then runs the files of `visit/`, several at a time.
 *
 *   npm run visit                  all of them
 *   npm run visit -- watch edit    some
 */

import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

import { freshProgram, tableProgram } from './program.js';

const FOLDER = fileURLToPath(new URL('visit/', import.meta.url));
const END = '.test.js';

/** What takes longest, whatever its size: nothing runs beside what is begun last. */
const LONGEST = ['access', 'outage', 'home'];
/** What holds the page to times and to frames, which mean little while many others run beside it: they have ended by then, and one runs at a time. */
const TIMED = ['pace', 'lights'];
/** How many files run at a time: with more of them than cores, a visit met a page that had not drawn yet. */
const LANES = availableParallelism();

/** The names of these files, of all without any. @param {string[]} names */
function chosen(names) {
  const all = readdirSync(FOLDER).filter((file) => file.endsWith(END)).map((file) => file.slice(0, -END.length));
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`no visit is called ${unknown.join(' ')}; there are ${all.join(' ')}`);
  return names.length > 0 ? names : all;
}

/** @param {string} name */
const path = (name) => FOLDER + name + END;
/** How long a file is, which tells how long it takes; more than any is, if it is known to take longest. @param {string} name */
const length = (name) => statSync(path(name)).size + (LONGEST.includes(name) ? 1e6 : 0);

/** Runs files of `visit/`, long ones first. @param {string[]} names @param {number} lanes */
const visit = (names, lanes) =>
  run({ files: [...names].sort((one, other) => length(other) - length(one)).map(path), concurrency: lanes }).on('test:fail', () => (process.exitCode = 1));

/** What comes of all visits, in turn. @param {string[]} names */
async function* visits(names) {
  const isTimed = (/** @type {string} */ name) => TIMED.includes(name);
  for (const [part, lanes] of /** @type {const} */ ([[names.filter((name) => !isTimed(name)), LANES], [names.filter(isTimed), 1]])) {
    if (part.length > 0) yield* visit(part, lanes);
  }
}

const names = chosen(process.argv.slice(2));
process.env.RETROGRADE = freshProgram();
process.env.TABLE_PROGRAM = tableProgram();
Readable.from(visits(names)).compose(new spec()).pipe(process.stdout);
