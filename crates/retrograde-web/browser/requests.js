/**
 * The requests that `module.js` sends to the server and to the module: those whose answers the command's tests record, and requests about
 * examples and random boards of all games.
 */

import { readFileSync } from 'node:fs';

/** @typedef {{ method: string, path: string, language: string, body: string }} Question */
/** @typedef {{ status: number, headers: string[], body: string }} Received */
/** @typedef {(question: Question) => Promise<Received>} Ask */

export const API = '/api/v1';
export const LANGUAGES = ['en', 'zh'];
/** The folder of the recorded requests, which `questions.rs` there lists, and its files with requests that need no stored table. */
const RECORDED = new URL('../../retrograde-cli/tests/recorded/', import.meta.url);
const RECORDS = ['games.txt', 'api.txt', 'api-errors.txt'];
/** The board that `LARGE` stands for in a recorded request. */
const LARGE_BOARD = `A99/${'100/'.repeat(98)}B_a`;
/** Random boards of each game. */
const BOARDS = 8;
/**
 * The largest tables in bytes about which requests are sent: of an example, and of a random board. Only about a small table are those sent
 * that have long answers, because the server, which makes them at a low priority, would take minutes for one on a busy machine.
 */
const [LARGE, MEDIUM, SMALL] = [1 << 20, 1 << 18, 1 << 16];

/** @param {string} path @param {Record<string, string | number>} [query] @param {string} [language] @returns {Question} */
export function get(path, query = {}, language = 'en') {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return { method: 'GET', path: API + path + (text && `?${text}`), language, body: '' };
}

/** @param {string} path @param {unknown} body @param {string} [language] @returns {Question} */
export const post = (path, body, language = 'en') => ({ method: 'POST', path: API + path, language, body: JSON.stringify(body) });

/** Random numbers below a limit, the same for the same seed. @param {number} seed @returns {(limit: number) => number} */
export function numbers(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  };
}

/** The recorded requests. @returns {Question[]} */
export function recorded() {
  const lines = RECORDS.flatMap((name) => readFileSync(new URL(name, RECORDED), 'utf8').split('\n'));
  return lines.flatMap((line) => {
    const [, chinese, method = '', path = '', body = ''] = /^\$ (zh )?(GET|POST|PUT|DELETE) (.*?)( \{.*)?$/.exec(line.replaceAll('LARGE', LARGE_BOARD)) ?? [];
    if (!method) return [];
    // As a client writes an address: the requests have characters that it encodes.
    const { pathname, search } = new URL(`http://localhost${API}${path}`);
    return [{ method, path: pathname + search, language: chinese ? 'zh' : 'en', body: body.trim() }];
  });
}

/** Requests that are refused, and others that are about no position. @type {Question[]} */
const OTHERS = LANGUAGES.flatMap((language) => [
  ...['/games', '/games/pawn', '/games/nothing', '/openapi.json', '/nothing', '/stored', '/stored/nothing', '/tables', '/jobs/9999', '/random', '/random?game=pawn&size=0'].map((path) => get(path, {}, language)),
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

/** A position, with what requests about it need. */
class Board {
  /** @param {Ask} ask @param {string} pos @param {string} side a side of its game */
  static async of(ask, pos, side) {
    const [plan, look] = await Promise.all(['/plan', '/look'].map(async (path) => JSON.parse((await ask(get(path, { pos }))).body)));
    // What is explored has no estimate, and is small.
    return new Board(pos, side, plan.bytes ?? 0, look.lift?.[0] ?? { piece: 'x', square: 'a1' });
  }

  /** @param {string} pos @param {string} side @param {number} bytes of its table @param {{ piece: string, square: string }} lift a piece that can be moved elsewhere */
  constructor(pos, side, bytes, lift) {
    this.pos = pos;
    this.side = side;
    this.bytes = bytes;
    this.lift = lift;
  }

  /** Requests that need no table. @param {string} language @returns {Question[]} */
  byRules(language) {
    return ['/moves', '/look', '/plan'].map((path) => get(path, { pos: this.pos }, language));
  }

  /** Requests with long answers: a certificate, and the log of the whole board. @param {(limit: number) => number} random @param {string} language @returns {Question[]} */
  long(random, language) {
    const { pos } = this;
    return [get('/certificate', { pos }, language), get('/sea', { pos, follow: 'all' }, language), get('/trace', { pos, follow: 'all', from: random(20), n: 50 }, language)];
  }

  /** All other requests. @param {(limit: number) => number} random @param {string} language @returns {Question[]} */
  answered(random, language) {
    const { pos, side, lift: { piece, square } } = this;
    const edits = [{ kind: 'mirror' }, { kind: 'clear' }, { kind: 'turn', side: 'nobody' }, { kind: 'turn', side }, { kind: 'carry', from: square, to: 'b1' }, { kind: 'place', tool: piece, square: 'a1' }];
    return [
      ...this.byRules(language),
      ...['/probe', '/line', '/why', '/stats', '/trickiness', '/layers'].map((path) => get(path, { pos }, language)),
      get('/sea', { pos, follow: 'answer' }, language),
      get('/trace', { pos, follow: 'answer', from: random(20), n: 50 }, language),
      get('/probe', { pos, moves: random(2), line: random(20), why: random(2) }, language),
      get('/play', { pos, strength: random(101), seed: random(1000) }, language),
      get('/position', { pos, slot: random(500) }, language),
      get('/position', { pos, of: pos }, language),
      get('/position', { pos, piece, square: 'b1' }, language),
      get('/slice', { pos, piece }, language),
      get('/slice', { pos, piece: 'nothing' }, language),
      ...['win', 'draw'].map((value) => get('/random', { pos, seed: random(1000), value }, language)),
      post('/probe', { pos: [pos, 'pawn:?', pos] }, language),
      post('/look', { pos: [pos, 'x:y'] }, language),
      ...edits.map((edit) => post('/edit', { pos, edit }, language)),
      post('/convert', { text: `${pos}\n`, answers: true }, language),
    ];
  }
}

/**
 * All requests, about boards that depend on a seed. Only a table that is small enough is asked about in the short run.
 * @param {Ask} ask @param {number} seed @param {boolean} isAll @returns {Promise<{ questions: Question[], games: string[], boards: number }>}
 */
export async function questions(ask, seed, isAll) {
  const random = numbers(seed);
  const { games } = JSON.parse((await ask(get('/games'))).body);
  const questions = [...OTHERS, ...recorded()];
  let boards = 0;
  for (const { game, examples, sides } of games) {
    const drawn = Array.from({ length: BOARDS }, () => get('/random', { game, seed: random(1 << 30) }));
    questions.push(...drawn);
    const all = new Map(examples.map((/** @type {string} */ pos) => [pos, isAll ? LARGE : SMALL]));
    for (const question of drawn) {
      const { pos } = JSON.parse((await ask(question)).body);
      if (!all.has(pos)) all.set(pos, isAll ? MEDIUM : SMALL);
    }
    for (const [place, [pos, most]] of [...all].entries()) {
      const language = LANGUAGES[place % LANGUAGES.length] ?? '';
      const board = await Board.of(ask, pos, sides[0]);
      boards += 1;
      questions.push(...(board.bytes <= most ? board.answered(random, language) : board.byRules(language)));
      if (board.bytes <= SMALL) questions.push(...board.long(random, language));
    }
  }
  return { questions, games: games.map((/** @type {{ game: string }} */ { game }) => game), boards };
}
