/** A link that is handed on. */

/** Copies a text and says so; where that is forbidden, shows it. @param {string} text @param {Pick<import('./context.js').Context, 'live' | 't'>} ctx */
export async function copy(text, { live, t }) {
  try {
    await navigator.clipboard.writeText(text);
    live.toast(t('copied'));
  } catch {
    live.toast(text);
  }
}
