/**
 * A host that only sends files, below a path, as many hosts of projects do: the page there has no server, and its module answers.
 *
 *   SITE=folder         the visits are of the site in this folder, which `cargo xtask site` has written, instead of a server's page
 *   SITE_HOST=address   another host that serves this folder, such as `http://127.0.0.1:8000/below`
 */

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';

import { Instance, compiled } from '../../page/js/local/instance.js';
import { answer, request } from '../../page/js/local/message.js';

/** The folder of the site that is visited; nothing if the visits are of a server. */
export const SITE = process.env.SITE && resolve(process.env.SITE);

const BELOW = '/below/a-path';
const API = '/api/v1';
const MEBIBYTES = 1024;
const [OK, MOVED, NOT_FOUND] = [200, 301, 404];
const TYPES = new Map(Object.entries({ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.json': 'application/json', '.gz': 'application/octet-stream' }));

export class Host {
  /** Where the site is, such as `http://127.0.0.1:4000/below/a-path`. */
  origin = '';
  /** The paths that were asked for, below the site's. @type {string[]} */
  asked = [];
  /** @type {Promise<Instance> | undefined} */
  #instance;
  #server;

  /** @param {string} folder may be changed, to have another version there */
  constructor(folder) {
    this.folder = folder;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** @param {string} folder @param {string} [address] of another host that serves it */
  static async open(folder, address) {
    const host = new Host(folder);
    if (address) host.origin = address;
    else await host.listen();
    return host;
  }

  /** @param {number} [port] */
  async listen(port = 0) {
    await new Promise((listening) => this.#server.listen(port, '127.0.0.1', () => listening(undefined)));
    const address = /** @type {import('node:net').AddressInfo} */ (this.#server.address());
    this.origin = `http://127.0.0.1:${address.port}${BELOW}`;
  }

  /** Answers nobody from now on. */
  async close() {
    const closed = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await closed;
  }

  /** What the page's module answers to a question, as JSON. @param {string} path below that of the API */
  async ask(path) {
    this.#instance ??= this.#begin();
    const asked = request('GET', API + path, 'en', '');
    return JSON.parse(new TextDecoder().decode(answer((await this.#instance).answer(asked)).body));
  }

  async #begin() {
    const [version = ''] = readdirSync(join(this.folder, 'v'));
    const file = readFileSync(join(this.folder, 'v', version, 'retrograde.wasm.gz'));
    return new Instance(await compiled(new Response(file)), MEBIBYTES);
  }

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  #answer(request, response) {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname.slice(BELOW.length));
    this.asked.push(path);
    const found = pathname.startsWith(`${BELOW}/`) && statSync(join(this.folder, path), { throwIfNoEntry: false });
    if (!found) response.writeHead(NOT_FOUND).end();
    else if (found.isDirectory() && !pathname.endsWith('/')) response.writeHead(MOVED, { location: `${pathname}/${search}` }).end();
    else this.#send(join(this.folder, path, found.isDirectory() ? 'index.html' : ''), request, response);
  }

  /** @param {string} file @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  #send(file, request, response) {
    const { mtimeMs, size } = statSync(file);
    const etag = `"${mtimeMs}-${size}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(OK, { etag, 'cache-control': 'no-cache', 'content-type': TYPES.get(extname(file)) ?? 'text/plain' }).end(readFileSync(file));
  }
}
