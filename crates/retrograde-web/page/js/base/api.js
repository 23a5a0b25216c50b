/**
 * The server's answers, as it gives them, and its errors, as advice. Values never change, so that an answered question is not asked
 * again. A question that finds no server waits for it.
 */

import { lang, t } from '../languages/index.js';
import { back, whileThere } from './connection.js';

/** @typedef {import('./values.js').Kind} Kind */
/**
 * @typedef {object} MoveReport one move, rated
 * @property {string} move
 * @property {string} pos the token after it
 * @property {Kind} value for the side to move after it
 * @property {Kind} for_mover for the side that makes it
 * @property {string | null} winner
 * @property {number | null} depth plies to the end after it
 * @property {number | null} waste plies thrown away; null if the class drops
 * @property {Kind | null} drop the class that it drops to
 * @property {string | null} over the rule that ends the game with it
 */
/**
 * @typedef {object} Head
 * @property {number} schema
 * @property {string} pos
 * @property {string} game
 * @property {string} turn
 * @property {Kind} value
 * @property {string | null} winner
 * @property {number | null} depth
 * @property {boolean} depth_known
 * @property {string} unit
 * @property {string | null} over
 */
/** @typedef {Head & { moves: MoveReport[] | null, line?: string[], table: string | null }} ProbeReport */
/** @typedef {Head & { line: MoveReport[], end: string | null, loop_from: number | null, cut: boolean }} LineReport */
/** @typedef {MoveReport & { reply: string | null }} AnsweredReport */
/** @typedef {Head & { moves: AnsweredReport[], others: MoveReport[], loop: { moves: string[], from: number } | null }} WhyReport */
/** @typedef {{ move: string, pos: string, over: string | null }} RuleMove a legal move, by the rules alone */
/** @typedef {{ pos: string, game: string, turn: string, moves: RuleMove[] }} MovesReport */
/** @typedef {{ slots: number | null, bytes: number | null, estimated_ms: number | null, automatic: boolean, solved: boolean, error: { code: string, message: string, hint: string | null } | null }} Plan `automatic`: solved on the first question; `error`: why it cannot be solved */
/** @typedef {{ turn: string, win: number, loss: number, tie: number, draw: number }} TurnCounts */
/** @typedef {{ depth: number, win: number, loss: number, tie: number }} DepthCounts */
/**
 * @typedef {object} StatsReport
 * @property {string} game
 * @property {string} table
 * @property {string} domain
 * @property {number} slots
 * @property {number} positions
 * @property {TurnCounts[]} turns
 * @property {DepthCounts[]} by_depth
 * @property {{ turn: string, value: Kind, depth: number, pos: string }[]} deepest
 */
/** @typedef {{ game: string, title: string, title_zh?: string, sides: string[], rules: string, rules_zh?: string, examples: string[], formats?: any[] }} GameAbout */
/** @typedef {{ from: string, positions: string[], answers: string[] | null, error: { message: string, at?: Place | null, hint?: string | null } | null }} Converted what could be read, and what stopped the reading */
/**
 * One event, as in GET /trace and `retrograde trace`.
 * @typedef {object} LogEvent
 * @property {"seed" | "pop" | "relax" | "mark" | "layer" | "rest" | "done"} event
 * @property {number} step
 * @property {number} [slot]
 * @property {string} [pos]
 * @property {string} [turn]
 * @property {string} [value]
 * @property {string | null} [winner]
 * @property {number | null} [depth]
 * @property {string | null} [over]
 * @property {number} [from] the slot that is popped
 * @property {string} [move] from this position to the popped one
 * @property {number} [open] moves not yet known to lose
 * @property {number} [of] moves at the start
 * @property {number} [win]
 * @property {number} [loss]
 * @property {number} [tie]
 * @property {number} [draw]
 * @property {number} [queue]
 */
