/** Dark or light: as the system has it, until the reader has chosen. */

import { pref, setPref } from './prefs.js';

/** @typedef {'dark' | 'light'} Theme */

/** What the reader has chosen; empty if nothing. @returns {Theme | ''} */
function chosen() {
  const kept = pref('theme', '');
  return kept === 'dark' || kept === 'light' ? kept : '';
}

/** What is shown. @returns {Theme} */
const shown = () => chosen() || (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');

/** The one that is not shown. @returns {Theme} */
export const otherTheme = () => (shown() === 'dark' ? 'light' : 'dark');

/** Shows what the reader has chosen. */
export function applyTheme() {
  document.documentElement.dataset.theme = chosen();
}

/** Chooses the other one. */
export function toggleTheme() {
  setPref('theme', otherTheme());
  applyTheme();
}
