/** A worker with an instance of the module, as the page sees it: it takes requests, and its answers come later. */

import { answer } from './message.js';

/** @typedef {import('./message.js').Answer} Answer */

export class Desk {
  #worker;
  #last = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  #waiting = new Map();
  /** Whether the instance has trapped, or was ended. */
  isDead = false;
  /** The memory of the instance in bytes. */
  bytes = 0;

  /** Loads the worker, which has no instance yet. @param {(progress: Answer) => void} [tell] hears the state of a running job */
  constructor(tell = () => undefined) {
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }) => {
      if (data.progress) tell(answer(data.progress));
      else this.#answered(data);
    });
    // A worker that does not load answers nothing: then its requests have no answer, as if a server were away.
    this.#worker.addEventListener('error', () => this.end());
  }

  /** Gives the worker its instance, before anything is asked. @param {WebAssembly.Module} module @param {number} mebibytes its memory limit */
  begin(module, mebibytes) {
    this.#worker.postMessage({ module, mebibytes });
  }

  /** Whether no request waits for its answer. */
  get isIdle() {
    return this.#waiting.size === 0;
  }

  /** @param {Uint8Array<ArrayBuffer>} request @returns {Promise<Answer>} */
  ask(request) {
    if (this.isDead) return Promise.reject(new TypeError('the worker has ended'));
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (told) => (told.status ? resolve(told) : reject(new TypeError('the worker has ended'))));
      this.#worker.postMessage({ id, request });
    });
  }

  /** Ends the worker at once; requests that wait get no answer. */
  end() {
    this.isDead = true;
    this.#worker.terminate();
    for (const take of this.#waiting.values()) take({ status: 0, headers: [], body: new Uint8Array() });
    this.#waiting.clear();
  }

  /** @param {import('./worker.js').Answered} data */
  #answered({ id, answer: bytes, bytes: held, isDead }) {
    this.bytes = held;
    this.#waiting.get(id)?.(answer(bytes));
    this.#waiting.delete(id);
    // What waits behind a trap goes to another instance.
    if (isDead) this.end();
  }
}
