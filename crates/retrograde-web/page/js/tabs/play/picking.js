/** How moves are made on a board: square by square along their paths, or in one sweep. Pure functions of the moves and what is picked. */

/**
 * A move and the squares that it passes.
 * @template M
 * @typedef {{ move: M, path: string[] }} Way
 */
/**
 * The move that is made, or else the squares that are picked now.
 * @template M
 * @typedef {{ move: M | null, picked: string[] }} Picked
 */

/**
 * A square is pressed: a piece is put there, or picked, or goes on along its path.
 * @template M
 * @param {Way<M>[]} ways best first @param {string[]} picked @param {string} square
 * @returns {Picked<M>}
 */
export function press(ways, picked, square) {
  const placed = ways.find(({ path }) => path.length === 1 && path[0] === square);
  if (placed) return { move: placed.move, picked: [] };
  const ahead = [...picked, square];
  const along = picked.length ? ways.filter(({ path }) => ahead.every((name, index) => path[index] === name)) : [];
  const whole = along.find(({ path }) => path.length === ahead.length);
  if (whole) return { move: whole.move, picked: [] };
  if (along.length) return { move: null, picked: ahead };
  const isLeft = picked[0] === square;
  return { move: null, picked: !isLeft && canLeave(ways, square) ? [square] : [] };
}

/**
 * The square that is meant by one: where pieces fall, that of its column where one comes to lie.
 * @param {Way<unknown>[]} ways @param {import('../../games/told.js').Board} board @param {string} square
 */
export function meant(ways, board, square) {
  const column = (/** @type {string} */ name) => board.index(name) % board.cols;
  const fallen = board.kit?.falls && ways.find(({ path: [only = ''] }) => column(only) === column(square));
  return fallen ? (fallen.path[0] ?? square) : square;
}

/**
 * A piece is carried: straight to its end, or first onto what it jumps over.
 * @template M
 * @param {Way<M>[]} ways best first @param {string} from @param {string} to
 * @returns {Picked<M>}
 */
export function carry(ways, from, to) {
  const own = ways.filter(({ path }) => path[0] === from);
  const whole = own.find(({ path }) => path.at(-1) === to);
  if (whole) return { move: whole.move, picked: [] };
  return { move: null, picked: own.some(({ path }) => path[1] === to) ? [from, to] : [from] };
}

/** Whether a piece can leave a square. @param {Way<unknown>[]} ways @param {string} square */
export const canLeave = (ways, square) => ways.some(({ path }) => path[0] === square);
