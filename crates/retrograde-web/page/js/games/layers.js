/**
 * The theory of the race, on the page: distance layers between the homes, where they meet half way, and which pairs of squares match.
 *
 * Both sides keep to shortest paths of length D. If D is odd, A wins. If it is even, let a and b be as far from their homes: they match
 * if for every next square of A there is a next square of B so that those match; half way they match if they are the same square. B
 * wins if the homes match. (Luogu P4658; the server's solver is the judge, this is a picture of its proof.)
 */

/** @typedef {import('./told.js').Board} Board */
/**
 * @typedef {object} Layers
 * @property {number | null} length D; null if no path joins the homes
 * @property {Int32Array} fromA by square, the steps from A's home; -1 where nobody gets
 * @property {Int32Array} fromB
 */

const NOWHERE = -1;
/** The game that this is the theory of. */
const GAME = 'race';

/** The squares of A's home and B's, where the paths between them tell who wins; -1 for one that nobody knows. @param {Board} board @returns {[number, number] | null} */
export function homesOf(board) {
  if (board.game !== GAME) return null;
  const home = (/** @type {number} */ side) => [...board.standing].find(([, pieces]) => pieces.some((piece) => piece.isGround && piece.side === side))?.[0] ?? NOWHERE;
  return [home(0), home(1)];
}

/** @param {Board} board @param {[number, number]} homes @returns {Layers} */
export function layersOf(board, [a, b]) {
  const fromA = distances(board, a);
  const fromB = distances(board, b);
  const length = fromA[b] ?? NOWHERE;
  return { length: length === NOWHERE ? null : length, fromA, fromB };
}

/** Breadth first. @param {Board} board @param {number} home */
export function distances(board, home) {
  const steps = new Int32Array(board.squares).fill(NOWHERE);
  if (home < 0 || board.isWall(home)) return steps;
  const queue = new Int32Array(board.squares);
  let end = 1;
  queue[0] = home;
  steps[home] = 0;
  for (let next = 0; next < end; next++) {
    const square = /** @type {number} */ (queue[next]);
    for (const beside of neighbours(board, square)) {
      if (steps[beside] !== NOWHERE) continue;
      steps[beside] = /** @type {number} */ (steps[square]) + 1;
      queue[end++] = beside;
    }
  }
  return steps;
}

/** The floor squares beside a square. @param {Board} board @param {number} square @returns {number[]} */
export function neighbours(board, square) {
  const { cols, squares } = board;
  const col = square % cols;
  const found = [];
  if (square >= cols && !board.isWall(square - cols)) found.push(square - cols);
  if (square + cols < squares && !board.isWall(square + cols)) found.push(square + cols);
  if (col > 0 && !board.isWall(square - 1)) found.push(square - 1);
  if (col + 1 < cols && !board.isWall(square + 1)) found.push(square + 1);
  return found;
}

/** True on a shortest path. @param {Layers} layers @param {number} square */
export const isOnPath = ({ length, fromA, fromB }, square) => length !== null && (fromA[square] ?? NOWHERE) >= 0 && (fromA[square] ?? 0) + (fromB[square] ?? 0) === length;

/** Which squares match, layer by layer. */
export class Match {
  /** @param {Board} board @param {Layers} layers with an even length */
  constructor(board, layers) {
    this.layers = layers;
    this.half = (layers.length ?? 0) / 2;
    /** @type {number[][]} squares of A's layers up to the middle */
    this.rowsA = [];
    /** @type {number[][]} */
    this.rowsB = [];
    for (let k = 0; k <= this.half; k++) {
      this.rowsA.push([]);
      this.rowsB.push([]);
    }
    for (let square = 0; square < board.squares; square++) {
      if (!isOnPath(layers, square)) continue;
      this.rowsA[layers.fromA[square] ?? NOWHERE]?.push(square);
      this.rowsB[layers.fromB[square] ?? NOWHERE]?.push(square);
    }
    /** @type {Int32Array} a square's place in its layer */
    this.place = new Int32Array(board.squares);
    for (const row of [...this.rowsA, ...this.rowsB]) row.forEach((square, place) => (this.place[square] = place));
    /** @type {Uint8Array[]} by layer: does A's square number i match B's number j, at `i * width + j`? */
    this.pairs = [];
    this.#play(board);
  }

  /** From the middle home. @param {Board} board */
  #play(board) {
    const { half, rowsA, rowsB, place } = this;
    const middle = rowsA[half] ?? [];
    const meet = new Uint8Array(middle.length ** 2);
    // Half way, A's and B's layers are the same squares in the same order.
    middle.forEach((_, i) => (meet[i * middle.length + i] = 1));
    this.pairs[half] = meet;
    for (let k = half - 1; k >= 0; k--) {
      const later = /** @type {Uint8Array} */ (this.pairs[k + 1]);
      const width = rowsB[k + 1]?.length ?? 0;
      const next = (/** @type {number} */ square, /** @type {Int32Array} */ from) =>
        neighbours(board, square).filter((beside) => from[beside] === k + 1 && isOnPath(this.layers, beside)).map((beside) => place[beside] ?? 0);
      const answers = (rowsB[k] ?? []).map((square) => next(square, this.layers.fromB));
      const threats = (rowsA[k] ?? []).map((square) => next(square, this.layers.fromA));
      const now = new Uint8Array(threats.length * answers.length);
      threats.forEach((threat, i) => answers.forEach((answer, j) => {
        now[i * answers.length + j] = Number(threat.every((a) => answer.some((b) => later[a * width + b])));
      }));
      this.pairs[k] = now;
    }
  }

  /** True if B can keep up from here. @param {number} a a square of A's layers @param {number} b one of B's, as far from home */
  matches(a, b) {
    const k = this.layers.fromA[a] ?? NOWHERE;
    const width = this.rowsB[k]?.length ?? 0;
    return this.pairs[k]?.[(this.place[a] ?? 0) * width + (this.place[b] ?? 0)] === 1;
  }

  /** `a` or `b`. */
  get winner() {
    return this.pairs[0]?.[0] === 1 ? 'b' : 'a';
  }
}
