/** Any other game: its token is shown as it is, and its moves in the list. */

import { indexOf, nameAt } from './grid.js';

/** @typedef {import('./grid.js').Board} Board */
/** @typedef {import('./index.js').GameModel} GameModel */

/** @param {string} id @returns {GameModel} */
export const generic = (id) => ({
  id,
  sides: [],
  pieces: {},
  tools: [],
  keys: {},
  limits: { rows: 0, cols: 0 },
  starts: [],
  isRow: false,
  lifts: {},
  homes: null,
  contest: '',

  parse: (token) => ({ game: id, rows: 0, cols: 0, cells: [], turn: '', extra: token, homes: null }),
  print: (board) => board.extra,
  title: () => '',

  cell: () => ({ kind: 'void', pieces: [], home: null }),
  name: nameAt,
  index: indexOf,
  path: () => [],
  isGoal: () => false,

  paint: (board) => board,
  drag: (board) => board,
  resize: null,
  rotate: null,
  mirror: null,
  swap: null,
  clear: null,
  blame: () => [],
});
