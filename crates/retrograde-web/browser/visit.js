/**
 * Visits the page with real browsers: builds the programs once, then runs the files of `visit/`, several at a time.
 *
 *   npm run visit                  all of them
 *   npm run visit -- watch edit    some
 *   npm run visit -- --untimed     all but those that hold the page to times
 *   npm run visit -- --timed       only those
 *   npm run visit -- --list        prints their names, a line each, and which are slow
 *
 *   SITE=folder                    visits the site of files in this folder instead of a server
 *   RETROGRADE_ALL=1               also runs the visits that are marked as slow
 *   RETROGRADE=path TABLE_PROGRAM=path SITE_PROGRAM=path    the programs, which are not built then
 *   RETROGRADE_COSTS=file          adds what each visit takes to a file: seconds, a tab, `visit` and its name
 */

import { appendFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

import { freshProgram, siteProgram, tableProgram } from './program.js';
import { FILES, parts, path } from './visit/files.js';
import { SITE } from './visit/host.js';
import { register } from './visit/visits.js';

const RUN = fileURLToPath(new URL('visit/run.js', import.meta.url));
/** How many of the slowest visits are named at the end. */
const SLOWEST = 10;

/** The files that are asked for, all of them without any name. @param {string[]} words */
function chosen(words) {
  const names = words.filter((word) => !word.startsWith('--'));
  const unknown = words.filter((word) => !FILES.includes(word) && !['--list', '--timed', '--untimed'].includes(word));
  if (unknown.length > 0) throw new Error(`no visit is called ${unknown.join(' ')}; there are ${FILES.join(' ')}`);
  const { timed, untimed } = parts(names.length > 0 ? names : FILES);
  if (words.includes('--timed')) return timed;
  return words.includes('--untimed') ? untimed : [...untimed, ...timed];
}

/** Prints the names of all visits of these files. @param {string[]} files */
async function list(files) {
  for (const file of files) {
    const { visits } = await register(path(file));
    for (const { name, slow } of visits) console.log(`${file}: ${name}${slow ? ` (slow: ${slow})` : ''}`);
  }
}

/** Runs these files; prints which visits took longest. @param {string[]} files */
async function visit(files) {
  if (!SITE) {
    process.env.RETROGRADE = freshProgram();
    process.env.TABLE_PROGRAM = tableProgram();
    process.env.SITE_PROGRAM = siteProgram();
  }
  process.env.VISITS = files.join();
  const costs = /** @type {{ name: string, seconds: number }[]} */ ([]);
  const note = (/** @type {{ name: string, nesting: number, skip?: unknown, details: { duration_ms: number } }} */ { name, nesting, skip, details }) => {
    if (nesting > 0 && skip === undefined) costs.push({ name, seconds: details.duration_ms / 1000 });
  };
  const events = run({ files: [RUN] }).on('test:fail', () => (process.exitCode = 1)).on('test:pass', note).on('test:fail', note);
  await new Promise((done) => Readable.from(events).compose(new spec()).on('end', done).pipe(process.stdout));
  costs.sort((one, other) => other.seconds - one.seconds);
  for (const { name, seconds } of costs.slice(0, SLOWEST)) console.log(`cost visit ${seconds.toFixed(1)} ${name}`);
  if (process.env.RETROGRADE_COSTS) appendFileSync(process.env.RETROGRADE_COSTS, costs.map(({ name, seconds }) => `${seconds.toFixed(3)}\tvisit ${name}\n`).join(''));
}

const words = process.argv.slice(2);
await (words.includes('--list') ? list : visit)(chosen(words));
