/**
 * Compares the processor time of solves by the WebAssembly module and by the command on one thread: the same boards in turn, in one run.
 * Each solve by the command is one of a new process; the module's code stays compiled.
 *
 *   RETROGRADE=path node speed.js MODULE
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { Instance, compiled } from '../page/js/local/instance.js';
import { answer, request } from '../page/js/local/message.js';
import { freshProgram } from './program.js';

const SOLVE = '/api/v1/solve';
/** Boards of each kind. The tables of boards that differ in one wall have almost the same size. */
const BOARDS = 20;
/** The memory limits of the instances in MiB; the last is that of the page on a small device. */
const [USUAL, SMALL] = [1024, 256];

/** Rows of digits, with a wall on one square. @param {number} size @param {number} wall @param {Record<number, string>} pieces */
function rows(size, wall, pieces) {
  const squares = Array.from({ length: size * size }, (_, square) => pieces[square] ?? (square === wall ? 'H' : '.'));
  const lines = Array.from({ length: size }, (_, row) => squares.slice(row * size, (row + 1) * size).join(''));
  return lines.map((line) => line.replace(/\.+/g, (run) => String(run.length))).join('/');
}

/** @param {number} index */
const pawn = (index) => `pawn:${rows(10, 30 + index, { 4: 'O', 15: 'O', 94: 'X' })}_r`;
/** @param {number} index */
const race = (index) => `race:${rows(40, 400 + index, { 0: 'A', 1599: 'B' })}_a`;

/** Solves a board by the command; milliseconds. @param {string} program @param {string} pos */
function solvedByCommand(program, pos) {
  const { stdout, stderr } = spawnSync(program, ['--lang', 'en', '--threads', '1', 'solve', '--json', pos], { encoding: 'utf8', env: { ...process.env, RETROGRADE_TABLES: '' } });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout).cost.solve.cpu_ms;
}

/** Solves a board with a fresh instance; milliseconds and bytes. @param {WebAssembly.Module} module @param {string} pos @param {number} mebibytes */
function solvedByModule(module, pos, mebibytes) {
  const instance = new Instance(module, mebibytes);
  const ask = (/** @type {Uint8Array<ArrayBuffer>} */ asked) => JSON.parse(new TextDecoder().decode(answer(instance.answer(asked)).body));
  const begun = process.cpuUsage();
  const { job, error } = ask(request('POST', SOLVE, 'en', JSON.stringify({ pos })));
  if (error) throw new Error(JSON.stringify(error));
  const report = ask(request('GET', `/api/v1/jobs/${job}`, 'en', ''));
  if (report.state !== 'done') throw new Error(JSON.stringify(report));
  const { user, system } = process.cpuUsage(begun);
  return { time: (user + system) / 1000, bytes: instance.bytes };
}

/** @param {number[]} times */
const median = (times) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

/** @param {string} program @param {WebAssembly.Module} module @param {string} name @param {string[]} boards @param {number} mebibytes */
function compare(program, module, name, boards, mebibytes) {
  const [own, theirs] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  let bytes = 0;
  for (const pos of boards) {
    theirs.push(solvedByCommand(program, pos));
    const solved = solvedByModule(module, pos, mebibytes);
    own.push(solved.time);
    bytes = Math.max(bytes, solved.bytes);
  }
  const [slow, fast] = [median(own), median(theirs)];
  const first = ((own[0] ?? 0) / fast).toFixed(1);
  console.log(`${name}: command ${fast.toFixed(1)} ms, module ${slow.toFixed(1)} ms: ${(slow / fast).toFixed(2)} times as long (the first ${first} times); ${Math.round(bytes / 1048576)} MiB`);
}

const [file = ''] = process.argv.slice(2);
const [program, module] = [freshProgram(), await compiled(new Response(readFileSync(file)))];
const many = (/** @type {(index: number) => string} */ board) => Array.from({ length: BOARDS }, (_, index) => board(index));
compare(program, module, 'pawn 10x10', many(pawn), USUAL);
compare(program, module, 'race 40x40', many(race), USUAL);
compare(program, module, 'quixo 4x4', ['quixo:4/4/4/4_x'], SMALL);
