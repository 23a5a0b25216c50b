/** That a step's picture in WATCH does not depend on the way there. */

import assert from 'node:assert/strict';

import { Stand, events, ready, shown } from './stand.js';
import { repeated, test } from './visits.js';

const stand = Stand.shared();

const SMALL = 'pawn:O2/1HX/1O1_r';
const DRAWN = 'pawn:5/5/2O2/H2H1/OH1X1_r';

for (const [name, pos, follow] of [['an answer', SMALL, 'answer'], ['a draw’s answer', DRAWN, 'answer']]) {
  test(`forwards and back over the whole log of ${name}, every step is the same picture`, repeated(pos === SMALL, 'over a longer log'), () =>
    stand.visit(`/b?tab=watch&follow=${follow}#${pos}`, async (page) => {
      await ready(page);
      const total = Math.min(60, await events(page));
      const forwards = [await shown(page)];
      for (let at = 1; at <= total; at += 1) {
        await page.keyboard.press('ArrowRight');
        forwards.push(await shown(page));
      }
      for (let at = total - 1; at >= 0; at -= 1) {
        await page.keyboard.press('ArrowLeft');
        assert.ok((await shown(page)) === forwards[at], `step ${at} is another picture`);
      }
    }, { reducedMotion: 'reduce' }));
}
