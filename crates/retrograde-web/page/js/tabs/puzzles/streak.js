/** The days in a row on which a puzzle of the day was solved, kept in this browser. */

import { pref, setPref } from '../../base/prefs.js';
import { dayAfter } from './puzzle.js';

/** @typedef {{ last: string, days: number, games: string[] }} Kept `games`: those solved on the last day */

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
