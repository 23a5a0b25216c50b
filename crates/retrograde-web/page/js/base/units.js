/** Numbers with units, as people read them. */

/** With a space before every three digits, in either language. @param {number} n */
export const number = (n) => n.toLocaleString('en-GB').replaceAll(',', ' ');

/** @param {number} n */
export function count(n) {
  if (n < 1e7) return number(n);
  return n < 1e9 ? `${(n / 1e6).toPrecision(3)} M` : `${number(Number((n / 1e9).toPrecision(3)))} × 10⁹`;
}

const BYTES = /** @type {[number, string][]} */ ([[2 ** 40, 'TiB'], [2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB']]);

/** @param {number} n */
export function bytes(n) {
  const [size, unit] = BYTES.find(([least]) => n >= least) ?? [1, 'B'];
  const value = n / size;
  return `${value < 10 && unit !== 'B' ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** @param {number | null} ms */
export function duration(ms) {
  if (ms === null) return '';
  if (ms < 1000) return `${Math.max(1, Math.round(ms))} ms`;
  if (ms < 90_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 90) return `${minutes} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`;
}
