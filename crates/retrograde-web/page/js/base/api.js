/**
 * The one door to answers: the server's, as it gives them, and its errors, as advice. It is made once and handed down, so that whoever
 * answers the same questions can stand in its place. Values never change, so that an answered question is not asked again. A question
 * that finds no server waits for it.
 */

import { forReaders } from './readers.js';

/** @typedef {import('./shapes.js').Read} Read */
/** @typedef {import('./shapes.js').Edited} Edited */
/** @typedef {import('./shapes.js').GameReport} GameReport */
/** @typedef {import('./shapes.js').JobReport} JobReport */
/** @typedef {import('./shapes.js').LineReport} LineReport */
/** @typedef {import('./reports.js').LogEvent} LogEvent */
/** @typedef {import('./shapes.js').LogReport} LogReport */
/** @typedef {import('./shapes.js').MoveReport} MoveReport */
/** @typedef {import('./shapes.js').Ruled} Ruled */
/** @typedef {import('./shapes.js').Place} Place */
/** @typedef {import('./shapes.js').PlanReport} PlanReport */
/** @typedef {import('./shapes.js').Probed} Probed */
/** @typedef {import('./shapes.js').StatsReport} StatsReport */
/** @typedef {import('./shapes.js').StoredDetail} StoredDetail */
/** @typedef {import('./shapes.js').StoredReport} StoredReport */
/** @typedef {import('./shapes.js').WhyReport} WhyReport */
/** @typedef {import('./shapes.js').LookReport} LookReport */
/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('../languages/index.js').Language} Language */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Query */

const BASE = '/api/v1';
/** A short answer that is never taken from the browser's cache. */
const SIGN_OF_LIFE = `${BASE}/tables`;

/** What the server refuses, and what helps. */
export class ApiError extends Error {
  /**
   * @param {number} status the HTTP status; 0 if there was no answer
   * @param {{ code?: string, message?: string, hint?: string | null, at?: Place | null, reasons?: string[] | null }} error
   */
  constructor(status, error) {
    super(error.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = error.code ?? 'unknown';
    this.hint = error.hint ?? null;
    this.at = error.at ?? null;
    this.reasons = error.reasons ?? [];
  }
}

/** True if the server answers now. @param {typeof fetch} ask @returns {Promise<boolean>} */
export const isThere = (ask) => ask(SIGN_OF_LIFE, { cache: 'no-store' }).then((response) => response.text()).then(() => true, () => false);

/** A question that breaks off so often with the server there is itself what breaks it off. */
const MOST_ATTEMPTS = 3;
/** How many answers are kept. */
const KEPT = 512;
/** Longer tokens, of wide mazes, do not go into a URL. */
const LONGEST_IN_URL = 6000;

/** @param {string} path @param {Query} query */
function address(path, query) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== false) params.set(name, value === true ? '1' : String(value));
  }
  const text = params.toString();
  return path + (text && `?${text}`);
}

/** @param {Response} response @returns {Promise<any>} */
const json = async (response) => forReaders(await response.text());

/** @param {unknown} body @returns {RequestInit} */
const posted = (body) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Without a table there are no moves, or no depth; when it is made, there are. @param {any} answer */
const isWhole = (answer) => answer.moves !== null && answer.depth_known !== false;

/** Asks the server, and again when it is back. */
class Asker {
  #ask;
  #connection;
  #language;
  /** @type {Map<string, Promise<any>>} */
  #answers = new Map();

  /** @param {typeof fetch} ask @param {Connection} connection @param {Language} language */
  constructor(ask, connection, language) {
    this.#ask = ask;
    this.#connection = connection;
    this.#language = language;
  }

