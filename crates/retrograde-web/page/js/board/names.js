/** What squares are called for those who listen. */

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../languages/index.js').T} T */

/** A square in full: "c4, red king, best here: loss in 14". @param {State} state @param {number} index @param {T} t */
export function squareText(state, index, t) {
  const name = state.nameOf(index);
  const { labels, wrong = [] } = state.overlay;
  const parts = [name, ...standing(state, index, t), homeText(state, index, t), markText(state, index, t), labels?.get(name), wrong.includes(name) && t('cell.wrong')];
  return parts.filter(Boolean).join(', ');
}

/** @param {State} state @param {number} index @param {T} t */
function standing({ model, board }, index, t) {
  const { pieces, kind } = model.cell(board, index);
  return pieces.length ? pieces.map((letter) => t(model.pieces[letter]?.word ?? letter)) : [t(`cell.${kind}`)];
}

/** @param {State} state @param {number} index @param {T} t */
function homeText({ model, board }, index, t) {
  const { home } = model.cell(board, index);
  return home !== null && t('cell.home', { side: t(`side.${model.sides[home]}`) });
}

/** @param {State} state @param {number} index @param {T} t */
function markText(state, index, t) {
  const mark = state.markAt(index);
  return mark && (mark.says ?? t('cell.mark', { value: t(`value.${mark.value}`), depth: mark.depth ?? null }));
}
