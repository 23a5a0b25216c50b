/** Boards for tests, as the server would tell them: read from tokens whose rows are runs of floor, `H` walls and pieces by letter. */

import { spread } from '../../page/js/games/force.js';
import { Board, Kit } from '../../page/js/games/told.js';

/** @typedef {import('../../page/js/base/shapes.js').KindReport} KindReport */
/** @typedef {import('../../page/js/base/shapes.js').LookReport} LookReport */

/** @param {string} id @param {string} side @param {string} letter @param {string} role @param {'piece' | 'ground'} [layer] @returns {KindReport} */
const kind = (id, side, letter, role, layer = 'piece') => ({ id, side, letter, role, layer, name: id, name_zh: id, most: null });

const TERRAIN = [{ id: 'floor', letter: '.', name: 'Floor', name_zh: '空地' }, { id: 'wall', letter: '#', name: 'Wall', name_zh: '墙' }];

/** @param {string} game @param {string[]} sides @param {KindReport[]} pieces @param {{ tools?: string[], shifts?: boolean, falls?: boolean, terrain?: typeof TERRAIN }} [more] */
const kit = (game, sides, pieces, { tools = [...TERRAIN, ...pieces].map(({ id }) => id), shifts = false, falls = false, terrain = TERRAIN } = {}) =>
  new Kit({
    game, title: game, sides, rules: '', examples: [], formats: [],
    looks: { name: game, name_zh: game, about: '', about_zh: '', sides: [], terrain, pieces, tools, sizes: { rows: [1, 16], columns: [1, 16] }, reshapes: [], shifts, falls, colours: ['red', 'black'] },
  }, ({ name }) => name);

export const KITS = {
  pawn: kit('pawn', ['red', 'black'], [kind('king', 'red', 'O', 'king'), kind('pawn', 'black', 'X', 'pawn')]),
  race: kit('race', ['a', 'b'], [kind('a', 'a', 'A', 'token'), kind('b', 'b', 'B', 'token'), kind('home-a', 'a', 'a', 'home', 'ground'), kind('home-b', 'b', 'b', 'home', 'ground')]),
  cannons: kit('cannons', ['red', 'black'], [kind('red', 'red', '1', 'cannon'), kind('black', 'black', '0', 'cannon')], { tools: ['red', 'black'], shifts: true, terrain: [] }),
  tictactoe: kit('tictactoe', ['x', 'o'], [kind('x', 'x', 'X', 'cross'), kind('o', 'o', 'O', 'nought')], { tools: ['x', 'o'], terrain: [] }),
  connect4: kit('connect4', ['x', 'o'], [kind('x', 'x', 'X', 'cross'), kind('o', 'o', 'O', 'nought')], { falls: true, terrain: [] }),
  many: kit('many', ['a', 'b'], [...'CEGLceglN'].map((letter) => kind(`piece-${letter}`, letter < 'a' ? 'a' : 'b', letter, 'piece')), { tools: ['floor', ...[...'CEGLceglN'].map((letter) => `piece-${letter}`)] }),
  graph: kit('graph', ['a', 'b'], [{ ...kind('here', 'a', '@', 'node'), side: null }], { tools: [], terrain: [] }),
};

/** @param {Partial<LookReport> & { game: keyof typeof KITS }} look */
export const looked = (look) =>
  new Board(KITS[look.game], { pos: `${look.game}:`, turn: '', shape: { kind: 'none' }, ground: null, pieces: [], goals: [], lift: [], ending: null, problems: [], ...look },
    look.shape?.kind === 'graph' ? spread(look.shape.nodes.length, look.shape.edges) : null);

/** A grid or a row by its token; in the race, homes are where the tokens stand. @param {string} token */
export function boardOf(token) {
  const [game = '', text = ''] = token.split(/[:_]/);
  const known = /** @type {keyof typeof KITS} */ (game);
  const rows = text.split('/').map((row) => row.replace(/\d+/g, (run) => (game === 'cannons' ? run : '.'.repeat(Number(run)))));
  const shape = game === 'cannons' ? { kind: /** @type {const} */ ('row'), length: text.length } : { kind: /** @type {const} */ ('grid'), rows: rows.length, columns: rows[0]?.length ?? 0 };
  const bare = looked({ game: known, shape });
  const cells = [...rows.join('')];
  const pieces = cells.flatMap((letter, index) => KITS[known].pieces.filter((piece) => piece.letter === letter || (piece.isGround && piece.letter === letter.toLowerCase())).map(({ id }) => ({ piece: id, square: bare.name(index) })));
  return looked({ game: known, pos: token, shape, ground: rows.map((row) => row.replaceAll(/[^H]/g, '.').replaceAll('H', '#')).join('/'), pieces });
}
