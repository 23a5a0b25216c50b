/** Depths in words: in plies, as the server counts, or in moves, of which a side makes one in two plies. */

/** @typedef {'plies' | 'moves'} Unit */

/** A depth as a number. @param {number} plies @param {Unit} [unit] */
export const counted = (plies, unit) => (unit === 'moves' ? Math.ceil(plies / 2) : plies);

/** "1 ply", "7 moves" @param {number} plies @param {Unit} [unit] */
export function inEnglish(plies, unit) {
  const n = counted(plies, unit);
  return `${n} ${unit === 'moves' ? (n === 1 ? 'move' : 'moves') : n === 1 ? 'ply' : 'plies'}`;
}

/** @param {number} plies @param {Unit} [unit] */
export const inChinese = (plies, unit) => `${counted(plies, unit)} ${unit === 'moves' ? '回合' : '步'}`;
