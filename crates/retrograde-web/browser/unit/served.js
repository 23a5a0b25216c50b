/** The page's modules as the server sends them: without their documentation, comment lines and indentation, which it leaves out line by line. */

import { readFileSync } from 'node:fs';

/** The documentation of a module. */
const DOCS = /\/\*\*.*?\*\//gs;
/** What a line has that no browser needs: blanks at its start, and a comment that fills it. */
const START = /^ *(?:\/\/.*)?/;

/** @param {string} code */
export const lean = (code) => code.replaceAll(DOCS, (doc) => doc.replaceAll(/[^\n]/g, '')).split('\n').map((line) => line.replace(START, '')).join('\n');

/** What a browser gets of a file. @param {string} path @returns {string | Buffer} */
export const served = (path) => (path.endsWith('.js') ? lean(readFileSync(path, 'utf8')) : readFileSync(path));
