/** The page's modules and styles as the server sends them: without their documentation, comment lines, indentation and empty lines. */

import { readFileSync } from 'node:fs';

/** The documentation of a module, and the comments of styles. */
const DOCS = /\/\*\*.*?\*\//gs;
const NOTES = /\/\*.*?\*\//gs;
/** What a line has that no browser needs: blanks at its start, and a comment that fills it. */
const START = /^ *(?:\/\/.*)?/;

/** @param {string} code @param {RegExp} comment */
export const lean = (code, comment = DOCS) => code.replaceAll(comment, '').split('\n').map((line) => line.replace(START, '')).filter((line) => line !== '').join('\n');

/** What a browser gets of a file. @param {string} path @returns {string | Buffer} */
export function served(path) {
  if (path.endsWith('.css')) return lean(readFileSync(path, 'utf8'), NOTES);
  return path.endsWith('.js') ? lean(readFileSync(path, 'utf8')) : readFileSync(path);
}
