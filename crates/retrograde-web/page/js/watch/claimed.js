/**
 * An event log that another program wrote, in the form of `trace`: its events as they are shown, and why one of them is wrong. Which one is
 * wrong is the server's answer. Pure.
 */

import { valueIn } from '../answers/words.js';
import { EVENT } from '../base/words.js';

/** @typedef {import('../base/shapes.js').LogFault} LogFault */
/** @typedef {import('../languages/index.js').T} T */
/** @typedef {{ event: string, pos: string, value?: string, depth?: number, line: number }} Claim an event, and where it is written */

/** The events of a position. */
const SHOWN = /** @type {string[]} */ ([EVENT.seed, EVENT.mark, EVENT.pop]);

/** A log as lines of JSON, whatever stands between its events, or round them: an array becomes lines, and lines that are no events are empty. @param {string} text */
export function logText(text) {
  if (!text.trimStart().startsWith('[')) return text.split('\n').map((line) => (line.trimStart().startsWith('{') ? line : '')).join('\n');
  try {
    return JSON.parse(text).map((/** @type {unknown} */ event) => JSON.stringify(event)).join('\n');
  } catch {
    return text;
  }
}

/** Whether a text is a log and no position: some line, or an array, holds an event. @param {string} text */
export const isLog = (text) => /^\s*(?:\[\s*)?\{/m.test(text) && (/"event"\s*:/.test(text) || text.trimStart().startsWith('{'));

/** The events of a text that are about a position, and the first line that is no event. @param {string} text @returns {{ claims: Claim[], bad: number | null }} */
export function readClaims(text) {
  /** @type {Claim[]} */
  const claims = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    const claim = parsed(line);
    if (claim === null) return { claims, bad: index + 1 };
    if (SHOWN.includes(claim.event)) claims.push({ ...claim, line: index + 1 });
  }
  return { claims, bad: null };
}

/** @param {string} line @returns {{ event: string, pos: string } | null} */
function parsed(line) {
  try {
    const claim = JSON.parse(line);
    const isEvent = typeof claim?.event === 'string' && (!SHOWN.includes(claim.event) || typeof claim.pos === 'string');
    return isEvent ? claim : null;
  } catch {
    return null;
  }
}

/** Why an event is wrong, in a sentence. @param {LogFault} fault @param {T} t */
export function faultIn({ event, line, fault, expected, found, move, to, message }, t) {
  const { value, depth } = found;
  const reason = t(`own.${fault}`, { claimed: valueIn({ value: value ?? undefined, depth }, t), value: valueIn(expected ?? {}, t), move, pos: to, message });
  return t('own.wrong', { n: event, line, reason });
}
