/** What a text might be that is in no format of a contest's: a position without its game, rows of a board, arrows of a graph. Pure. */

/** @typedef {{ game: string, sides: string[], examples: string[] }} Known a game, with positions of it */

/** What people write for an empty square. */
const BLANKS = /[.·_\-–]+/g;
/** A position of chess in its usual form: eight rows, the side to move, and what else there may be. */
const FEN = /^(?:[pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+ [wb](?: .*)?$/;
/** What makes a single line an arrow, and not two words. */
const IS_ARROW = /->|→|\d/;
const ARROW = /^\s*([\p{L}\d]+)(?:\s*(?:->|→|,)\s*|\s+)([\p{L}\d]+)\s*$/u;

/** Tokens that a text might be, the likeliest first. @param {string} text @param {Known[]} games @returns {string[]} */
export function guesses(text, games) {
  const rows = text.trim().split(/\s*\n\s*/);
  const [only = ''] = rows;
  if (rows.length === 1 && FEN.test(only)) return [`chess:${only}`];
  if (rows.length === 1) return /[/_]/.test(only) ? games.map(({ game }) => `${game}:${only}`) : [];
  const board = rows.map(squeezed).join('/');
  return games.flatMap(({ game, ...of }) => sidesOf(of).flatMap((side) => [...new Set([board, board.toUpperCase()])].map((each) => `${game}:${each}_${side}`)));
}

/** A row as tokens have it: runs of empty squares as numbers, walls as H; blanks between squares left out. @param {string} row */
const squeezed = (row) => row.replaceAll(/\s+|\|/g, '').replaceAll('#', 'H').replaceAll(BLANKS, (run) => String(run.length));

/** How a game's tokens name the side to move: as its examples do, or by a letter. @param {Omit<Known, 'game'>} game */
function sidesOf({ sides, examples }) {
  const used = examples.flatMap((pos) => /_([a-z]+)(?:_|$)/.exec(pos)?.[1] ?? []);
  return [...new Set([...used, ...sides.map((side) => (used.some((name) => name.length > 1) ? side : side.slice(0, 1)))])];
}

/**
 * Lines `1 2` as an edge list with owners: two players take turns to move one token along the arrows; a player who cannot move loses. Each node
 * becomes two, one for each player to move. Null if the text has other lines, or is two words.
 * @param {string} text
 */
export function edgeList(text) {
  const lines = text.trim().split('\n').filter((line) => line.trim());
  const arrows = lines.map((line) => ARROW.exec(line));
  if (!lines.length || arrows.includes(null) || (lines.length === 1 && !IS_ARROW.test(text))) return null;
  /** @type {Map<string, string[]>} */
  const next = new Map();
  for (const [, from = '', to = ''] of /** @type {RegExpExecArray[]} */ (arrows)) next.set(from, [...(next.get(from) ?? []), to]);
  const start = arrows[0]?.[1] ?? '';
  /** Nodes by name and player; those that are added while it is gone through follow. */
  const reached = new Map([[`${start}a`, { name: start, player: 'a' }]]);
  const written = [];
  for (const [id, { name, player }] of reached) {
    const other = player === 'a' ? 'b' : 'a';
    const ways = (next.get(name) ?? []).map((to) => ({ id: `${to}${other}`, name: to, player: other }));
    for (const way of ways) if (!reached.has(way.id)) reached.set(way.id, way);
    written.push([id, player, ways.length ? '-' : other, ...ways.map((way) => way.id)].join(' '));
  }
  return `${written.join('\n')}\n`;
}

/** The example that is most like a text: of the game that it names, or else of the one whose examples share most pairs of signs with it. @param {string} text @param {Known[]} games */
export function nearest(text, games) {
  const named = games.find(({ game }) => text.trim().startsWith(`${game}:`));
  const wanted = pairs(text);
  const likeness = (/** @type {string} */ pos) => {
    const own = pairs(pos.slice(pos.indexOf(':') + 1));
    return (2 * [...own].filter((pair) => wanted.has(pair)).length) / Math.max(1, own.size + wanted.size);
  };
  const all = named ? named.examples : games.flatMap(({ examples }) => examples);
  return all.reduce((best, pos) => (likeness(pos) > likeness(best) ? pos : best), all[0] ?? '');
}

/** @param {string} text */
const pairs = (text) => new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
