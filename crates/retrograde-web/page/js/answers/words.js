/** Sentences about values, sides and events, in the language of `t`. */

import { h } from '../base/dom.js';
import { VALUES, isKind } from '../base/values.js';
import { EVENT, KIND } from '../base/words.js';

/** @typedef {import('../base/reports.js').Head} Head */
/** @typedef {import('./truth.js').Truth} Truth */
/** @typedef {import('../languages/index.js').T} T */
/** @typedef {import('../base/reports.js').LogEvent} LogEvent */

/** The mark that stands before the sentence: the value for the side to move; a flag if the game is over. @param {Head} head */
export const markOf = (head) => (head.over ? '⚑' : VALUES[head.value].mark);

/** One sentence. A loss is told as one first, since its mark stands beside it. @param {Head} head @param {T} t */
export function sentence(head, t) {
  const said = outcome(head, t);
  return head.value === KIND.loss && head.turn && !head.over ? t('verdict.loses', { side: t(`side.${head.turn}`), said }) : said;
}

/** Who wins. @param {Head} head @param {T} t */
function outcome(head, t) {
  const side = head.winner && t(`side.${head.winner}`);
  if (head.over) return t(side ? 'verdict.overWon' : 'verdict.overLevel', { side, rule: t(`over.${head.over}`) });
  if (side && head.depth === null) return t('verdict.winsSomehow', { side });
  if (side) return t('verdict.wins', { side, depth: head.depth });
  if (head.value === KIND.tie) return head.depth === null ? t('verdict.tieSomehow') : t('verdict.tie', { depth: head.depth });
  return t('verdict.draw');
}

/** What is said of a position to those who listen; empty while nobody knows. @param {Truth} truth @param {T} t */
export function spoken({ status, report, error }, t) {
  if (report) return sentence(report, t);
  if (status === 'refused') return [t('verdict.illegal'), ...(error?.reasons.length ? error.reasons : [error?.message])].join(' ');
  return status === 'unsolved' ? (error?.message ?? '') : '';
}

/** What is said while nobody knows: it is being solved, or, where nobody answers, that it is waited for. @param {T} t */
export const asking = (t) => [h('span', { class: 'while-there' }, t('verdict.asking')), h('span', { class: 'while-away' }, t('verdict.away'))];

/** "▼ 14": the mark of a value and its depth. @param {{ value?: string, depth?: number | null }} of @param {T} t */
export function brief({ value, depth }, t) {
  const mark = value !== undefined && isKind(value) ? VALUES[value].mark : '';
  return depth === null || depth === undefined ? mark : `${mark} ${t('depth', { depth })}`;
}

/** A depth in a mark, as it is counted. @param {number | null | undefined} depth @param {T} t */
export const inMark = (depth, t) => ({ depth, ...(depth !== null && depth !== undefined && { text: t('depth', { depth }) }) });

/** "loss in 14 plies" @param {{ value?: string, depth?: number | null }} of @param {T} t */
export function valueIn({ value, depth }, t) {
  const word = t(`value.${value}`);
  return depth === null || depth === undefined ? word : t('watch.valueIn', { value: word, depth });
}

/** @param {string | null | undefined} side @param {T} t */
export const sideName = (side, t) => (side ? t(`side.${side}`) : '');

/** What an event did, in a sentence. @param {LogEvent} event @param {T} t */
export function caption(event, t) {
  const side = sideName(event.turn, t);
  const winner = sideName(event.winner, t);
  switch (event.event) {
    case EVENT.seed:
      return t(event.value === KIND.tie ? 'caption.seedTie' : 'caption.seed', { winner, over: t(`over.${event.over}`) });
    case EVENT.pop:
      return t('caption.pop', { slot: event.slot, side, value: valueIn(event, t) });
    case EVENT.relax:
      return t('caption.relax', { side, move: event.move, open: event.open, before: (event.open ?? 0) + 1 });
    case EVENT.mark:
      return t(`caption.mark.${event.value}`, { side, move: event.move, depth: event.depth });
    case EVENT.layer:
      return t('caption.layer', event);
    case EVENT.rest:
      return t('caption.rest', { draw: event.draw });
    default:
      return isKind(event.value ?? '') ? sentence(headOf(event), t) : '';
  }
}

/** What the last event says of the position asked about, as a report says it. @param {LogEvent} event */
function headOf({ value, winner = null, depth = null, over = null }) {
  return /** @type {Head} */ ({ value, winner, depth, over });
}
