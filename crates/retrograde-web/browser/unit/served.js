/** The page's modules as the server sends them: without their documentation, which it leaves out line by line. */

import { readFileSync } from 'node:fs';

/** The documentation of a module. */
const DOCS = /\/\*\*.*?\*\//gs;

/** @param {string} code */
export const withoutDocs = (code) => code.replaceAll(DOCS, (doc) => doc.replaceAll(/[^\n]/g, ''));

/** What a browser gets of a file. @param {string} path @returns {string | Buffer} */
export const served = (path) => (path.endsWith('.js') ? withoutDocs(readFileSync(path, 'utf8')) : readFileSync(path));
