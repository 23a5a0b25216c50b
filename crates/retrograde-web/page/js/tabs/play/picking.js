/** How moves are made on a board: square by square along their paths, or in one sweep. Pure functions of the moves and what is picked. */

/**
 * A move and the squares that it passes.
 * @template M
 * @typedef {{ move: M, path: string[] }} Way
 */
/**
 * The move that is made, or else the squares that are picked now, with the moves that all pass them and no others.
 * @template M
 * @typedef {{ move: M | null, picked: string[], among?: M[] }} Picked
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
  const whole = along.filter(({ path }) => path.length === ahead.length);
  if (whole.length) return made(whole, ahead);
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
  const [whole, ...others] = own.filter(({ path }) => path.at(-1) === to);
  if (whole) return made([whole, ...others.filter(({ path }) => `${path}` === `${whole.path}`)], whole.path);
  return { move: null, picked: own.some(({ path }) => path[1] === to) ? [from, to] : [from] };
}

/** What a whole path makes: its move, or a choice among several. @template M @param {Way<M>[]} ways @param {string[]} picked @returns {Picked<M>} */
function made(ways, picked) {
  const moves = ways.map(({ move }) => move);
  return moves.length > 1 ? { move: null, picked, among: moves } : { move: moves[0] ?? null, picked: [] };
}

/** Whether a piece can leave a square. @param {Way<unknown>[]} ways @param {string} square */
export const canLeave = (ways, square) => ways.some(({ path }) => path[0] === square);
