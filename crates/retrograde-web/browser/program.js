/** The program whose page is tested. `RETROGRADE=path` names it. */

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const TARGET = process.env.CARGO_TARGET_DIR ?? join(REPOSITORY, 'target');

/** The program that was built last; nothing if there is none. @returns {string | undefined} */
export function latestProgram() {
  if (process.env.RETROGRADE) return process.env.RETROGRADE;
  const paths = ['debug', 'release'].map((profile) => join(TARGET, profile, 'retrograde')).filter((path) => existsSync(path));
  return paths.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** The program of the sources as they are: built, unless it is named. @returns {string} */
export function freshProgram() {
  return process.env.RETROGRADE ?? built('--bin', 'retrograde', 'retrograde');
}

/** The same command line with a game that it reads from a file at start; `TABLE_PROGRAM=path` names it. @returns {string} */
export const tableProgram = () => process.env.TABLE_PROGRAM ?? built('--example', 'table', join('examples', 'table'));

/** @param {string} kind @param {string} name @param {string} path */
function built(kind, name, path) {
  // With the profile of the tests, `cargo xtask test` has done nearly all of it.
  const build = spawnSync('cargo', ['build', '--quiet', '--profile', 'test', '--package', 'retrograde-cli', kind, name], { cwd: REPOSITORY, stdio: 'inherit' });
  if (build.status !== 0) throw new Error(`cargo cannot build ${name}`);
  return join(TARGET, 'debug', path);
}
