/** The files of visits, and in which order they run. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { SITE } from './host.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const END = '.test.js';

/** What holds the page to times and to frames, which mean little beside others: these files run one by one when the others have ended. */
export const TIMED = ['pace', 'lights'];
/** What takes longest, longest first: begun early, so that the lanes end together. */
const LONGEST = ['access', 'home', 'outage', 'play', 'watch', 'show'];

/** What a site of files has not: a server that stops, tables on disk, another program, the window of the visits itself, and a module that fails. */
const OF_SERVERS = SITE ? ['bare', 'outage', 'shelf', 'table', 'reset'] : [];

/** The names of all files. */
export const FILES = readdirSync(FOLDER).filter((file) => file.endsWith(END)).map((file) => file.slice(0, -END.length)).filter((name) => !OF_SERVERS.includes(name));

/** @param {string} name */
export const path = (name) => FOLDER + name + END;

/** The files of these that may run side by side, long ones first, and those that run alone. @param {string[]} names */
export function parts(names) {
  const rank = (/** @type {string} */ name) => (LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length);
  return {
    untimed: names.filter((name) => !TIMED.includes(name)).sort((one, other) => rank(one) - rank(other)),
    timed: names.filter((name) => TIMED.includes(name)),
  };
}
