/** A log on its way says how much of it has arrived. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** The least of a document that shows text. */
class Element {
  textContent = '';
  value = 0;
  setAttribute() {}
  append() {}
}
Object.assign(globalThis, { document: { createElement: () => new Element() }, window: { setTimeout: () => 0 } });
const { Loading } = await import('../../page/js/watch/loading.js');

/** The parts of a log of 3 KiB. */
const PARTS = [1024, 1536, 512].map((length) => new Uint8Array(length).fill(length / 512));

/** What is said while the parts come, with the bytes that are there in the end. @param {Record<string, string>} headers */
async function received(headers) {
  const said = /** @type {string[]} */ ([]);
  const loading = new Loading(/** @type {any} */ (new Element()), (key, params = {}) => (key === 'loading.received' ? said.push(params.total ? `${params.received} of ${params.total}` : `${params.received}`) && '' : key));
  const waiting = [...PARTS];
  const body = new ReadableStream({ pull: (stream) => { const part = waiting.shift(); if (part) stream.enqueue(part); else stream.close(); } });
  const whole = new Uint8Array(await loading.take(new Response(body, { headers })));
  return { said, whole };
}

test('each part that arrives is said, of the whole length where it is known; no byte is lost', async () => {
  const { said, whole } = await received({ 'content-length': '3072' });
  assert.deepEqual(said, ['1.0 KiB of 3.0 KiB', '2.5 KiB of 3.0 KiB', '3.0 KiB of 3.0 KiB']);
  assert.deepEqual(whole, new Uint8Array(PARTS.flatMap((part) => [...part])));
});

test('the length of a compressed answer is not that of the log', async () => {
  for (const headers of [{ 'content-length': '200', 'content-encoding': 'gzip' }, {}]) assert.deepEqual((await received(headers)).said, ['1.0 KiB', '2.5 KiB', '3.0 KiB']);
});
