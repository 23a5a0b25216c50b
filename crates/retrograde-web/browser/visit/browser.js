/**
 * Which Chromium visits the page. As a program it prints its path, and fails where there is none.
 *
 *   CHROMIUM=path      this one
 *   RETROGRADE_ALL=1   rather the one that people have
 */

import { fileURLToPath } from 'node:url';

import { onPath } from './server.js';
import { ALL } from './visits.js';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];
/** Draws the same pictures, and has no window to draw them in: visits take less of the processor. */
const SHELL = 'chromium-headless-shell';

/** The browser to start; nothing if there is none. */
export const browserPath = () => process.env.CHROMIUM ?? onPath(ALL ? [...WHOLE, SHELL] : [SHELL, ...WHOLE]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = browserPath();
  console.log(found ?? 'no Chromium on the PATH; on Debian: apt-get install chromium-headless-shell');
  process.exitCode = found === undefined ? 1 : 0;
}
