/** The sections of the article have addresses, and a reader who comes back finds the place that was left. */

/** Where the article was left, in pixels from its beginning. */
class Left {
  top = 0;
}

/** Goes to the section that the URL names, whenever it does. @param {import('../tabs/context.js').Context} ctx @returns {() => void} what ends it */
export function sections({ store, memory }) {
  const left = memory.of(Left);
  const go = (/** @type {string} */ part) => {
    const title = document.getElementById(`learn-${part}-title`);
    title?.setAttribute('tabindex', '-1');
    title?.scrollIntoView();
    title?.focus({ preventScroll: true });
  };
  if (store.isBack && left.top > 0) scrollTo(0, left.top);
  else if (store.state.part) go(store.state.part);
  const end = store.subscribe((state, before) => state.page === 'learn' && state.part !== before.part && go(state.part));
  return () => {
    left.top = scrollY;
    end();
  };
}
