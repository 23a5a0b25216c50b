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
  if (process.env.RETROGRADE) return process.env.RETROGRADE;
  // With the profile of the tests, `cargo xtask test` has done nearly all of it.
  const build = spawnSync('cargo', ['build', '--quiet', '--profile', 'test', '--package', 'retrograde-cli'], { cwd: REPOSITORY, stdio: 'inherit' });
  if (build.status !== 0) throw new Error('cargo cannot build retrograde');
  return join(TARGET, 'debug', 'retrograde');
}
