/** What this browser has kept of puzzles: how each was answered at the first try, and the days in a row with a right answer. */

import { pref, setPref } from '../../base/prefs.js';
import { dayAfter } from './puzzle.js';

/** @typedef {{ last: string, days: number, games: string[] }} Kept `games`: those solved on the last day */
/** @typedef {'right' | 'wrong'} Outcome of a first try */

/** Older first tries are forgotten. */
const MOST_TRIES = 400;

/** What is kept after a puzzle was solved on a day. @param {Kept} kept @param {string} day @param {string} game @returns {Kept} */
export function solvedOn({ last, days, games }, day, game) {
  if (last === day) return { last, days, games: [...new Set([...games, game])] };
  return { last: day, days: last && dayAfter(last) === day ? days + 1 : 1, games: [game] };
}

/** The streak as it stands on a day: a day that is not over breaks none. @param {Kept} kept @param {string} today */
export const streakOn = ({ last, days }, today) => (last && (last === today || dayAfter(last) === today) ? days : 0);

/** What this browser has kept. @returns {Kept} */
export function readStreak() {
  const [last = '', days = '0', ...games] = pref('puzzles', '').split(' ').filter(Boolean);
  return { last, days: Number(days) || 0, games };
}

/** @param {Kept} kept */
export const keepStreak = ({ last, days, games }) => setPref('puzzles', [last, days, ...games].join(' '));

/** First tries by puzzle, after one more: a puzzle that was tried before keeps what its first try was. @param {Map<string, Outcome>} tries @param {string} puzzle @param {Outcome} outcome @returns {Map<string, Outcome>} */
export function tried(tries, puzzle, outcome) {
  return new Map([...tries].concat([[puzzle, tries.get(puzzle) ?? outcome]]).slice(-MOST_TRIES));
}

/** The name of a puzzle among the tries. @param {string} day @param {string} game */
export const puzzleName = (day, game) => `${day}/${game}`;

/** @returns {Map<string, Outcome>} */
export const readTries = () => new Map(pref('tries', '').split(' ').filter(Boolean).map((each) => [each.slice(1), each.startsWith('+') ? 'right' : 'wrong']));

/** @param {Map<string, Outcome>} tries */
export const keepTries = (tries) => setPref('tries', [...tries].map(([puzzle, outcome]) => `${outcome === 'right' ? '+' : '-'}${puzzle}`).join(' '));