/** @typedef {{ job: string, state: 'waiting' | 'solving' | 'done' | 'failed' | 'cancelled', progress: { done: number, total: number | null } | null, error: { message: string } | null }} Job */
/** @typedef {{ token?: string, field?: string, row?: number, line?: number, column?: number, case?: number, bytes?: { start: number, end: number } }} Place */

const BASE = '/api/v1';

/** What the server refuses, and what helps. */
export class ApiError extends Error {
  /**
   * @param {number} status the HTTP status; 0 if there was no answer
   * @param {{ code?: string, message?: string, hint?: string | null, at?: Place | null, reasons?: string[] | null }} error
   */
  constructor(status, error) {
    super(error.message ?? `the server answered with status ${status}, and no word of why`);
    this.status = status;
    this.code = error.code ?? 'unknown';
    this.hint = error.hint ?? null;
    this.at = error.at ?? null;
    this.reasons = error.reasons ?? [];
  }
}

/** A question that breaks off so often with the server there is itself what breaks it off. */
const MOST_ATTEMPTS = 3;

/**
 * @template T
 * @param {string} path
 * @param {(response: Response) => Promise<T>} take what is wanted of an answer that is no error
 * @param {RequestInit} [init]
 * @returns {Promise<T>}
 */
async function ask(path, take, init) {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    await whileThere(init?.signal);
    try {
      const response = await fetch(BASE + path, { ...init, headers: { 'accept-language': lang(), ...init?.headers } });
      if (response.ok) return await take(response);
      const body = await response.json().catch(() => ({}));
      throw new ApiError(response.status, body.error ?? {});
    } catch (error) {
      // What fetch throws if there is no answer, or only half of one, is a TypeError.
      if (!(error instanceof TypeError)) throw error;
    }
    await back(init?.signal);
  }
  throw new ApiError(0, { code: 'no-server', message: t('error.noAnswer') });
}

/** @param {string} path @param {Record<string, string | number | boolean | null | undefined>} query */
function address(path, query) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== false) params.set(name, value === true ? '1' : String(value));
  }
  const text = params.toString();
  return path + (text && `?${text}`);
}

/** @param {Response} response @returns {Promise<any>} */
const json = (response) => response.json();

/** @param {string} path @param {Record<string, any>} [query] @param {AbortSignal} [signal] @returns {Promise<any>} */
const get = (path, query = {}, signal) => ask(address(path, query), json, { signal });

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
const post = (path, body) => ask(path, json, posted(body));

/** @param {unknown} body @returns {RequestInit} */
const posted = (body) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const KEPT = 512;
/** @type {Map<string, Promise<any>>} */
const answers = new Map();

/** Without a table there are no moves, or no depth; when it is made, there are. @param {any} answer */
const isWhole = (answer) => answer.moves !== null && answer.depth_known !== false;

/**
 * Asks once; the oldest of many answers are forgotten, and so are errors and what will be said otherwise when there is a table.
 * @param {string} path
 * @param {Record<string, any>} query
 * @param {(answer: any) => boolean} isKept
 * @returns {Promise<any>}
 */
function once(path, query, isKept = isWhole) {
  const key = lang() + address(path, query);
  const known = answers.get(key);
  if (known) return known;
  const answer = get(path, query);
  answers.set(key, answer);
  answer.then((told) => isKept(told) || answers.delete(key), () => answers.delete(key));
  const oldest = answers.keys().next().value;
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
  return answer;
}

/** Longer tokens, of wide mazes, do not go into a URL. */
const LONGEST_IN_URL = 6000;

/** @param {string} pos @returns {Promise<ProbeReport>} */
async function probeByPost(pos) {
  const [answer] = await probeAll([pos]);
  if (answer instanceof ApiError) throw answer;
  return /** @type {ProbeReport} */ (answer);
}

/** @param {string[]} pos @returns {Promise<(ProbeReport | ApiError)[]>} in the same order */
async function probeAll(pos) {
  const text = await ask('/probe', (response) => response.text(), posted({ pos }));
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line)).map((answer) => (answer.error ? new ApiError(answer.error.reasons ? 422 : 400, answer.error) : answer));
}

