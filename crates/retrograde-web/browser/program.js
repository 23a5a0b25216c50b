/** The program whose page is tested. `RETROGRADE=path` names it. */

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
/** The packages and features of the step `tests`, so that nothing is built twice. */
const LEFT_OUT = ['retrograde-parquet', 'retrograde-s3', 'retrograde-schema-check', 'retrograde-python'].flatMap((name) => ['--exclude', name]);
const PACKAGES = ['--workspace', ...LEFT_OUT, '--features', 'cluster'];
const BUILD = ['build', '--quiet', '--locked', '--profile', 'test', ...PACKAGES, '--bin', 'retrograde', '--example', 'table', '--example', 'site'];
const TARGET = process.env.CARGO_TARGET_DIR ?? join(REPOSITORY, 'target');

/** The program that was built last; nothing if there is none. @returns {string | undefined} */
export function latestProgram() {
  if (process.env.RETROGRADE) return process.env.RETROGRADE;
  const paths = ['debug', 'release'].map((profile) => join(TARGET, profile, 'retrograde')).filter((path) => existsSync(path));
  return paths.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** The program of the sources as they are: built, unless it is named. @returns {string} */
export function freshProgram() {
  if (!process.env.RETROGRADE) build();
  return process.env.RETROGRADE ?? join(TARGET, 'debug', 'retrograde');
}

/** The same command line with a game that it reads from a file at start; `TABLE_PROGRAM=path` names it. @returns {string} */
export function tableProgram() {
  if (!process.env.TABLE_PROGRAM) build();
  return process.env.TABLE_PROGRAM ?? join(TARGET, 'debug', 'examples', 'table');
}

/** The program that writes a site of files; `SITE_PROGRAM=path` names it. @returns {string} */
export function siteProgram() {
  if (!process.env.SITE_PROGRAM) build();
  return process.env.SITE_PROGRAM ?? join(TARGET, 'debug', 'examples', 'site');
}

/**
 * Builds all at once, with the profile, the packages and therefore the features of `cargo test --workspace`, which has done it then; any other
 * choice compiles everything anew.
 */
function build() {
  const { status } = spawnSync('cargo', BUILD, { cwd: REPOSITORY, stdio: 'inherit' });
  if (status !== 0) throw new Error(`cargo ${BUILD.join(' ')} ended with ${status}`);
}
