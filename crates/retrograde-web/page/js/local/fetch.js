/**
 * The page without a server: a `fetch` whose answers come from the WebAssembly module, in workers. One worker answers all questions but
 * those about the boards that the reader has solved.
 */

import { Desk } from './desk.js';
import { compiled } from './instance.js';
import { request } from './message.js';
import { Solves } from './solves.js';

/** @typedef {import('./message.js').Answer} Answer */

const API = '/api/v1';
/** The memory limit in MiB, of all workers together; less on a small device. */
const [USUAL, SMALL] = [1024, 256];
/** A device with so much memory in GiB is small. */
const SMALL_DEVICE = 4;
const MIB = 1024 * 1024;
/** Questions that are asked again of a fresh instance if theirs has trapped on another question. */
const TRIES = 2;

/** The position that a request is about; empty if it is about none, or about several. @param {URLSearchParams} query @param {string} body */
function subject(query, body) {
  const pos = query.get('pos');
  if (pos !== null || !body) return pos ?? '';
  const given = JSON.parse(body).pos;
  const [first = ''] = Array.isArray(given) ? given : [given];
  return typeof first === 'string' ? first : '';
}

class Local {
  #file;
  #wanted;
  #mebibytes;
  /** @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  /** @type {Desk | null} */
  #desk = null;
  /** @type {Promise<Desk> | null} */
  #coming = null;
  #solves = new Solves((tell) => this.#begin(tell));

  /** @param {string} file the address of the module @param {Promise<void>} wanted when it may be loaded @param {number} mebibytes */
  constructor(file, wanted, mebibytes) {
    this.#file = file;
    this.#wanted = wanted;
    this.#mebibytes = mebibytes;
  }

  /** @param {string} method @param {URL} url @param {string} language @param {string} body @returns {Promise<Answer>} */
  async answer(method, url, language, body) {
    const path = url.pathname.slice(API.length);
    const [, , id = ''] = path.split('/');
    if (path === '/solve' && method === 'POST' && !body.includes('"keep"')) return this.#solves.solve(API, language, body);
    if (path.startsWith('/jobs/')) {
      const answer = method === 'DELETE' ? this.#solves.cancel(id) : this.#solves.job(id);
      if (answer) return answer;
    }
    const asked = request(method, url.pathname + url.search, language, body);
    const pos = subject(url.searchParams, body);
    const solved = pos && path !== '/random' ? await this.#solves.with(API, pos) : null;
    return solved ? solved.ask(asked) : this.#first(asked);
  }

  /** @param {Uint8Array<ArrayBuffer>} asked @returns {Promise<Answer>} */
  async #first(asked) {
    for (let attempt = 1; ; attempt += 1) {
      const desk = await this.#usual();
      try {
        return await desk.ask(asked);
      } catch (error) {
        if (!desk.isDead || attempt === TRIES) throw error;
      }
    }
  }

  /** The worker for all boards; a fresh one if it has ended, or if it is idle and holds too much. */
  async #usual() {
    const now = this.#desk;
    if (now && !now.isDead && !(now.isIdle && now.bytes > (this.#mebibytes * MIB) / 2)) return now;
    now?.end();
    this.#coming ??= this.#begin().finally(() => (this.#coming = null));
    this.#desk = await this.#coming;
    return this.#desk;
  }

  /** @param {(progress: Answer) => void} [tell] */
  async #begin(tell) {
    await this.#wanted;
    // The worker loads while the module does.
    const desk = new Desk(tell);
    const module = await this.#compiled().catch((error) => (desk.end(), Promise.reject(error)));
    const held = this.#solves.desks.reduce((sum, desk) => sum + desk.bytes, 0);
    // A solve has what the other solved boards leave; a question that needs more is refused with the numbers.
    const left = tell ? this.#mebibytes - Math.ceil(held / MIB) : this.#mebibytes;
    desk.begin(module, Math.max(left, 1));
    return desk;
  }

  /** The module; one that did not come is asked for again. */
  #compiled() {
    this.#module ??= fetch(this.#file).then(compiled).catch((error) => ((this.#module = null), Promise.reject(error)));
    return this.#module;
  }
}

/**
 * @param {string} file the address of the module
 * @param {Promise<void>} [wanted] when it may be loaded
 * @returns {typeof fetch}
 */
export function localFetch(file, wanted = Promise.resolve()) {
  const memory = /** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory ?? Infinity;
  const local = new Local(file, wanted, memory <= SMALL_DEVICE ? SMALL : USUAL);
  return async (place, init = {}) => {
    const url = new URL(String(place), location.href);
    init.signal?.throwIfAborted();
    const headers = new Headers(init.headers);
    const answer = local.answer(init.method ?? 'GET', url, headers.get('accept-language') ?? 'en', typeof init.body === 'string' ? init.body : '');
    const left = new Promise((_, refuse) => init.signal?.addEventListener('abort', () => refuse(new DOMException('cancelled', 'AbortError'))));
    const told = /** @type {Answer} */ (await Promise.race([answer, left]));
    return new Response(told.body, { status: told.status, headers: told.headers });
  };
}
