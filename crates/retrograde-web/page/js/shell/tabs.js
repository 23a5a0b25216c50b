/** The tabs of a board: what to do with it. */

import { h } from '../base/dom.js';
import { keyOf } from '../base/keys.js';
import { TABS } from '../base/route.js';

/** @param {import('./index.js').Services} services */
export function tabs({ store, t }) {
  const list = h('div', { role: 'tablist', class: 'tabs', 'aria-label': t('tabs') });
  for (const tab of TABS) {
    const selected = tab === store.state.tab;
    list.append(
      h('button', {
        type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-selected': String(selected), 'aria-controls': 'panel', tabindex: selected ? 0 : -1,
        'data-tip': `${t(`key.${tab}`)} (${keyOf(tab)})`, onclick: () => store.set({ tab, step: null }),
      }, t(`tab.${tab}`)),
    );
  }
  list.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(store.state.tab) + by + TABS.length) % TABS.length];
    store.set({ tab: next, step: null });
    document.getElementById(`tab-${next}`)?.focus();
  });
  return list;
}
