/**
 * An instance of the WebAssembly module, which answers questions one after the other. It runs in a worker, and in node. `retrograde-wasm`
 * specifies its exports and imports.
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} allocate
 * @property {(address: number, length: number) => void} free
 * @property {(mebibytes: number) => void} begin
 * @property {(address: number, length: number) => number} answer
 */

/** Gzip's first two bytes. */
const GZIP = [0x1f, 0x8b];

/** The module's file holds it compressed; many hosts compress nothing, and some have unpacked it. @param {Response} response @returns {Promise<WebAssembly.Module>} */
export async function compiled(response) {
  if (!response.ok) throw new TypeError(`HTTP ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (GZIP.some((byte, place) => bytes[place] !== byte)) return WebAssembly.compile(bytes);
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

export class Instance {
  #exports;
  /** What the module has said before its answer: the state of a job, or the failure that a panic is. @type {Uint8Array<ArrayBuffer> | null} */
  #last = null;

  /**
   * @param {WebAssembly.Module} module
   * @param {number} mebibytes the memory limit
   * @param {(answer: Uint8Array<ArrayBuffer>) => void} [tell] hears the state of a running job
   */
  constructor(module, mebibytes, tell = () => undefined) {
    const host = {
      clock: () => performance.now(),
      seed: () => crypto.getRandomValues(new BigUint64Array(1))[0],
      progress: (/** @type {number} */ address, /** @type {number} */ length) => {
        this.#last = this.#copy(address, length);
        tell(this.#last);
      },
    };
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, { host }).exports));
    this.#exports.begin(mebibytes);
  }

  /** The memory of the instance in bytes; it never shrinks. */
  get bytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Answers a request. After a panic the instance is dead, and throws a `Panic` with the failure. @param {Uint8Array<ArrayBuffer>} request @returns {Uint8Array<ArrayBuffer>} */
  answer(request) {
    const { allocate, answer, free, memory } = this.#exports;
    this.#last = null;
    try {
      const place = allocate(request.length);
      new Uint8Array(memory.buffer).set(request, place);
      const address = answer(place, request.length) >>> 0;
      const length = new DataView(memory.buffer).getUint32(address, true);
      const copy = this.#copy(address + 4, length);
      free(address, length + 4);
      return copy;
    } catch (error) {
      throw new Panic(this.#last, error);
    }
  }

  /** @param {number} address @param {number} length */
  #copy(address, length) {
    return new Uint8Array(this.#exports.memory.buffer).slice(address >>> 0, (address >>> 0) + length);
  }
}

/** The module has trapped. */
export class Panic extends Error {
  /** @param {Uint8Array<ArrayBuffer> | null} said what the module said last @param {unknown} error */
  constructor(said, error) {
    super(String(error));
    this.answer = said && new TextDecoder().decode(said.subarray(0, 3)) === '500' ? said : unsaid(this.message);
  }
}

/** The failure of an instance that could not say anything. @param {string} message @returns {Uint8Array<ArrayBuffer>} */
function unsaid(message) {
  const body = JSON.stringify({ error: { code: 'internal', message: `internal error: ${message}` } });
  return new TextEncoder().encode(`500\ncontent-type: application/json\ncache-control: no-store\n\n${body}\n`);
}
