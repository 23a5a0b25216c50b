/**
 * Asks the WebAssembly module and the server the same questions: they must give the same answers, to the byte. Times, job numbers and bytes
 * of memory may differ.
 *
 *   node module.js MODULE            a hundred questions about small boards
 *   node module.js MODULE 2000       at least so many of all questions
 *   node module.js MODULE --all      all questions, about more and larger boards
 *   node module.js MODULE --panics   also lets a module with debug assertions panic
 *
 *   RETROGRADE=path  the server's program
 *   VERBOSE=1        prints each question, with the milliseconds that the module takes
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { Instance, Panic, compiled } from '../page/js/local/instance.js';
import { answer, request } from '../page/js/local/message.js';
import { freshProgram } from './program.js';
import { address } from './visit/server.js';

const API = '/api/v1';
/** How many questions the short run asks: one for each status, and others spread over all. */
const FEW = 100;
/** Random boards of each game, in the long run and in the short one. */
const [BOARDS, FEW_BOARDS] = [20, 3];
/** Questions that need a table are asked about tables of at most so many bytes; in the short run, whose module is not optimised, of fewer. */
const [LARGE, SMALL] = [1 << 22, 1 << 16];
const [OK, UNAVAILABLE] = [200, 503];
/** How often a question is asked that the server answers too slowly. */
const ATTEMPTS = 5;
/** How many answers were too slow. */
let slow = 0;
/** Both have the same memory limit, in MiB, so that they refuse the same boards. */
const MEBIBYTES = 1024;
const LANGUAGES = ['en', 'zh'];
/** Times, and bytes of memory, which depend on the length of an address. */
const MEASURED = /"(?:estimated_ms|elapsed_ms|rate|bytes)":[^,}]+/;

/** @typedef {{ method: string, path: string, language: string, body: string }} Question */
/** @typedef {{ status: number, type: string, tag: string, body: string }} Received */

/** @param {string} path @param {Record<string, string | number>} [query] @param {string} [language] @returns {Question} */
function get(path, query = {}, language = 'en') {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return { method: 'GET', path: API + path + (text && `?${text}`), language, body: '' };
}

/** @param {string} path @param {unknown} body @param {string} [language] @returns {Question} */
const post = (path, body, language = 'en') => ({ method: 'POST', path: API + path, language, body: JSON.stringify(body) });

/** Questions about a position. @param {string} pos @param {string} language @returns {Question[]} */
const about = (pos, language) => [
  ...['/probe', '/moves', '/line', '/why', '/stats', '/trickiness', '/layers', '/look', '/plan', '/certificate'].map((path) => get(path, { pos }, language)),
  ...['answer', 'all'].flatMap((follow) => [get('/sea', { pos, follow }), get('/trace', { pos, follow, from: 3, n: 50 }, language)]),
  get('/probe', { pos, line: 9, why: 1 }, language),
  get('/play', { pos, strength: 60, seed: 5 }, language),
  get('/position', { pos, slot: 1 }, language),
  get('/slice', { pos, piece: 'x' }, language),
  get('/random', { pos, seed: 3, value: 'win' }, language),
  post('/probe', { pos: [pos, 'pawn:?', pos] }, language),
  post('/look', { pos: [pos, 'x:y'] }, language),
  ...[{ kind: 'mirror' }, { kind: 'clear' }, { kind: 'turn', side: 'nobody' }].map((edit) => post('/edit', { pos, edit }, language)),
  post('/convert', { text: `${pos}\n`, answers: true }, language),
];

/** Questions that are refused, and others that are about no position. */
const OTHERS = LANGUAGES.flatMap((language) => [
  ...['/games', '/games/pawn', '/games/nothing', '/openapi.json', '/nothing', '/stored', '/tables', '/jobs/9', '/random', '/random?game=pawn&size=0'].map((path) => get(path, {}, language)),
  get('/probe', {}, language),
  get('/probe', { pos: 'cannons:1x1_r' }, language),
  get('/probe', { pos: 'pawn:1_r', moves: 'perhaps' }, language),
  get('/probe', { pos: 'pawn:1_r', nothing: 1 }, language),
  get('/plan', { pos: `pawn:${'30/'.repeat(29)}30_r` }, language),
  get('/plan', { pos: `race:${'300/'.repeat(299)}300_a` }, language),
  { ...get('/probe', {}, language), method: 'PUT' },
  { method: 'POST', path: `${API}/look`, language, body: '{"pos": [7]}' },
  post('/edit', { pos: 'pawn:3_r' }, language),
  post('/solve', { pos: 'pawn:H1H/O1O/1X1_r', keep: 'depths' }, language),
  post('/verify', { table: 'nothing' }, language),
  post('/convert', { text: '0 1\n3 3\n.O.\n.z.\nOX.\n' }, language),
  post('/convert', { text: '0 1\n3 3\n.O.\n.#.\nOX.\n', answers: true }, language),
  post('/trace', { log: 'nothing' }, language),
]);

/** Questions about a position that need no table. @param {string} pos @returns {Question[]} */
const byRules = (pos) => ['/moves', '/look', '/plan'].map((path) => get(path, { pos }));

/** Every question; in the short run, those that need only a small table. @param {(question: Question) => Promise<Received>} ask @param {boolean} isAll @returns {Promise<Question[]>} */
async function questions(ask, isAll) {
  const { games } = JSON.parse((await ask(get('/games'))).body);
  const all = [...OTHERS];
  for (const { id, examples } of games) {
    /** @type {Set<string>} */
    const boards = new Set(examples);
    for (let seed = 0; seed < (isAll ? BOARDS : FEW_BOARDS); seed += 1) {
      const drawn = await ask(get('/random', { game: id, seed }));
      if (drawn.status === OK) boards.add(JSON.parse(drawn.body).pos);
    }
    for (const [place, pos] of [...boards].entries()) {
      const { bytes } = JSON.parse((await ask(get('/plan', { pos }))).body);
      all.push(...(bytes !== null && bytes <= (isAll ? LARGE : SMALL) ? about(pos, LANGUAGES[place % LANGUAGES.length] ?? '') : byRules(pos)));
    }
  }
  return all;
}

