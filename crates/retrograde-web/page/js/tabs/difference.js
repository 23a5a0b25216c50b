/** Where a program's output differs from the judge's answers, line by line. Pure. */

/**
 * @typedef {object} Difference
 * @property {number} index of the case, from 0
 * @property {string | null} found the program's line; null if it has no more
 * @property {string | null} expected the judge's; null if there are no more cases
 */

/** As a judge compares: blanks and blank lines tell nothing, nor do zeros before a number. @param {string} line */
const plain = (line) => line.trim().split(/\s+/).map((word) => (/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word)).join(' ');

/** @param {string} output @param {string[]} answers @param {boolean} isWhole whether there are no more cases than answers @returns {Difference | null} */
export function firstDifference(output, answers, isWhole) {
  const lines = output.split('\n').map(plain).filter(Boolean);
  const index = answers.findIndex((answer, at) => lines[at] !== plain(answer));
  if (index >= 0) return { index, found: lines[index] ?? null, expected: answers[index] ?? null };
  const extra = lines[answers.length];
  return isWhole && extra !== undefined ? { index: answers.length, found: extra, expected: null } : null;
}
