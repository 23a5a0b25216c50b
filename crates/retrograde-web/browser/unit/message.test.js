/** Requests and answers of the module, as `message.rs` specifies them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { compiled } from '../../page/js/local/instance.js';
import { answer, request } from '../../page/js/local/message.js';

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

test('a request is a line and a body', () => {
  assert.deepEqual(request('POST', '/api/v1/look?a=b%20c', 'zh', '{"pos": []}'), bytes('POST /api/v1/look?a=b%20c zh\n{"pos": []}'));
});

test('an answer is a status, headers and a body', () => {
  const told = answer(bytes('200\ncontent-type: text/plain\netag: "a: b"\n\nfirst\n\nlast'));
  assert.deepEqual([told.status, told.headers, new TextDecoder().decode(told.body)], [200, [['content-type', 'text/plain'], ['etag', '"a: b"']], 'first\n\nlast']);
  assert.deepEqual([answer(bytes('404\n\n')).status, answer(bytes('404\n\n')).body.length], [404, 0]);
});

test('a module is compiled, whether or not its host has unpacked it', async () => {
  const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  for (const file of [empty, new Uint8Array(gzipSync(empty))]) assert.ok((await compiled(new Response(file))) instanceof WebAssembly.Module);
  await assert.rejects(compiled(new Response('', { status: 404 })), /HTTP 404/);
});
