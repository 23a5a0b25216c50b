/**
 * Sends the same requests to the WebAssembly module and to the server: they must give the same answers, to the byte. Times, job numbers and
 * bytes of memory may differ.
 *
 *   node module.js MODULE            a hundred requests about small boards, and a job
 *   node module.js MODULE --all      all requests, also about larger boards, and a job of each game with a small board: 2,000 at least
 *   node module.js MODULE --panics   also lets a module with debug assertions panic
 *
 *   RETROGRADE=path     the server's program
 *   RETROGRADE_SEED=N   the seed of boards and numbers; without it, 1
 *   VERBOSE=1           prints each request, with the milliseconds that the server and the module take
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';

import { Instance, Panic, compiled } from '../page/js/local/instance.js';
import { answer, request } from '../page/js/local/message.js';
import { freshProgram } from './program.js';
import { API, LANGUAGES, get, numbers, post, questions } from './requests.js';
import { address } from './visit/server.js';

/** @typedef {import('./requests.js').Question} Question */
/** @typedef {import('./requests.js').Received} Received */
/** @typedef {import('./requests.js').Ask} Ask */

/** How many requests the runs send, at least. */
const [FEW, ALL] = [100, 2000];
/** How many bytes the module of the site may take by gzip. */
const MOST_BYTES = 1_000_000;
const [OK, UNAVAILABLE] = [200, 503];
/** How often a request is sent that the server answers too slowly. */
const ATTEMPTS = 5;
/** Both have the same memory limit, in MiB, so that they refuse the same boards. */
const MEBIBYTES = 1024;
/** The headers that both send. */
const HEADERS = ['content-type', 'etag', 'cache-control', 'location', 'content-disposition', 'retry-after'];
/** Times, job numbers, and bytes of memory, which depend on the length of an address. */
const MEASURED = /"(?:estimated_ms|elapsed_ms|rate|bytes|held|reserved|job)":[^,}]+/;
/** The number of a job in an address. */
const JOB_NUMBER = /\/jobs\/\d+/g;
/** Games whose smallest table is too large for this comparison. */
const TOO_LARGE = ['teeko'];
/** Paths that need tables in files: the module only refuses them. */
const OF_FILES = ['POST /verify', 'GET /stored/{name}', 'DELETE /stored/{name}'];
/** What a job does in the end. */
const ENDED = ['done', 'failed', 'cancelled'];

/** What a comparison may see of an answer. @param {Received} received @returns {Received} */
function seen({ status, headers, body }) {
  const isMeasured = MEASURED.test(body);
  const shown = headers.filter((header) => !(isMeasured && header.startsWith('etag'))).map((header) => header.replace(JOB_NUMBER, '/jobs/N'));
  return { status, headers: shown, body: body.replaceAll(new RegExp(MEASURED, 'g'), '') };
}

/** @param {(name: string) => string | null | undefined} header @returns {string[]} */
const headers = (header) => HEADERS.flatMap((name) => (header(name) ? [`${name}: ${header(name)}`] : []));

/** @param {string} origin @returns {Ask} */
const server = (origin) => async ({ method, path, language, body }) => {
  const own = { 'accept-language': language, 'content-type': 'application/json' };
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(origin + path, { method, headers: own, body: method === 'POST' ? body : undefined });
    const bytes = Buffer.from(await response.arrayBuffer());
    const received = { status: response.status, headers: headers((name) => response.headers.get(name)), body: bytes.toString('latin1') };
    // The module knows no such limit. The server solves on, so a later answer comes from the table.
    if (!isTooSlow(received) || attempt === ATTEMPTS) return received;
    console.log(`the server is too slow, attempt ${attempt}: ${method} ${path}`);
  }
};

/** Whether the server took longer than its time limit. @param {Received} received */
const isTooSlow = ({ status, body }) => status === UNAVAILABLE && JSON.parse(body).error.code === 'too-slow';

/** In a thread of its own: an instance of the module, a fresh one after each panic. @param {WebAssembly.Module} module @param {import('node:worker_threads').MessagePort} port */
function serve(module, port) {
  /** @type {Instance | null} */
  let instance = null;
  port.on('message', ({ method, path, language, body }) => {
    instance ??= new Instance(module, MEBIBYTES);
    try {
      port.postMessage({ bytes: instance.answer(request(method, path, language, body)), held: instance.bytes });
    } catch (error) {
      if (!(error instanceof Panic)) throw error;
      port.postMessage({ bytes: error.answer, held: instance.bytes });
      instance = null;
    }
  });
}

