/** Requests and answers of the module, as bytes; `message.rs` specifies them. */

/** @typedef {{ status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer> }} Answer */

/** @param {string} method @param {string} target path and query @param {string} language @param {string} body @returns {Uint8Array<ArrayBuffer>} */
export const request = (method, target, language, body) => new TextEncoder().encode(`${method} ${target} ${language}\n${body}`);

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Answer} */
export function answer(bytes) {
  let end = 0;
  while (end < bytes.length && !(bytes[end] === NEWLINE && bytes[end + 1] === NEWLINE)) end += 1;
  const [status = '', ...lines] = new TextDecoder().decode(bytes.subarray(0, end)).split('\n');
  const header = (/** @type {string} */ line) => /** @type {[string, string]} */ ([line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  return { status: Number(status), headers: lines.map(header), body: bytes.subarray(end + 2) };
}

const NEWLINE = 10;
