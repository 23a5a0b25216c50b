/** The site of files: no server answers there, but the module that lies beside the page. */

import { localFetch } from './fetch.js';

/**
 * The element `<meta name="site" content="../">` of the site's documents says where Home lies.
 * @param {HTMLMetaElement} meta
 * @returns {{ root: string, ask: typeof fetch, answered: Promise<void>, isFramed: boolean }} the path of Home, what answers, when it has answered first, and whether the page is in a frame of another page
 */
export function siteOf({ content, baseURI }) {
  fixAddresses();
  const isFramed = window !== window.top;
  const local = localFetch(new URL('../../retrograde.wasm.gz', import.meta.url).href, isFramed ? seen() : Promise.resolve());
  /** @type {() => void} */
  let done = () => undefined;
  const answered = new Promise((/** @type {(nothing: void) => void} */ resolve) => (done = resolve));
  return { root: new URL(content, baseURI).pathname, ask: (...asked) => local(...asked).finally(done), answered, isFramed };
}

/** Until the page is in sight: a page that frames many boards loads the module for those that are seen. @returns {Promise<void>} */
const seen = () => new Promise((done) => {
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    sight.disconnect();
    done();
  });
  sight.observe(document.documentElement);
});

/** The browser reads these links again, when the page may have another address, to which they would be relative. */
function fixAddresses() {
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel=icon], link[rel=manifest]'))) link.setAttribute('href', link.href);
}