/** The module in a thread, so that server and module work side by side. */
class Module {
  /** The largest memory of an instance, in bytes. */
  bytes = 0;
  #worker;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: module });
  }

  /** @param {Question} question @returns {Promise<Received>} */
  async ask(question) {
    this.#worker.postMessage(question);
    const [{ bytes, held }] = await once(this.#worker, 'message');
    this.bytes = Math.max(this.bytes, held);
    const { status, headers: pairs, body } = answer(bytes);
    const named = new Map(pairs);
    return { status, headers: headers((name) => named.get(name)), body: Buffer.from(body).toString('latin1') };
  }

  close() {
    return this.#worker.terminate();
  }
}

/** Sends requests one after the other; how many milliseconds it took. @param {string} name of who answers @param {Ask} ask @param {Question[]} all @param {(received: Received) => void} note */
async function inTurn(name, ask, all, note) {
  const begun = performance.now();
  for (const question of all) {
    const from = performance.now();
    const received = await ask(question);
    if (process.env.VERBOSE) console.log(name, Math.round(performance.now() - from), received.status, question.method, question.path, question.body.slice(0, 60));
    note(received);
  }
  return Math.round(performance.now() - begun);
}

/**
 * Sends the same requests to both, side by side, and compares their answers as soon as both have answered.
 * @param {[Ask, Ask]} both the server and the module @param {Question[]} all @param {(question: Question, expected: Received, ours: Received) => void} compare
 */
async function sideBySide([server, module], all, compare) {
  const [theirs, own] = [/** @type {Received[]} */ ([]), /** @type {Received[]} */ ([])];
  let compared = 0;
  const note = (/** @type {Received[]} */ answers) => (/** @type {Received} */ received) => {
    answers.push(received);
    for (; compared < Math.min(theirs.length, own.length); compared += 1) {
      const [question, expected, ours] = [all[compared], theirs[compared], own[compared]];
      assert.ok(question && expected && ours);
      compare(question, expected, ours);
    }
  };
  return Promise.all([inTurn('server', server, all, note(theirs)), inTurn('module', module, all, note(own))]);
}

/**
 * Solves a board as a job; the answers that do not depend on the time. The number of its events does, so only the last one is among them.
 * @param {Ask} ask @param {string} pos @param {string} language @returns {Promise<[Question, Received][]>}
 */
async function job(ask, pos, language) {
  const solve = post('/solve', { pos }, language);
  const started = await ask(solve);
  const path = /** @type {string} */ (started.headers.find((header) => header.startsWith('location: '))).replace('location: ', '').slice(API.length);
  const [events, report, cancel] = [get(`${path}/events`, {}, language), get(path, {}, language), { ...get(path, {}, language), method: 'DELETE' }];
  const last = await ask(events);
  const state = await ask(report);
  assert.ok(ENDED.includes(JSON.parse(state.body).state), `the job goes on after its events: ${state.body}`);
  return [
    [solve, { ...started, body: '' }],
    [events, { ...last, body: last.body.trim().split('\n').at(-1) ?? '' }],
    [report, state],
    [cancel, await ask(cancel)],
    [report, await ask(report)],
  ];
}

/** A board of each game, which is small. @param {Question[]} all @returns {string[]} */
function smallBoards(all) {
  const paths = all.filter(({ path }) => path.startsWith(`${API}/sea?`) && path.endsWith('follow=all')).map(({ path }) => new URLSearchParams(path.split('?')[1]).get('pos') ?? '');
  return [...new Map(paths.map((pos) => [pos.split(':')[0], pos])).values()];
}

/** Some requests: one of each path and method, then random ones. @param {Question[]} all @param {(limit: number) => number} random */
function some(all, random) {
  const mixed = all.map((question) => ({ question, rank: random(1 << 30) })).sort((one, other) => one.rank - other.rank).map(({ question }) => question);
  const kind = (/** @type {Question} */ { method, path }) => `${method} ${path.split('?')[0]}`;
  const first = new Map(mixed.map((question) => [kind(question), question]));
  const chosen = new Set([...first.values(), ...mixed.slice(0, FEW)]);
  return all.filter((question) => chosen.has(question));
}

