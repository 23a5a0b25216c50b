/**
 * The rule being applied: retrograde analysis in nine lines, and which of them an event carries out.
 * The lines' words are in the language files, as `code.1` to `code.9`.
 */

/** How far each line is indented. */
const INDENT = [0, 0, 1, 2, 3, 3, 4, 0, 0];

/**
 * The line that an event carries out, 1 to 9; 0 if none does.
 * @param {Pick<import('../base/reports.js').LogEvent, "event" | "value"> | null} event
 */
export function lineOf(event) {
  switch (event?.event) {
    case 'seed':
      return 1;
    case 'layer':
      return 2;
    case 'pop':
      return 3;
    case 'relax':
      return 6;
    case 'mark':
      return { win: 5, loss: 7, tie: 8 }[event.value ?? ''] ?? 0;
    case 'rest':
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
