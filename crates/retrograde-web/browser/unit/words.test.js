/** The words that answers choose from stand in one module, which is made of the server's reports: no other compares with a word of its own. */

import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import ts from 'typescript-5';

import * as words from '../../page/js/base/words.js';

const CODE = fileURLToPath(new URL('../../page/js/', import.meta.url));
/** @type {Set<string>[]} */
const CHOICES = Object.values(words).map((choice) => new Set(Object.values(choice)));
const EQUALITIES = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken];

/** The page's modules, with their types. */
function program() {
  const path = fileURLToPath(new URL('../tsconfig.json', import.meta.url));
  const { options, fileNames } = ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, fileURLToPath(new URL('..', import.meta.url)));
  return ts.createProgram(fileNames, options);
}

/** What a node compares with what. @param {ts.Node} node @returns {[ts.Expression, ts.Expression][]} */
function comparisons(node) {
  if (ts.isBinaryExpression(node) && EQUALITIES.includes(node.operatorToken.kind)) return [[node.left, node.right], [node.right, node.left]];
  if (ts.isSwitchStatement(node)) return node.caseBlock.clauses.filter(ts.isCaseClause).map(({ expression }) => [node.expression, expression]);
  return [];
}

/** Whether a type is made of the words of one choice. @param {ts.Type} type */
function isChosen(type) {
  const parts = (type.isUnion() ? type.types : [type]).filter((part) => !(part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
  return parts.length > 0 && CHOICES.some((choice) => parts.every((part) => part.isStringLiteral() && choice.has(part.value)));
}

/** Where a module compares a word of an answer with one of its own. @param {ts.SourceFile} file @param {ts.TypeChecker} checker */
function faults(file, checker) {
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    for (const [one, other] of comparisons(node)) {
      if (!ts.isStringLiteral(other) || !isChosen(checker.getTypeAtLocation(one))) continue;
      const { line } = file.getLineAndCharacterOfPosition(other.getStart());
      found.push(`${relative(CODE, file.fileName)}:${line + 1}: ${one.getText()} and '${other.text}'`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('no module compares a word of an answer with a word of its own', () => {
  const all = program();
  const files = all.getSourceFiles().filter(({ fileName }) => fileName.startsWith(CODE));
  assert.ok(files.length > 50 && CHOICES.length > 4, 'the modules are not where they were');
  assert.deepEqual(files.flatMap((file) => faults(file, all.getTypeChecker())), []);
});
