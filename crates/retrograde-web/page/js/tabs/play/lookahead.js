/** What the opponent says of its move on a board without a table: how far it has looked ahead, and who wins, if it has proved this. */

import { h } from '../../base/dom.js';

/** @typedef {import('../../base/shapes.js').Searched} Reply */

/** @param {Reply} reply @param {import('../../languages/index.js').T} t @param {boolean} isOpen whether values may be seen */
export function lookahead({ looked, winner, depth }, t, isOpen) {
  const proof = isOpen && winner !== null && t('play.proved', { said: t('verdict.wins', { side: t(`side.${winner}`), depth }) });
  return h('p', { class: 'hint looked', role: 'status' }, t('play.looked', { plies: looked }), proof && ' ', proof);
}