  /**
   * @template T
   * @param {string} path
   * @param {(response: Response) => Promise<T>} take what is wanted of an answer that is no error
   * @param {RequestInit} [init]
   * @returns {Promise<T>}
   */
  async ask(path, take, init) {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      await this.#connection.whileThere(init?.signal);
      try {
        const response = await this.#ask(BASE + path, { ...init, headers: { 'accept-language': this.#language.current, ...init?.headers } });
        if (response.ok) return await take(response);
        const body = await json(response).catch(() => ({}));
        throw new ApiError(response.status, this.#advised(body.error ?? {}));
      } catch (error) {
        // What fetch throws if there is no answer, or only half of one, is a TypeError.
        if (!(error instanceof TypeError)) throw error;
      }
      await this.#connection.back(init?.signal);
    }
    throw new ApiError(0, { code: 'no-server', message: this.#language.t('error.noAnswer') });
  }

  /** An error with the page's own advice, where the server's is for programs. @param {{ code?: string, hint?: string | null }} error */
  #advised(error) {
    const advice = `advice.${error.code}`;
    return this.#language.has(advice) ? { ...error, hint: this.#language.t(advice) } : error;
  }

  /** @param {string} path @param {Query} [query] @param {AbortSignal} [signal] @returns {Promise<any>} */
  get(path, query = {}, signal) {
    return this.ask(address(path, query), json, { signal });
  }

  /** @param {string} path @param {unknown} body @returns {Promise<any>} */
  post(path, body) {
    return this.ask(path, json, posted(body));
  }

  /**
   * Asks once; the oldest of many answers are forgotten, and so are errors and what will be said otherwise when there is a table.
   * @param {string} path
   * @param {Query} query
   * @param {(answer: any) => boolean} isKept
   * @returns {Promise<any>}
   */
  once(path, query, isKept = isWhole) {
    const what = address(path, query);
    return this.#kept(what, () => this.ask(what, json), isKept);
  }

  /**
   * @param {string} what a question and all that it is about
   * @param {() => Promise<any>} ask
   * @param {(answer: any) => boolean} [isKept]
   * @returns {Promise<any>}
   */
  #kept(what, ask, isKept = isWhole) {
    const answers = this.#answers;
    const key = this.#language.current + what;
    const known = answers.get(key);
    if (known) return known;
    const answer = ask();
    answers.set(key, answer);
    answer.then((told) => isKept(told) || answers.delete(key), () => answers.delete(key));
    const oldest = answers.keys().next().value;
    if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
    return answer;
  }

