/**
 * Games as the server tells them: a *kit* a game (its pieces, grounds and tools, each with its name, letter and role), and positions as
 * boards of squares with names. The page chooses the pixels; what may stand where, what a move touches and what an edit makes of a board
 * is the server's to say.
 */

import { LAYER, SHAPE } from '../base/words.js';
import { readSquare, squareName, squaresIn } from './square.js';

/** @typedef {Omit<import('../base/shapes.js').LookReport, 'schema'>} LookReport */
/** @typedef {import('../base/shapes.js').NameReport} NameReport */
/** @typedef {import('../base/shapes.js').KindReport} KindReport */
/** @typedef {{ terrain: string, ground: Piece[], pieces: Piece[] }} Cell `terrain` is `void` beyond the end of a row and beyond the edge of a board */
/** @typedef {{ id: string, piece: Piece | undefined, square: string }} Lifted */
/** @typedef {{ move: string, path?: string[], carried?: [string, string][] }} MoveTold */

/** The ground that nobody enters: it is painted as bricks. */
export const WALL = 'wall';
/** Beyond the board: it is not painted. */
const VOID = 'void';
/** Squares in a drawn line of a row: as many as still make targets of 24 pixels; a phone is narrow. */
const lineLength = () => ((globalThis.innerWidth ?? 1280) < 700 ? 12 : 20);

/** What can be placed on a square. */
export class Tool {
  #told;
  #say;

  /** @param {NameReport & { id: string, letter: string }} told @param {(of: NameReport) => string} say */
  constructor(told, say) {
    this.#told = told;
    this.#say = say;
    this.id = told.id;
    this.letter = told.letter;
  }

  /** "red king", in the reader's language. */
  get name() {
    return this.#say(this.#told);
  }
}

/** A kind of piece. */
export class Piece extends Tool {
  /** @param {KindReport} told @param {number} side 0 or 1; -1: nobody's @param {import('../base/shapes.js').Colour[]} colours the sides' @param {(of: NameReport) => string} say */
  constructor(told, side, colours, say) {
    super(told, say);
    this.side = side;
    this.colour = colours[side] ?? null;
    /** Whether its side has pieces of other kinds, too. */
    this.isOfMany = false;
    this.role = told.role;
    this.isGround = told.layer === LAYER.ground;
  }
}

export class Kit {
  #looks;
  #say;

  /** @param {import('../base/shapes.js').GameReport} about @param {(of: NameReport) => string} say */
  constructor({ game, title, sides, formats = [], looks }, say) {
    const { terrain, pieces, tools, sizes, reshapes, shifts, falls, colours } = looks;
    this.#looks = looks;
    this.#say = say;
    this.id = game;
    this.title = title;
    this.sides = sides;
    this.terrain = terrain.map((one) => new Tool(one, say));
    this.pieces = pieces.map((one) => new Piece(one, one.side === null ? -1 : sides.indexOf(one.side), colours, say));
    for (const one of this.pieces) one.isOfMany = this.pieces.some((other) => other !== one && other.side === one.side && other.isGround === one.isGround);
    this.tools = tools.map((id) => this.#tool(id)).filter((tool) => tool !== undefined);
    this.sizes = sizes;
    this.reshapes = reshapes;
    this.shifts = shifts;
    this.falls = falls;
    this.colours = colours;
    this.hasWalls = tools.includes(WALL);
    /** The judge's format. */
    this.contest = formats[0]?.format ?? '';
  }

  /** @param {string} id */
  #tool(id) {
    return this.terrain.find((one) => one.id === id) ?? this.piece(id);
  }

  get name() {
    return this.#say(this.#looks);
  }

  get about() {
    return this.#say({ name: this.#looks.about ?? '', name_zh: this.#looks.about_zh ?? '' });
  }

  /** @param {string} id */
  piece(id) {
    return this.pieces.find((one) => one.id === id);
  }
}

/** A position to look at, never changed: an edit makes another one. */
export class Board {
  #look;
  /** @type {Uint8Array | null} */
  #terrain = null;
  /** By square. @type {Map<number, Piece[]> | null} */
  #standing = null;

  /** @param {Kit | null} kit @param {LookReport} look @param {import('./force.js').Spot[] | null} [spots] where the nodes of a graph lie; in units of squares */
  constructor(kit, look, spots = null) {
    const { shape } = look;
    this.#look = look;
    this.kit = kit;
    this.game = look.game;
    this.pos = look.pos;
    this.turn = look.turn;
    /** Squares in a line, numbered: never turned; pieces fly over others. */
    this.isRow = shape.kind === SHAPE.row;
    this.spots = spots;
    this.graph = shape.kind === SHAPE.graph ? shape : null;
    this.isChessboard = shape.kind === SHAPE.chessboard;
    this.squares = squaresOf(shape);
    this.rows = this.spots ? extent(this.spots.map(({ y }) => y)) : 'rows' in shape ? shape.rows : Math.ceil(this.squares / lineLength());
    this.cols = this.spots ? extent(this.spots.map(({ x }) => x)) : 'rows' in shape ? shape.columns : Math.ceil(this.squares / (this.rows || 1));
    this.goals = new Set(look.goals.flatMap(({ squares }) => squares));
    this.ending = look.ending;
    this.problems = look.problems;
  }

  /** The size, in short: "9×9"; empty if it is not known. */
  get title() {
    if (!this.kit?.sizes || this.squares === 0) return '';
    return this.isRow ? String(this.squares) : `${this.rows}×${this.cols}`;
  }

