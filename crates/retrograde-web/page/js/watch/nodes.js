/** A graph shows all of its positions at once: each node with the value that it has at a step. Pure. */

import { isKind } from '../base/values.js';
import { EVENT, KIND } from '../base/words.js';

/** @typedef {import('../base/reports.js').LogEvent} LogEvent */
/** @typedef {import('../board/state.js').Mark} Mark */

/** Events of a log at most: a graph that can be read has fewer. */
export const MOST_EVENTS = 2048;

/** The values of the nodes. @param {LogEvent[]} events all that have happened @param {string[]} names of the nodes @param {boolean} isRest whether what is left is known to be drawn @returns {Map<string, Mark>} */
export function nodeMarks(events, names, isRest) {
  const marks = new Map(isRest ? names.map((name) => [name, /** @type {Mark} */ ({ value: KIND.draw })]) : []);
  for (const { event, pos = '', value = '', depth } of events) {
    if ((event === EVENT.seed || event === EVENT.mark) && isKind(value)) marks.set(pos.slice(pos.lastIndexOf('_') + 1), { value, depth });
  }
  return marks;
}