export const api = {
  /** @returns {Promise<GameAbout[]>} */
  games: async () => (await once('/games', {})).games,
  /** The value, and every move rated. @param {string} pos @param {{ line?: number }} [options] @returns {Promise<ProbeReport>} */
  probe: (pos, { line } = {}) => (pos.length > LONGEST_IN_URL ? probeByPost(pos) : once('/probe', { pos, line })),
  /** The values of many positions, or why there is none. */
  probeAll,
  /** Why the position has its value. @param {string} pos @returns {Promise<WhyReport>} */
  why: (pos) => once('/why', { pos }),
  /** Legal moves and whose they are, by the rules alone. @param {string} pos @returns {Promise<MovesReport>} */
  moves: (pos) => once('/moves', { pos }),
  /** Best play. @param {string} pos @param {number} [max] @returns {Promise<LineReport>} */
  line: (pos, max) => once('/line', { pos, max }),
  /** What solving would take. @param {string} pos @returns {Promise<Plan>} */
  plan: (pos) => once('/plan', { pos }, () => false),
  /** The value with one piece on every square. @param {string} pos @param {string} piece @returns {Promise<any>} */
  slice: (pos, piece) => once('/slice', { pos, piece }),
  /** @param {string} pos @returns {Promise<StatsReport>} */
  stats: (pos) => once('/stats', { pos }),
  /** A random position. @param {Record<string, any>} query @returns {Promise<any>} */
  random: (query) => get('/random', query),
  /** Tokens, or a judge's file, to positions, and the judge's lines for them; the server finds the format. @param {string} text @returns {Promise<Converted>} */
  convert: (text) => post('/convert', { text, answers: true }),
  /** Positions to a judge's file. @param {string} to @param {string[]} positions @returns {Promise<{ text: string }>} */
  write: (to, positions) => post('/convert', { to, positions }),
  /** A window of the event log. @param {string} pos @param {string} follow @param {number} from @param {number} n @param {AbortSignal} [signal] @returns {Promise<{ events: LogEvent[] }>} */
  trace: (pos, follow, from, n, signal) => get('/trace', { pos, follow, from, n }, signal),
  /** The sea of states, as the bytes of the contract. @param {string} pos @param {string} follow @returns {Promise<ArrayBuffer>} */
  sea: (pos, follow) => ask(address('/sea', { pos, follow }), (response) => response.arrayBuffer()),
  /** The position of a slot. @param {string} pos @param {number} slot @returns {Promise<{ pos: string | null }>} */
  position: (pos, slot) => once('/position', { pos, slot }),
  /** The slot of a position, in the table of another of its board; null if it is not known. @param {string} pos @param {string} of @returns {Promise<number | null>} */
  slotOf: (pos, of) => once('/position', { pos, of }).then(({ slot }) => slot, () => null),
  /** The file that proves the value. @param {string} pos @returns {Promise<{ name: string, file: Blob }>} */
  certificate: (pos) =>
    ask(address('/certificate', { pos }), async (response) => {
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'certificate.jsonl';
      return { name, file: await response.blob() };
    }),
  /** The opponent's move. @param {string} pos @param {number} strength 0 to 100 @param {number} seed @returns {Promise<MoveReport>} */
  play: (pos, strength, seed) => get('/play', { pos, strength, seed }),
  /** Starts a solve. @param {string} pos @returns {Promise<{ job: string }>} */
  solve: (pos) => post('/solve', { pos }),
  /** @param {string} id @returns {Promise<Job>} */
  job: (id) => get(`/jobs/${encodeURIComponent(id)}`),
  /** @param {string} id */
  cancel: (id) => ask(`/jobs/${encodeURIComponent(id)}`, json, { method: 'DELETE' }),
  /** The tables in memory. @returns {Promise<{ table: string, game: string, pos: string, bytes: number }[]>} */
  tables: async () => (await get('/tables')).tables,
};

/** @typedef {typeof api} Api */
