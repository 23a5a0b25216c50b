/** The site of files: no server answers there, but the module that lies beside the page. */

import { localFetch } from './fetch.js';

/**
 * The element `<meta name="site" content="../">` of the site's documents says where Home lies.
 * @param {HTMLMetaElement} meta
 * @returns {{ root: string, ask: typeof fetch }} the path of Home, and what answers
 */
export function siteOf({ content, baseURI }) {
  return { root: new URL(content, baseURI).pathname, ask: localFetch(new URL('../../retrograde.wasm.gz', import.meta.url).href) };
}
