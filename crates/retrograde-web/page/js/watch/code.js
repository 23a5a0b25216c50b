/**
 * The rule being applied: retrograde analysis in nine lines, and which of them an event carries out.
 * The lines' words are in the language files, as `code.1` to `code.9`.
 */

import { EVENT, KIND } from '../base/words.js';

/** How far each line is indented. */
const INDENT = [0, 0, 1, 2, 3, 3, 4, 0, 0];

/**
 * The line that an event carries out, 1 to 9; 0 if none does.
 * @param {Pick<import('../base/reports.js').LogEvent, "event" | "value"> | null} event
 */
export function lineOf(event) {
  switch (event?.event) {
    case EVENT.seed:
      return 1;
    case EVENT.layer:
      return 2;
    case EVENT.pop:
      return 3;
    case EVENT.relax:
      return 6;
    case EVENT.mark:
      return { win: 5, loss: 7, tie: 8, draw: 0 }[event.value ?? KIND.draw];
    case EVENT.rest:
      return 9;
    default:
      return 0;
  }
}

/**
 * Shows the lines in `list`, an `ol`; returns how to mark one as active.
 * @param {HTMLElement} list
 * @param {import('../languages/index.js').T} t
 */
export function mountCode(list, t) {
  const lines = INDENT.map((indent, index) => {
    const line = document.createElement('li');
    line.className = `code-line indent-${indent}`;
    line.textContent = t(`code.${index + 1}`);
    return line;
  });
  list.replaceChildren(...lines);
  let active = 0;
  return (/** @type {number} */ line) => {
    if (line === active) return;
    lines[active - 1]?.removeAttribute('aria-current');
    lines[line - 1]?.setAttribute('aria-current', 'step');
    active = line;
  };
}
