/** What this reader likes, kept in this browser only; forgotten at once where storage is forbidden, as in some frames. */

/**
 * @template {string | number | boolean} T
 * @param {string} name
 * @param {T} fallback its type is the setting's
 * @returns {T extends boolean ? boolean : T extends number ? number : string}
 */
export function pref(name, fallback) {
  try {
    const text = localStorage.getItem(`retrograde.${name}`);
    const value = text === null ? fallback : JSON.parse(text);
    return /** @type {any} */ (typeof value === typeof fallback ? value : fallback);
  } catch {
    return /** @type {any} */ (fallback);
  }
}

/** @param {string} name @param {string | number | boolean} value */
export function setPref(name, value) {
  try {
    localStorage.setItem(`retrograde.${name}`, JSON.stringify(value));
  } catch {
    // Private mode: the setting lasts as long as the page.
  }
}

/** Calls `take` when another tab of this browser changes a setting. @param {string} name @param {() => void} take */
export const whenSet = (name, take) => globalThis.addEventListener?.('storage', ({ key }) => key === `retrograde.${name}` && take());
