/** A site of files opens and solves. The short run visits it with an unoptimised module. */

import assert from 'node:assert/strict';

import { Stand, hasMoved, onSite, square, token } from './stand.js';
import { test } from './visits.js';

const stand = Stand.shared();

const BOARD = 'race:A3/1H2/4/3B_a';

test('Home’s demo moves, and a link of the server’s opens below the path of the site', onSite(), () =>
  stand.visit('/', async (page) => {
    await hasMoved(page);
    await page.goto(`${stand.origin}/b?tab=play#${BOARD}`);
    await square(page, 'a1').waitFor();
    assert.equal(await token(page), BOARD);
    await page.keyboard.press('f');
    await page.waitForURL(`${stand.origin}/b?tab=play&flip=1#${BOARD}`);
  }));
