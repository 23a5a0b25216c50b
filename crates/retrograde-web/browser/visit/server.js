/** The server that the visits ask, whatever the browser, and where browsers are. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** A server with a folder of its own for its tables, which is empty when it starts. */
export class Server {
  /** Where it listens, such as `http://127.0.0.1:4000`. */
  origin = '';
  /** What it has written to standard error. */
  #notes = '';
  /** @type {ChildProcess | undefined} */
  #process;

  /** @param {string} program @param {string} folder */
  constructor(program, folder) {
    this.program = program;
    this.folder = folder;
  }

  /** Starts a server. @param {string} program the command line to start */
  static async open(program) {
    const server = new Server(program, mkdtempSync(join(tmpdir(), 'retrograde-visit-')));
    await server.#start('0');
    return server;
  }

  /** @param {string} port */
  async #start(port) {
    const page = process.env.PAGE ? ['--page', process.env.PAGE] : [];
    const started = spawn(this.program, ['--lang', 'en', 'serve', '--port', port, '--no-open', ...page], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, RETROGRADE_TABLES: this.folder },
    });
    this.#process = started;
    started.stderr.on('data', (chunk) => (this.#notes += chunk));
    this.origin = await address(started);
  }

  /** What it answers to a question, as JSON. @param {string} path below that of the API */
  async ask(path) {
    return (await fetch(`${this.origin}/api/v1${path}`)).json();
  }

  /** Starts it again after `stop`, at the same address. */
  async restart() {
    await this.#start(new URL(this.origin).port);
  }

  /** Ends it, and checks that it ended as it should. */
  async stop() {
    const running = this.#process;
    assert.ok(running, 'the server does not run');
    this.#process = undefined;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGINT');
    const code = await ended;
    assert.ok(code === 0 || code === 130, `the server ended with ${code}: ${this.#notes}`);
    assert.doesNotMatch(this.#notes, /panicked/);
  }

  /** Ends it for good, with its tables. */
  async close() {
    if (this.#process) await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

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

/** The first of these programs that is on the PATH. @param {string[]} names */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
