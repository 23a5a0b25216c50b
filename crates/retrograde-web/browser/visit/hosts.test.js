/**
 * A site of files on the hosts that people have: Python's server, at its root and below a path, and nginx with compression. Each has to do what
 * the host of the other visits does. Without nginx, its visits are skipped.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Host, SITE } from './host.js';
import { onPath } from './server.js';
import { Stand, hasMoved, onSite, square, token } from './stand.js';
import { after, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const BOARD = 'pawn:5/5/2O2/H2H1/OH1X1_r';
/** The path of the site where it is below one. */
const BELOW = 'pages/retrograde';
/** A folder in which the site is below a path. */
const parent = SITE ? mkdtempSync(join(tmpdir(), 'retrograde-host-')) : '';
if (SITE) {
  mkdirSync(join(parent, 'pages'));
  symlinkSync(SITE, join(parent, BELOW));
}
/** The programs that serve it. @type {import('node:child_process').ChildProcess[]} */
const programs = [];
after(async () => {
  for (const program of programs) program.kill('SIGTERM');
  rmSync(parent, { recursive: true, force: true });
});
const WAIT = 20_000;

/** A port that no program listens at. @returns {Promise<number>} */
const freePort = () => new Promise((found) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    server.close(() => found(port));
  });
});

/** Starts a program that serves a folder, until the visits have ended. @param {string} program @param {string[]} words @param {string} origin @returns {Promise<Host>} */
async function started(program, words, origin) {
  const process = spawn(program, words, { stdio: 'ignore' });
  programs.push(process);
  for (const latest = Date.now() + WAIT; ; await new Promise((later) => setTimeout(later, 50))) {
    assert.ok(process.exitCode === null && Date.now() < latest, `${program} does not answer at ${origin}/`);
    if (await fetch(`${origin}/`).then(({ ok }) => ok, () => false)) return Host.open(SITE ?? '', origin);
  }
}

/** @param {string} folder @param {string} below */
async function python(folder, below) {
  const port = await freePort();
  return started('python3', ['-m', 'http.server', '--bind', '127.0.0.1', '--directory', folder, String(port)], `http://127.0.0.1:${port}${below}`);
}

/** @param {string} module what it does with the module */
async function nginx(module) {
  const port = await freePort();
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${parent}/${name};`).join(' ');
  const file = join(parent, `${port}.conf`);
  writeFileSync(file, `daemon off; master_process off; pid ${parent}/${port}.pid; error_log ${parent}/errors; events {}
http { access_log off; ${own} types { text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg; image/png png; }
gzip on; gzip_min_length 1; gzip_types text/css text/javascript application/json image/svg+xml;
server { listen 127.0.0.1:${port}; root ${parent}; disable_symlinks off; location ~ [.]wasm[.]gz$ { ${module} } } }
`);
  return started('nginx', ['-c', file], `http://127.0.0.1:${port}/${BELOW}`);
}

/** @type {[string, boolean, () => Promise<Host>][]} */
const HOSTS = [
  ['Python', true, () => python(SITE ?? '', '')],
  ['Python below a path', true, () => python(parent, `/${BELOW}`)],
  ['nginx with compression', onPath(['nginx']) !== undefined, () => nginx('default_type application/octet-stream;')],
  ['nginx that has the browser unpack the module', onPath(['nginx']) !== undefined, () => nginx('default_type application/wasm; add_header Content-Encoding gzip;')],
];

for (const [name, isThere, open] of HOSTS) {
  const stand = isThere ? Stand.at(open) : null;
  const options = { slow: 'repeats a visit on another host', skip: stand === null && 'no nginx on the PATH; on Debian: apt-get install nginx-light', ...onSite() };
  test(`on ${name} the demo moves, links lead to their boards, and a board is solved and played`, options, async () => stand?.visit('/', async (page) => {
    await hasMoved(page);
    await page.goto(`${stand.origin}/b/?tab=edit#${BOARD}`);
    await page.getByRole('region', { name: 'Verdict' }).getByText('Draw: nobody can force a win').waitFor();
    await page.locator('#tab-play').press('Enter');
    await square(page, 'c3').press('Enter');
    await square(page, 'c4').press('Enter');
    await page.waitForFunction((before) => location.hash.endsWith('_r') && decodeURIComponent(location.hash) !== `#${before}`, BOARD);
    assert.match(await token(page), /^pawn:/);
    for (const place of ['learn', 'puzzles', 'tables', 'b']) {
      await page.goto(`${stand.origin}/${place}${place === 'b' ? `?tab=watch#${BOARD}` : ''}`);
      await page.locator('main h1, main h2').first().waitFor();
    }
    await page.locator('.watch .banner', { hasText: 'Who wins?' }).waitFor();
  }, { fresh: 'has files of another host' }));
}
