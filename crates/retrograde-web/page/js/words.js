/** Sentences about values, sides and events, in the language of `t`. */

import { VALUES, isKind } from './values.js';

/** @typedef {(key: string, params?: Record<string, any>) => string} T */
/** @typedef {import('./log.js').LogEvent} LogEvent */

/** "▼ 14": the mark of a value and its depth. @param {{ value?: string, depth?: number | null }} of */
export function brief({ value, depth }) {
  const mark = value !== undefined && isKind(value) ? VALUES[value].mark : '';
  return depth === null || depth === undefined ? mark : `${mark} ${depth}`;
}

/** "loss in 14 plies" @param {{ value?: string, depth?: number | null }} of @param {T} t */
export function valueIn({ value, depth }, t) {
  const word = t(`value.${value}`);
  return depth === null || depth === undefined ? word : t('watch.valueIn', { value: word, depth });
}

/** @param {string | null | undefined} side @param {T} t */
export const sideName = (side, t) => (side ? t(`side.${side}`) : '');

/** "Red wins in 75 plies" @param {{ value: string, winner: string | null, depth: number | null }} head @param {T} t */
export function verdict({ value, winner, depth }, t) {
  if (value === 'draw') return t('verdict.draw');
  const what = value === 'tie' ? t('verdict.tie') : t('verdict.win', { side: sideName(winner, t) });
  return depth === null ? what : depth === 0 ? t('verdict.over', { what }) : t('verdict.in', { what, depth });
}

/** What an event did, in a sentence. @param {LogEvent} event @param {T} t */
export function caption(event, t) {
  const side = sideName(event.turn, t);
  const winner = sideName(event.winner, t);
  switch (event.event) {
    case 'seed':
      return t(event.value === 'tie' ? 'caption.seedTie' : 'caption.seed', { winner, over: t(`over.${event.over ?? 'unknown'}`) });
    case 'pop':
      return t('caption.pop', { slot: event.slot, side, value: valueIn(event, t) });
    case 'relax':
      return t('caption.relax', { side, move: event.move, open: event.open, before: (event.open ?? 0) + 1 });
    case 'mark':
      return t(`caption.mark.${event.value}`, { side, move: event.move, depth: event.depth });
    case 'layer':
      return t('caption.layer', event);
    case 'rest':
      return t('caption.rest', { draw: event.draw });
    default:
      return verdict({ value: event.value ?? '', winner: event.winner ?? null, depth: event.depth ?? null }, t);
  }
}
