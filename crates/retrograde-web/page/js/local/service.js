/**
 * The service worker of a site of files. It stores the files of one version, all of them or none, and answers from there, so that the page
 * works without a network. A newer version waits until the reader takes it. The addresses of all files but the documents name their version,
 * so that a page never gets files of two versions.
 *
 * `files.rs` replaces the names in capitals between quotes, and writes the script into the root of the site.
 */

/** The folder of the files, the files in it, and the documents, relative to this script. */
const VERSION = 'VERSION';
const FILES = ['FILES'];
const DOCUMENTS = ['DOCUMENTS'];

const worker = /** @type {any} */ (self);
const { href: ROOT } = new URL('./', worker.location.href);
/** Other sites of the same origin have other roots. */
const OURS = `retrograde ${ROOT} `;
const STORE = OURS + VERSION;

/** Stores a document, which has to be one of this version. @param {Cache} store @param {string} place */
async function storeDocument(store, place) {
  const response = await fetch(ROOT + place, { cache: 'reload' });
  const text = await response.text();
  if (!response.ok || !text.includes(`${VERSION}/`)) throw new TypeError(`${ROOT}${place} is not of ${VERSION}`);
  // A response that a host has redirected could not answer a navigation.
  await store.put(ROOT + place, new Response(text, { headers: { 'content-type': response.headers.get('content-type') ?? '' } }));
}

async function storeAll() {
  const store = await caches.open(STORE);
  const documents = DOCUMENTS.map((place) => storeDocument(store, place));
  try {
    await Promise.all([store.addAll(FILES.map((name) => `${ROOT}${VERSION}/${name}`)), ...documents]);
  } catch (error) {
    // What is still under way would make the store anew.
    await Promise.allSettled(documents);
    await caches.delete(STORE);
    throw error;
  }
}

/** Takes over, and removes all stores but the one before: other windows may still show that version. */
async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== STORE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** What is stored at an address, in this version or else in the one before. @param {string} address */
const stored = async (address) => (await (await caches.open(STORE)).match(address)) ?? caches.match(address);

/** Answers a request for a document. @param {string} place @param {URL} url */
async function openDocument(place, url) {
  // The addresses in a document are relative to its folder.
  if (url.pathname !== new URL(ROOT + place).pathname) return Response.redirect(ROOT + place + url.search);
  return (await stored(ROOT + place)) ?? fetch(url);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(storeAll()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener('message', (/** @type {any} */ event) => event.data === 'take' && worker.skipWaiting());
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { method, mode, url: asked } = /** @type {Request} */ (event.request);
  if (method !== 'GET' || !asked.startsWith(ROOT)) return;
  const url = new URL(asked);
  const path = url.origin + url.pathname;
  if (mode === 'navigate') {
    const place = path.slice(ROOT.length).replace(/(^|\/)index\.html$/, '$1').replace(/([^/])$/, '$1/');
    if (DOCUMENTS.includes(place)) event.respondWith(openDocument(place, url));
  } else {
    event.respondWith(stored(path).then((response) => response ?? fetch(event.request)));
  }
});
