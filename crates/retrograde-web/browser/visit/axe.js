/** What axe-core, which knows the rules of accessibility, objects to. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ violations: { id: string, nodes: { target: string[] }[] }[] }} Found */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A line for each rule that the page breaks. @param {Page} page */
export async function violations(page) {
  // Evaluated, not added as an element: what the page's policy forbids stays forbidden.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(() => /** @type {{ axe: { run: (root: Document, options: object) => Promise<Found> } }} */ (/** @type {unknown} */ (window)).axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