  /**
   * Edits once, too; what the server knows of the board that comes of it is not asked again.
   * @param {string} pos
   * @param {import('./reports.js').EditWish} edit
   * @returns {Promise<LookReport>}
   */
  async edit(pos, edit) {
    const wish = { pos, edit };
    const edited = /** @type {Edited} */ (await this.#kept(`/edit ${JSON.stringify(wish)}`, () => this.post('/edit', wish)));
    for (const [question, answer] of Object.entries(edited.known ?? {})) this.#kept(address(`/${question}`, { pos: edited.pos }), () => Promise.resolve(answer));
    return edited;
  }

  /** A question about many positions. @param {string} path @param {string[]} pos @returns {Promise<any[]>} answers and errors, in the same order */
  async each(path, pos) {
    const text = await this.ask(path, (response) => response.text(), posted({ pos }));
    const answers = text.trimEnd().split('\n').map(forReaders);
    return answers.map((answer) => (answer.error ? new ApiError(answer.error.reasons ? 422 : 400, answer.error) : answer));
  }

  /** @param {string[]} pos @returns {Promise<(Probed | ApiError)[]>} in the same order */
  probeAll(pos) {
    return this.each('/probe', pos);
  }

  /** @param {string[]} positions @returns {Promise<(LookReport | ApiError)[]>} in the same order */
  async looks(positions) {
    const [pos = ''] = positions;
    if (positions.length > 1 || pos.length > LONGEST_IN_URL) return this.each('/look', positions);
    return [await this.get('/look', { pos })];
  }

  /** @param {string} pos @returns {Promise<Probed>} */
  async probeLong(pos) {
    const [answer] = await this.probeAll([pos]);
    if (answer instanceof ApiError) throw answer;
    return /** @type {Probed} */ (answer);
  }
}

/**
 * The questions, answered by the server, or by whatever else answers as it does.
 * @param {typeof fetch} ask
 * @param {Connection} connection
 * @param {Language} language
 */
export function serverApi(ask, connection, language) {
  const asker = new Asker(ask, connection, language);
  return {
    /** @returns {Promise<GameReport[]>} */
    games: async () => (await asker.once('/games', {})).games,
    /** One of them. @param {string} id @returns {Promise<GameReport>} */
    game: (id) => asker.once(`/games/${encodeURIComponent(id)}`, {}),
    /** The value, and every move rated. @param {string} pos @param {{ line?: number }} [options] @returns {Promise<Probed>} */
    probe: (pos, { line } = {}) => (pos.length > LONGEST_IN_URL ? asker.probeLong(pos) : asker.once('/probe', { pos, line })),
    /** The values of many positions, or why there is none. */
    /** @param {string[]} pos */
    probeAll: (pos) => asker.probeAll(pos),
    /** How positions look, or why one cannot be read: in the same order. */
    /** @param {string[]} pos @returns {Promise<(LookReport | ApiError)[]>} */
    looks: (pos) => asker.looks(pos),
    /** The board that an edit makes, legal or not. @param {string} pos @param {import('./reports.js').EditWish} edit @returns {Promise<LookReport>} */
    edit: (pos, edit) => asker.edit(pos, edit),
    /** Why the position has its value. @param {string} pos @returns {Promise<WhyReport>} */
    why: (pos) => asker.once('/why', { pos }),
    /** Legal moves and whose they are, by the rules alone. @param {string} pos @returns {Promise<Ruled>} */
    moves: (pos) => asker.once('/moves', { pos }),
    /** Best play. @param {string} pos @param {number} [max] @returns {Promise<LineReport>} */
    line: (pos, max) => asker.once('/line', { pos, max }),
    /** The layers and pairs of a game's own proof. @param {string} pos @returns {Promise<import('./shapes.js').LayersReport>} */
    layers: (pos) => asker.once('/layers', { pos }),
    /** What solving would take. @param {string} pos @returns {Promise<PlanReport>} */
    plan: (pos) => asker.once('/plan', { pos }, () => false),
    /** The value with one piece on every square. @param {string} pos @param {string} piece @returns {Promise<any>} */
    slice: (pos, piece) => asker.once('/slice', { pos, piece }),
    /** @param {string} pos @returns {Promise<StatsReport>} */
    stats: (pos) => asker.once('/stats', { pos }),
    /** A random position. @param {Record<string, any>} query @returns {Promise<any>} */
    random: (query) => asker.get('/random', query),
    /** Tokens, or a judge's file, to positions, and the judge's lines for them; the server finds the format. @param {string} text @returns {Promise<Read>} */
    convert: (text) => asker.post('/convert', { text, answers: true }),
    /** Positions to a judge's file. @param {string} to @param {string[]} positions @returns {Promise<{ text: string }>} */
    write: (to, positions) => asker.post('/convert', { to, positions }),
    /** A window of the event log. @param {string} pos @param {string} follow @param {number} from @param {number} n @param {AbortSignal} [signal] @returns {Promise<{ events: LogEvent[] }>} */
    trace: (pos, follow, from, n, signal) => asker.get('/trace', { pos, follow, from, n }, signal),
    /** Faults of another program's log. @param {string} log @returns {Promise<LogReport>} */
    check: (log) => asker.post('/trace', { log }),
    /** The sea of states, as the bytes of the contract. @param {string} pos @param {string} follow @param {(response: Response) => Promise<ArrayBuffer>} [take] @param {AbortSignal} [signal] @returns {Promise<ArrayBuffer>} */
    sea: (pos, follow, take = (response) => response.arrayBuffer(), signal) => asker.ask(address('/sea', { pos, follow }), take, { signal }),
    /** The position of a slot. @param {string} pos @param {number} slot @returns {Promise<{ pos: string | null }>} */
    position: (pos, slot) => asker.once('/position', { pos, slot }),
    /** The slot of a position, in the table of another of its board; null if it is not known. @param {string} pos @param {string} of @returns {Promise<number | null>} */
    slotOf: (pos, of) => asker.once('/position', { pos, of }).then(({ slot }) => slot, () => null),
    /** The file that proves the value. @param {string} pos @returns {Promise<{ name: string, file: Blob }>} */
    certificate: (pos) =>
      asker.ask(address('/certificate', { pos }), async (response) => {
        const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'certificate.jsonl';
        return { name, file: await response.blob() };
      }),
    /** The opponent's move. @param {string} pos @param {number} strength 0 to 100 @param {number} seed @returns {Promise<MoveReport | import('./shapes.js').Searched>} */
    play: (pos, strength, seed) => asker.get('/play', { pos, strength, seed }),
    /** Starts a solve. @param {string} pos @returns {Promise<{ job: string }>} */
    solve: (pos) => asker.post('/solve', { pos }),
    /** @param {string} id @returns {Promise<JobReport>} */
    job: (id) => asker.get(`/jobs/${encodeURIComponent(id)}`),
    /** @param {string} id */
    cancel: (id) => asker.ask(`/jobs/${encodeURIComponent(id)}`, json, { method: 'DELETE' }),
    /** Starts a solve whose table is kept on disk. @param {string} pos @returns {Promise<{ job: string }>} */
    keep: (pos) => asker.post('/solve', { pos, keep: 'depths' }),
    /** The tables on disk. @returns {Promise<StoredReport>} */
    stored: () => asker.get('/stored'),
    /** One of them. @param {string} table @param {number} folder @returns {Promise<StoredDetail>} */
    storedTable: (table, folder) => asker.get(`/stored/${encodeURIComponent(table)}`, { folder }),
    /** Removes one for good. @param {string} table @param {number} folder */
    remove: (table, folder) => asker.ask(address(`/stored/${encodeURIComponent(table)}`, { folder }), json, { method: 'DELETE' }),
    /** Starts to prove one. @param {string} table @param {number} folder @returns {Promise<{ job: string }>} */
    verify: (table, folder) => asker.post('/verify', { table, folder }),
    /** The tables in memory. @returns {Promise<{ table: string, game: string, pos: string, bytes: number }[]>} */
    tables: async () => (await asker.get('/tables')).tables,
  };
}

/** Whoever answers. @typedef {ReturnType<typeof serverApi>} Api */
