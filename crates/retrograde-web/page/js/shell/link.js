/** The link to what is on the screen. */

/** @param {import('./index.js').Services} services */
export async function copyLink({ live, t }) {
  try {
    await navigator.clipboard.writeText(location.href);
    live.toast(t('copied'));
  } catch {
    live.toast(location.href);
  }
}
