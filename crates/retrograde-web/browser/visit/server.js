/** The server that the visits ask, whatever the browser, and where browsers are. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @param {string} program @param {string} folder @param {string} port */
export const startServer = (program, folder, port) =>
  spawn(program, ['--lang', 'en', 'serve', '--port', port, '--no-open', ...(process.env.PAGE ? ['--page', process.env.PAGE] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, RETROGRADE_TABLES: folder },
  });

/** The address in the server's first line. @param {ChildProcess} server @returns {Promise<string>} */
export function address(server) {
  return new Promise((resolve, reject) => {
    let text = '';
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened: ${text}`)));
    server.stderr?.on('data', (chunk) => (text += chunk));
    server.stdout?.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found && text.includes('\n')) resolve(found[0]);
    });
  });
}

/** Ends a server, and checks that it ended as it should. @param {ChildProcess} server @param {() => string} notes what it has written */
export async function stopServer(server, notes) {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  const code = await ended;
  assert.ok(code === 0 || code === 130, `the server ended with ${code}: ${notes()}`);
  assert.doesNotMatch(notes(), /panicked/);
}

/** The first of these programs that is on the PATH. @param {string[]} names */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
