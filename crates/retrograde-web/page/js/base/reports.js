/** What several shapes of answers have in common, made of the shapes. Types only. */

/** @typedef {import('./shapes.js').EventReport} EventReport */

/** What is said of a position alone. @typedef {Omit<import('./shapes.js').Probed, 'moves' | 'line' | 'table' | 'why'>} Head */
/** @template Each @typedef {Each extends unknown ? keyof Each : never} Members */
/** An event of any kind: what only some of them tell may be missing. @typedef {Pick<EventReport, 'event' | 'step'> & { [Member in Members<EventReport>]?: Extract<EventReport, { [Known in Member]: unknown }>[Member] }} LogEvent */
/** A legal move, by the rules alone or rated; `path`: the squares that it touches; `carried`: what else moves. @typedef {Pick<import('./shapes.js').LegalMoveReport, 'move' | 'pos' | 'over'> & Partial<Pick<import('./shapes.js').LegalMoveReport, 'path' | 'carried'>>} Move */
/** How a graph lies. @typedef {Extract<import('./shapes.js').ShapeReport, { kind: 'graph' }>} GraphShape */
/** What an editor does with a board. @typedef {Record<string, string | number> & { kind: string }} EditWish */

export {};
