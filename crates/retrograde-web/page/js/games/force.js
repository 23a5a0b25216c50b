/**
 * Where the nodes of a graph lie: neighbours attract each other, all others push each other away (Fruchterman and Reingold, 1991), from
 * places that depend on their number alone, so that a graph always looks the same. Then each takes the nearest free crossing of a
 * lattice: no node covers another.
 */

/** @typedef {{ x: number, y: number }} Spot in squares, from the left upper corner */

/** Squares from crossing to crossing: room for a name and an arrow. */
const GAP = 3;
/** Pairs of nodes that are looked at in all: a second's tenth. */
const EFFORT = 6e6;
const MOST_ROUNDS = 300;
/** Turns a spiral by the golden angle: no two nodes begin on one ray. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** @param {number} count @param {[number, number][]} edges @returns {Spot[]} */
export function spread(count, edges) {
  const spots = Array.from({ length: count }, (_, index) => ({ x: Math.sqrt(index) * Math.cos(index * GOLDEN), y: Math.sqrt(index) * Math.sin(index * GOLDEN) }));
  const rounds = Math.min(MOST_ROUNDS, Math.ceil(EFFORT / (count * count + 1)));
  for (let round = 0; round < rounds; round++) settle(spots, edges, Math.sqrt(count) * 0.3 * (1 - round / rounds));
  return onLattice(spots);
}

/** Moves every node by what pulls and pushes it, as far as the heat allows. @param {Spot[]} spots @param {[number, number][]} edges @param {number} heat */
function settle(spots, edges, heat) {
  const pulls = spots.map((a) => spots.reduce((pull, b) => added(pull, a, b, (far) => -1 / far), { x: 0, y: 0 }));
  for (const [from, to] of edges) {
    const [a, b] = [/** @type {Spot} */ (spots[from]), /** @type {Spot} */ (spots[to])];
    added(/** @type {Spot} */ (pulls[from]), a, b, (far) => far * far);
    added(/** @type {Spot} */ (pulls[to]), b, a, (far) => far * far);
  }
  pulls.forEach(({ x, y }, index) => {
    const spot = /** @type {Spot} */ (spots[index]);
    const far = Math.hypot(x, y) || 1;
    spot.x += (x / far) * Math.min(far, heat);
    spot.y += (y / far) * Math.min(far, heat);
  });
}

/** Adds what draws one node to another. @param {Spot} pull @param {Spot} a @param {Spot} b @param {(far: number) => number} force */
function added(pull, a, b, force) {
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  if (far === 0) return pull;
  pull.x += ((b.x - a.x) / far) * force(far);
  pull.y += ((b.y - a.y) / far) * force(far);
  return pull;
}

/** @param {Spot[]} spots @returns {Spot[]} */
function onLattice(spots) {
  const taken = new Set();
  const crossings = spots.map(({ x, y }) => nearestFree(Math.round(x * 1.2), Math.round(y * 1.2), taken));
  const left = Math.min(...crossings.map(({ x }) => x));
  const top = Math.min(...crossings.map(({ y }) => y));
  return crossings.map(({ x, y }) => ({ x: (x - left) * GAP, y: (y - top) * GAP }));
}

/** Ring by ring around a crossing. @param {number} x @param {number} y @param {Set<string>} taken */
function nearestFree(x, y, taken) {
  for (let ring = 0; ; ring++) {
    for (let dy = -ring; dy <= ring; dy++) {
      for (let dx = -ring; dx <= ring; dx += Math.abs(dy) === ring ? 1 : 2 * ring || 1) {
        const key = `${x + dx} ${y + dy}`;
        if (taken.has(key)) continue;
        taken.add(key);
        return { x: x + dx, y: y + dy };
      }
    }
  }
}
