/** The shapes of answers, as the server gives them. Types only. */

/** @typedef {import('./values.js').Kind} Kind */
/**
 * @typedef {object} MoveReport one move, rated
 * @property {string} move
 * @property {string} pos the token after it
 * @property {Kind} value for the side to move after it
 * @property {Kind} for_mover for the side that makes it
 * @property {string | null} winner
 * @property {number | null} depth plies to the end after it
 * @property {number | null} waste plies thrown away; null if the class drops
 * @property {Kind | null} drop the class that it drops to
 * @property {string | null} over the rule that ends the game with it
 */
/**
 * @typedef {object} Head
 * @property {number} schema
 * @property {string} pos
 * @property {string} game
 * @property {string} turn
 * @property {Kind} value
 * @property {string | null} winner
 * @property {number | null} depth
 * @property {boolean} depth_known
 * @property {string} unit
 * @property {string | null} over
 */
/** @typedef {Head & { moves: MoveReport[] | null, line?: string[], table: string | null }} ProbeReport */
/** @typedef {Head & { line: MoveReport[], end: string | null, loop_from: number | null, cut: boolean }} LineReport */
/** @typedef {MoveReport & { reply: string | null }} AnsweredReport */
/** @typedef {Head & { moves: AnsweredReport[], others: MoveReport[], loop: { moves: string[], from: number } | null }} WhyReport */
/** @typedef {{ move: string, pos: string, over: string | null, path?: string[] }} RuleMove a legal move, by the rules alone; `path`: the squares that it touches */
/** @typedef {{ pos: string, game: string, turn: string, moves: RuleMove[] }} MovesReport */
/** @typedef {{ slots: number | null, bytes: number | null, estimated_ms: number | null, automatic: boolean, solved: boolean, error: { code: string, message: string, hint: string | null } | null }} Plan `automatic`: solved on the first question; `error`: why it cannot be solved */
/** @typedef {{ turn: string, win: number, loss: number, tie: number, draw: number }} TurnCounts */
/** @typedef {{ depth: number, win: number, loss: number, tie: number }} DepthCounts */
/**
 * @typedef {object} StatsReport
 * @property {string} game
 * @property {string} table
 * @property {string} domain
 * @property {number} slots
 * @property {number} positions
 * @property {TurnCounts[]} turns
 * @property {DepthCounts[]} by_depth
 * @property {{ turn: string, value: Kind, depth: number, pos: string }[]} deepest
 */
/** @typedef {{ game: string, title: string, title_zh?: string, sides: string[], rules: string, rules_zh?: string, examples: string[], formats?: any[], looks: Looks }} GameAbout */
/** @typedef {{ from: string, positions: string[], answers: string[] | null, error: { message: string, at?: Place | null, hint?: string | null } | null }} Converted what could be read, and what stopped the reading */
/**
 * One event, as in GET /trace and `retrograde trace`.
 * @typedef {object} LogEvent
 * @property {"seed" | "pop" | "relax" | "mark" | "layer" | "rest" | "done"} event
 * @property {number} step
 * @property {number} [slot]
 * @property {string} [pos]
 * @property {string} [turn]
 * @property {string} [value]
 * @property {string | null} [winner]
 * @property {number | null} [depth]
 * @property {string | null} [over]
 * @property {number} [from] the slot that is popped
 * @property {string} [move] from this position to the popped one
 * @property {number} [open] moves not yet known to lose
 * @property {number} [of] moves at the start
 * @property {number} [win]
 * @property {number} [loss]
 * @property {number} [tie]
 * @property {number} [draw]
 * @property {number} [queue]
 */
/** @typedef {{ job: string, state: 'waiting' | 'solving' | 'done' | 'failed' | 'cancelled', progress: { done: number, total: number | null } | null, error: { message: string } | null }} Job */
/** @typedef {{ token?: string, field?: string, row?: number, line?: number, column?: number, case?: number, bytes?: { start: number, end: number } }} Place */
/** @typedef {{ name: string, name_zh: string }} Named */
/** @typedef {Named & { id: string, letter: string }} Terrain */
/** @typedef {Named & { id: string, side: string | null, letter: string, role: string, layer: 'ground' | 'piece', most: number | null }} PieceKind */
/**
 * How a game looks.
 * @typedef {object} Looks
 * @property {string} name
 * @property {string} name_zh
 * @property {string} about
 * @property {string} about_zh
 * @property {Named[]} sides
 * @property {Terrain[]} terrain none: there is one kind of ground
 * @property {PieceKind[]} pieces
 * @property {string[]} tools ids of terrain and pieces
 * @property {{ rows: [number, number], columns: [number, number] } | null} sizes null: one size
 * @property {string[]} reshapes
 * @property {boolean} shifts squares close up after a move
 */
/** @typedef {{ kind: 'grid', rows: number, columns: number }} GridShape */
/** @typedef {{ kind: 'row', length: number }} RowShape */
/** @typedef {{ kind: 'graph', nodes: { name: string, turn: string, ending: { rule: string, winner: string | null } | null }[], edges: [number, number][] }} GraphShape */
/**
 * How a position looks.
 * @typedef {object} Look
 * @property {string} game
 * @property {string} pos as the server prints it
 * @property {string} turn
 * @property {GridShape | RowShape | GraphShape | { kind: 'none' }} shape
 * @property {string | null} ground rows of terrain: a run of the first kind as a number, another kind by its letter
 * @property {{ piece: string, square: string }[]} pieces
 * @property {{ side: string, squares: string[] }[]} goals
 * @property {{ piece: string, square: string }[]} lift what GET /slice can lift
 * @property {{ rule: string, winner: string | null, squares: string[] } | null} ending
 * @property {{ message: string, squares: string[] }[]} problems why it is no legal position
 */
/** @typedef {Record<string, string | number> & { kind: string }} EditWish what an editor does with a board */

export {};
