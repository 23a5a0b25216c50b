/**
 * The proof of the race, step by step, from the server's report: the layers of squares on shortest paths, and the pairs of squares from
 * which B can still meet A, from the middle outwards. A step for each square of A; nothing is decided here, only put into an order.
 */

import { readSquare } from './square.js';

/** @typedef {import('../base/shapes.js').LayersReport} LayersReport */
/**
 * What one step shows.
 * @typedef {object} PairStep
 * @property {string} key of the sentence
 * @property {Record<string, any>} params and what it says
 * @property {number[]} layers the layers that are lit, from A's home
 * @property {string} [from] A's square
 * @property {string[]} [next] where A can go from there
 * @property {string[]} [partners] B's squares that can answer each of those steps
 * @property {string[]} [others] B's squares that cannot
 */

/** @param {string} a @param {string} b whether squares lie side by side */
function areBeside(a, b) {
  const [one, other] = [readSquare(a), readSquare(b)];
  return one !== null && other !== null && Math.abs(one.row - other.row) + Math.abs(one.col - other.col) === 1;
}

/** The steps from the nearer home, by square, to be written on it; not of the homes, whose tokens would cover it. @param {string[][]} layers @returns {[string, number][]} */
export const numerals = (layers) => layers.flatMap((squares, layer) => squares.map((square) => /** @type {[string, number]} */ ([square, Math.min(layer, layers.length - 1 - layer)]))).filter(([, steps]) => steps > 0);

/** @param {LayersReport} report @returns {PairStep[]} */
export function pairSteps(report) {
  const { length, layers, rounds, size } = report;
  const all = layers.map((_, layer) => layer);
  if (layers.length === 0) return [{ key: 'large', params: { size }, layers: [] }];
  /** @type {PairStep[]} */
  const steps = [{ key: 'layers', params: { length }, layers: all }];
  if (length % 2 === 1) return [...steps, { key: 'odd', params: { length }, layers: all }];
  rounds.forEach((round, index) => {
    const last = rounds[index - 1];
    if (last === undefined) steps.push({ key: 'middle', params: { length, half: round.layer }, layers: [round.layer], partners: layers[round.layer] });
    else steps.push(...rowSteps(report, round, last));
  });
  if (length > 0) steps.push({ ...steps[steps.length - 1], key: `end.${rounds[rounds.length - 1].partners[0].length > 0 ? 'b' : 'a'}` });
  return steps;
}

/** A step for each square of A's layer. @param {LayersReport} report @param {LayersReport['rounds'][number]} round @param {LayersReport['rounds'][number]} last the round before, a layer farther from the homes @returns {PairStep[]} */
function rowSteps({ length, layers }, round, last) {
  const [mine, theirs] = [layers[round.layer], layers[length - round.layer]];
  const [ahead, opposite] = [layers[last.layer], layers[length - last.layer]];
  return mine.map((from, index) => {
    const next = ahead.filter((to) => areBeside(from, to));
    const partners = round.partners[index];
    const others = theirs.filter((square) => !partners.includes(square));
    /** The first step of A to which B has no answer from a square. @param {string} square */
    const escape = (square) => next.find((to) => !opposite.some((answer) => areBeside(square, answer) && last.partners[ahead.indexOf(to)].includes(answer)));
    const failing = others.slice(0, 1).map((square) => ({ square, to: escape(square) }));
    return {
      key: partners.length === 0 ? 'none' : others.length === 0 ? 'every' : 'row',
      params: { from, steps: round.layer, next, partners, others, failing: failing[0] },
      layers: [round.layer, length - round.layer], from, next, partners, others,
    };
  });
}
