/** The words that answers choose from, made of the server's reports by `cargo xtask schema`. */

export const COLOUR = /** @type {const} */ ({ red: 'red', black: 'black', white: 'white' });
export const DOMAIN = /** @type {const} */ ({ all: 'all', reachable: 'reachable' });
export const EVENT = /** @type {const} */ ({ seed: 'seed', pop: 'pop', relax: 'relax', mark: 'mark', layer: 'layer', rest: 'rest', done: 'done' });
export const FACT = /** @type {const} */ ({ wins: 'wins', ties: 'ties', holds: 'holds', untied: 'untied' });
export const FOLLOW = /** @type {const} */ ({ answer: 'answer', all: 'all' });
export const JOB_STATE = /** @type {const} */ ({ waiting: 'waiting', solving: 'solving', verifying: 'verifying', writing: 'writing', done: 'done', failed: 'failed', cancelled: 'cancelled' });
export const KEEP = /** @type {const} */ ({ depths: 'depths', class: 'class' });
export const KIND = /** @type {const} */ ({ loss: 'loss', draw: 'draw', tie: 'tie', win: 'win' });
export const LAYER = /** @type {const} */ ({ ground: 'ground', piece: 'piece' });
export const SHAPE = /** @type {const} */ ({ none: 'none', grid: 'grid', chessboard: 'chessboard', row: 'row', graph: 'graph' });
export const TASK = /** @type {const} */ ({ solve: 'solve', keep: 'keep', verify: 'verify' });