  /** A square's name. @param {number} index */
  name(index) {
    if (this.isRow) return String(index + 1);
    return this.graph ? (this.graph.nodes[index]?.name ?? '') : squareName(this.#counted(Math.floor(index / this.cols)), index % this.cols);
  }

  /** A row as it is counted; twice is the row again. @param {number} row */
  #counted(row) {
    return this.isChessboard ? this.rows - 1 - row : row;
  }

  /** The square of a name; -1 if there is none. @param {string} name */
  index(name) {
    if (this.graph) return this.graph.nodes.findIndex((node) => node.name === name);
    if (this.isRow) return /^[1-9]\d{0,5}$/.test(name) && Number(name) <= this.squares ? Number(name) - 1 : -1;
    const square = readSquare(name);
    return square && square.row < this.rows && square.col < this.cols ? this.#counted(square.row) * this.cols + square.col : -1;
  }

  /** @param {number} index @returns {Cell} */
  cell(index) {
    const all = this.standing.get(index) ?? [];
    return { terrain: this.#terrainAt(index), ground: all.filter(({ isGround }) => isGround), pieces: all.filter(({ isGround }) => !isGround) };
  }

  /** @param {number} index */
  isWall(index) {
    return this.#terrainAt(index) === WALL;
  }

  /** Squares with pieces, and those pieces, in the order of being painted. */
  get standing() {
    this.#standing ??= this.#placed();
    return this.#standing;
  }

  #placed() {
    /** @type {Map<number, Piece[]>} */
    const placed = new Map();
    for (const { piece, square } of this.#look.pieces) {
      const index = this.index(square);
      const known = this.kit?.piece(piece);
      if (known && index >= 0) placed.set(index, [...(placed.get(index) ?? []), known]);
    }
    return placed;
  }

  /** The walls of a game without a tool for walls are not part of the board. @param {number} index */
  #terrainAt(index) {
    if (index >= this.squares) return VOID;
    this.#terrain ??= readGround(this.#look.ground ?? '', this.kit?.terrain ?? [], this.squares);
    const id = this.kit?.terrain[this.#terrain[index] ?? 0]?.id ?? 'floor';
    return id === WALL && !this.kit?.hasWalls ? VOID : id;
  }

  /** Whether there is nothing to see at a square: it is beyond the last or beyond the edge. @param {number} index */
  isVoid(index) {
    return this.#terrainAt(index) === VOID;
  }

  /** Whose hand a square is part of; empty if it is a square of the board. @param {number} index */
  hand(index) {
    return /^hand-(.*)/.exec(this.#terrainAt(index))?.[1] ?? '';
  }

  /** The pieces that a slice can lift. @returns {Lifted[]} */
  get lift() {
    return this.#look.lift.map(({ piece: id, square }) => ({ id, square, piece: this.standing.get(this.index(square))?.find((piece) => id.startsWith(piece.id)) }));
  }

  /** Whether other pieces or walls stand here than there. @param {Board} other */
  isOther(other) {
    const same = other.game === this.game && other.squares === this.squares && other.cols === this.cols;
    return !same || other.#look.ground !== this.#look.ground || JSON.stringify(other.#look.pieces) !== JSON.stringify(this.#look.pieces);
  }

  /** The names of the squares that a move touches, in order: as it is told, else as its text names them. @param {MoveTold} move */
  path({ move, path }) {
    if (path) return path;
    if (this.kit?.falls) return this.#fallen(move);
    const named = this.graph ? [...this.standing.keys()].map((index) => this.name(index)).concat(move) : this.isRow ? (move.match(/\d+/g) ?? []) : squaresIn(move);
    return named.every((name) => this.index(name) >= 0) ? named : [];
  }

  /** Where a piece comes to lie that falls down the column of a name. @param {string} column */
  #fallen(column) {
    const squares = Array.from({ length: this.rows }, (_, row) => `${column}${row + 1}`);
    return squares.filter((name) => this.index(name) >= 0 && this.cell(this.index(name)).pieces.length === 0).slice(-1);
  }

  /** Whether a move that is told by its text alone has its squares only on the board that it is made on: a capture shortens a row. */
  get isNeeded() {
    return this.graph !== null || this.isRow || (this.kit?.falls ?? false);
  }
}

/** A position of which nothing is told yet. @param {Kit | null} kit @param {string} pos */
export const untold = (kit, pos) => new Board(kit, { game: kit?.id ?? gameIn(pos), pos, turn: '', shape: { kind: 'none' }, ground: null, pieces: [], goals: [], lift: [], ending: null, problems: [] });

/** The game that a token names. @param {string} pos */
export const gameIn = (pos) => pos.split(':', 1)[0] ?? '';

/** @param {LookReport['shape']} shape */
function squaresOf(shape) {
  if ('rows' in shape) return shape.rows * shape.columns;
  return shape.kind === SHAPE.row ? shape.length : shape.kind === SHAPE.graph ? shape.nodes.length : 0;
}

/** @param {number[]} ats */
const extent = (ats) => Math.max(0, ...ats) + 1;

/** The terrain of each square, by its number in the kit. @param {string} text @param {{ letter: string }[]} terrain @param {number} squares */
function readGround(text, terrain, squares) {
  const ground = new Uint8Array(squares);
  let index = 0;
  for (const part of text.match(/\d+|[^\d/]/g) ?? []) {
    if (/^\d/.test(part)) index += Number(part);
    else ground[index++] = Math.max(0, terrain.findIndex(({ letter }) => letter === part));
  }
  return ground;
}
