/**
 * Pictures of the whole page, to be looked at: every place and state of `places.js` at five widths, dark and light, in both languages.
 *
 *   npm run shots -- FOLDER                    all of them
 *   npm run shots -- FOLDER watch play-ended   some places
 *   WIDTHS=390,1920 THEMES=light LANGUAGES=zh  some widths, themes, languages
 *   DENSITY=3 MOTION=reduce FORCED=active      pixels a pixel, less motion, the system's colours
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { PLACES, SCREENS, addressOf, passes, reach } from './places.js';
import { Lane } from './lane.js';
import { Stand, drawn, keep } from './stand.js';

/** What a variable of the environment chooses of all. @param {string} name @param {string[]} all */
const chosen = (name, all) => process.env[name]?.split(',').filter((each) => all.includes(each)) ?? all;

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('a folder for the pictures is missing: npm run shots -- FOLDER');
const unknown = names.filter((name) => !(name in PLACES));
if (unknown.length > 0) throw new Error(`no place is called ${unknown.join(' ')}; there are ${Object.keys(PLACES).join(' ')}`);
mkdirSync(folder, { recursive: true });

const widths = chosen('WIDTHS', SCREENS.map(({ width }) => String(width)));
const lane = new Lane();
const stand = new Stand((lane) => lane.server());
await stand.open(lane);
await keep(stand);
const options = { deviceScaleFactor: Number(process.env.DENSITY ?? 1), reducedMotion: process.env.MOTION === 'reduce' ? /** @type {const} */ ('reduce') : undefined,
  forcedColors: process.env.FORCED === 'active' ? /** @type {const} */ ('active') : undefined };
for (const [name, place] of Object.entries(PLACES).filter(([name]) => names.length === 0 || names.includes(name))) {
  for (const viewport of SCREENS.filter(({ width }) => widths.includes(String(width)))) {
    for (const lang of chosen('LANGUAGES', ['en', 'zh'])) {
      const seen = stand.visit(addressOf(place, lang), async (page) => {
        await reach(page, place);
        for (const theme of /** @type {('dark' | 'light')[]} */ (chosen('THEMES', ['dark', 'light']))) {
          await page.emulateMedia({ colorScheme: theme });
          await drawn(page);
          await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${theme}-${lang}.png`), fullPage: true });
        }
      }, { viewport, ...passes(name), ...options });
      await seen.catch((error) => console.error(`${name} at ${viewport.width}: ${error.message}`));
    }
  }
}
await stand.close();
await lane.close();