/** Questions whose answers have all statuses that the server gives to these questions. @param {(question: Question) => Promise<Received>} ask @param {Question[]} all @returns {Promise<Question[]>} */
async function ofEachStatus(ask, all) {
  /** @type {Map<number, Question>} */
  const found = new Map();
  for (const question of all) {
    const { status } = await ask(question);
    if (!found.has(status)) found.set(status, question);
  }
  return [...found.values()];
}

/** What a comparison may see of an answer. @param {Received} received */
const seen = (received) => ({ ...received, tag: MEASURED.test(received.body) ? '' : received.tag, body: received.body.replaceAll(new RegExp(MEASURED, 'g'), '') });

/** @param {string} origin @returns {(question: Question) => Promise<Received>} */
const asking = (origin) => async ({ method, path, language, body }) => {
  const headers = { 'accept-language': language, 'content-type': 'application/json' };
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(origin + path, { method, headers, body: method === 'POST' ? body : undefined });
    const bytes = Buffer.from(await response.arrayBuffer());
    const received = { status: response.status, type: response.headers.get('content-type') ?? '', tag: response.headers.get('etag') ?? '', body: bytes.toString('latin1') };
    // The module knows no such limit. The server solves on, so a later answer comes from the table.
    if (!isTooSlow(received) || attempt === ATTEMPTS) return received;
    slow += 1;
  }
};

/** Whether the server took longer than its time limit. @param {Received} received */
const isTooSlow = ({ status, body }) => status === UNAVAILABLE && JSON.parse(body).error.code === 'too-slow';

/** The module: a fresh instance after each panic. */
class Module {
  /** @type {Instance | null} */
  #instance = null;
  /** The largest memory of an instance, in bytes. */
  bytes = 0;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
  }

  /** @param {Question} question @returns {Received} */
  ask({ method, path, language, body }) {
    this.#instance ??= new Instance(this.module, MEBIBYTES);
    try {
      return Module.received(this.#instance.answer(request(method, path, language, body)));
    } catch (error) {
      if (!(error instanceof Panic)) throw error;
      this.#instance = null;
      return Module.received(error.answer);
    } finally {
      this.bytes = Math.max(this.bytes, this.#instance?.bytes ?? 0);
    }
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes @returns {Received} */
  static received(bytes) {
    const { status, headers, body } = answer(bytes);
    const named = new Map(headers);
    return { status, type: named.get('content-type') ?? '', tag: named.get('etag') ?? '', body: Buffer.from(body).toString('latin1') };
  }
}

const [file = '', ...words] = process.argv.slice(2);
const content = readFileSync(file);
const module = new Module(await compiled(new Response(content)));
const started = spawn(freshProgram(), ['--lang', 'en', '--threads', '1', '--mem', `${MEBIBYTES}M`, 'serve', '--port', '0', '--no-open'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  env: { ...process.env, RETROGRADE_TABLES: '' },
});
try {
  const ask = asking(await address(started));
  const isAll = words.includes('--all');
  const few = Number(words.find((word) => /^\d+$/.test(word)) ?? FEW);
  const all = await questions(ask, isAll || few > FEW);
  const step = isAll ? 1 : Math.max(1, Math.floor(all.length / few));
  const kinds = new Set(await ofEachStatus(ask, OTHERS));
  const chosen = all.filter((question, place) => place % step === 0 || kinds.has(question));
  const begun = performance.now();
  /** @type {Received[]} */
  const theirs = [];
  // The module would keep the server waiting for so long that it would close the connection: so the server is asked first.
  for (const question of chosen) {
    theirs.push(await ask(question));
  }
  const between = performance.now();
  /** @type {Map<number, number>} */
  const statuses = new Map();
  for (const [place, question] of chosen.entries()) {
    const begun = performance.now();
    const own = module.ask(question);
    if (process.env.VERBOSE) console.log(Math.round(performance.now() - begun), own.status, question.path, question.body.slice(0, 60));
    statuses.set(own.status, (statuses.get(own.status) ?? 0) + 1);
    const received = theirs[place];
    assert.ok(received);
    assert.deepEqual(seen(own), seen(received), `${question.method} ${question.path} ${question.language} ${question.body}`);
  }
  if (words.includes('--panics')) {
    const { status, body } = module.ask({ method: 'PANIC', path: '/on-purpose', language: 'en', body: '' });
    assert.equal(status, 500);
    const { code, message } = JSON.parse(body).error;
    assert.ok(code === 'internal' && message.startsWith('internal error: ') && message.includes('/on-purpose'), body);
    assert.equal(module.ask(get('/games')).status, OK, 'a fresh instance answers');
  }
  const [server, local] = [between - begun, performance.now() - between].map(Math.round);
  assert.ok(chosen.length >= FEW && kinds.size > 3 && statuses.size >= kinds.size, `too few kinds of answers: ${[...statuses.keys()].join(' ')}`);
  const numbers = [...statuses].map(([status, number]) => `${number} with status ${status}`).join(', ');
  console.log(`${chosen.length} of ${all.length} answers are equal (${numbers}); server ${server} ms, module ${local} ms, ${Math.round(module.bytes / 1048576)} MiB; the module has ${content.length} bytes, by gzip ${gzipSync(content, { level: 9 }).length}`);
} finally {
  started.kill('SIGINT');
}
