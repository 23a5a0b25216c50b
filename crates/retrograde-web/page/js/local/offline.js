/**
 * Stores a site of files in the browser, so that it works without a network, and offers a newer version of it. Where the browser allows no
 * storage, the page works from the network alone. `service.js` is the service worker.
 */

import { h } from '../base/dom.js';

/** @typedef {import('../languages/index.js').T} T */

/** The page itself comes first: the rest is stored when it has answers, and so many milliseconds to draw them. */
const PAUSE = 2000;

/** Shows the button that takes the newer version and loads the page again. @param {T} t @param {ServiceWorkerRegistration} registration */
function offer(t, registration) {
  if (document.querySelector('.newer')) return;
  const take = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    // Another window may have taken it.
    if (registration.waiting) registration.waiting.postMessage('take');
    else location.reload();
  };
  const bar = h('div', { class: 'outage newer', role: 'status' }, h('p', {}, t('site.newer')), h('button', { type: 'button', onclick: take }, t('site.take')));
  document.getElementById('main')?.before(bar);
}

/** @param {string} root the path of Home @param {T} t @param {Promise<unknown>} answered until the page has its first answer */
export async function keepOffline(root, t, answered) {
  await answered;
  await new Promise((done) => setTimeout(done, PAUSE));
  const registration = await navigator.serviceWorker.register(`${root}service.js`, { scope: root, updateViaCache: 'none' });
  const look = () => registration.waiting && registration.active && offer(t, registration);
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
}