/** The paths of the API, with their methods, that no request has had a success with. @param {string} document @param {[Question, Received][]} pairs */
function unanswered(document, pairs) {
  const answered = pairs.filter(([, { status }]) => status < 300).map(([{ method, path }]) => `${method} ${path.split('?')[0]?.slice(API.length)}`);
  const all = Object.entries(JSON.parse(document).paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  const pattern = (/** @type {string} */ name) => new RegExp(`^${name.replace(/\{\w+\}/, '[^/]+')}$`);
  return all.filter((name) => !OF_FILES.includes(name) && !answered.some((found) => pattern(name).test(found)));
}

/** The game of the position that a request is about. @param {Question} question */
const gameOf = ({ path, body }) => (new URLSearchParams(path.split('?')[1]).get('pos') ?? (body && String(JSON.parse(body).pos ?? ''))).split(':')[0] ?? '';

/** Checks that all kinds of requests are among those that were sent. @param {[Question, Received][]} pairs @param {string[]} games @param {string} document */
function checkKinds(pairs, games, document) {
  assert.deepEqual(unanswered(document, pairs), [], 'paths without a success');
  for (const language of LANGUAGES) {
    const of = pairs.filter(([question]) => question.language === language).map(([, { status }]) => status);
    assert.deepEqual([OK, 400, 403, 404, 405, 422].filter((status) => !of.includes(status)), [], `statuses that no answer in ${language} has`);
  }
  const solved = new Set(pairs.filter(([{ path }, { status }]) => path.startsWith(`${API}/stats?`) && status === OK).map(([question]) => gameOf(question)));
  assert.deepEqual(games.filter((game) => !solved.has(game)), TOO_LARGE, 'games of which no table answers');
}

/** Lets the module panic. @param {Module} module */
async function panic(module) {
  const { status, body } = await module.ask({ method: 'PANIC', path: '/on-purpose', language: 'en', body: '' });
  assert.equal(status, 500);
  const { code, message } = JSON.parse(body).error;
  assert.ok(code === 'internal' && message.startsWith('internal error: ') && message.includes('/on-purpose'), body);
  assert.equal((await module.ask(get('/games'))).status, OK, 'a fresh instance answers');
}

/** @param {string[]} words */
async function main([file = '', ...words]) {
  const seed = Number(process.env.RETROGRADE_SEED ?? 1);
  console.log(`seed ${seed}`);
  const content = readFileSync(file);
  const module = new Module(await compiled(new Response(content)));
  const started = spawn(freshProgram(), ['--lang', 'en', '--threads', '1', '--mem', `${MEBIBYTES}M`, 'serve', '--port', '0', '--no-open'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, RETROGRADE_TABLES: '' },
  });
  try {
    const ask = server(await address(started));
    const isAll = words.includes('--all');
    const { questions: all, games, boards } = await questions(ask, seed, isAll);
    const chosen = isAll ? all : some(all, numbers(seed));
    const askModule = (/** @type {Question} */ question) => module.ask(question);
    const pairs = /** @type {[Question, Received][]} */ ([]);
    const compare = (/** @type {Question} */ question, /** @type {Received} */ expected, /** @type {Received} */ ours) => {
      assert.deepEqual(seen(ours), seen(expected), `${question.method} ${question.path} ${question.language} ${question.body}`);
      pairs.push([question, expected]);
    };
    const [theirs, own] = await sideBySide([ask, askModule], chosen, compare);
    for (const [place, pos] of smallBoards(all).slice(0, isAll ? Infinity : 1).entries()) {
      const language = LANGUAGES[place % LANGUAGES.length] ?? '';
      const [expected, ours] = await Promise.all([job(ask, pos, language), job(askModule, pos, language)]);
      for (const [at, [question, received]] of expected.entries()) compare(question, received, /** @type {[Question, Received]} */ (ours[at])[1]);
    }
    if (words.includes('--panics')) await panic(module);
    assert.ok(pairs.length >= (isAll ? ALL : FEW), `only ${pairs.length} requests`);
    if (isAll) checkKinds(pairs, games, (await ask(get('/openapi.json'))).body);
    const packed = gzipSync(content, { level: 9 }).length;
    assert.ok(!isAll || packed <= MOST_BYTES, `the module takes ${packed} bytes by gzip`);
    const statuses = new Map(pairs.map(([, { status }]) => [status, pairs.filter(([, other]) => other.status === status).length]));
    const counted = [...statuses].map(([status, number]) => `${number} with status ${status}`).join(', ');
    console.log(`${pairs.length} of ${all.length} answers are equal (${counted}), of ${games.length} games and ${boards} boards; server ${theirs} ms, module ${own} ms beside it, ${Math.round(module.bytes / 1048576)} MiB; the module has ${content.length} bytes, by gzip ${packed}`);
  } finally {
    started.kill('SIGINT');
    await module.close();
  }
}

if (isMainThread) await main(process.argv.slice(2));
else if (parentPort) serve(workerData, parentPort);
