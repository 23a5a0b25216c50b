/** A worker with an instance of the module. It answers the requests that it is sent, one after the other. */

import { Instance, Panic } from './instance.js';

/** @typedef {{ module: WebAssembly.Module, mebibytes: number }} Start the first message */
/** @typedef {{ id: number, request: Uint8Array<ArrayBuffer> }} Asked every other message */
/** @typedef {{ id: number, answer: Uint8Array<ArrayBuffer>, bytes: number, isDead: boolean }} Answered the answer to one */
/** @typedef {{ progress: Uint8Array<ArrayBuffer> }} Progress the state of a job that runs before the answer */

const page = /** @type {{ postMessage: (message: Answered | Progress) => void }} */ (/** @type {unknown} */ (self));

/** Answers a request. @param {Instance} instance @param {Asked} asked */
function answer(instance, { id, request }) {
  try {
    page.postMessage({ id, answer: instance.answer(request), bytes: instance.bytes, isDead: false });
  } catch (error) {
    if (!(error instanceof Panic)) throw error;
    page.postMessage({ id, answer: error.answer, bytes: instance.bytes, isDead: true });
  }
}

addEventListener('message', ({ data }) => {
  const { module, mebibytes } = /** @type {Start} */ (data);
  const instance = new Instance(module, mebibytes, (progress) => page.postMessage({ progress }));
  addEventListener('message', (event) => answer(instance, event.data));
}, { once: true });
