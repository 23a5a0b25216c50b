/** What Puzzles says, in English. */

/** @param {number} n */
const plies = (n) => (n === 1 ? '1 ply' : `${n} plies`);

/** @type {Record<string, string | ((params: any) => string)>} */
export default {
  'puzzles.games': 'Puzzles of other games',
  'puzzles.without': 'No puzzles of ',
  'puzzles.lack.large': '{game} (too large: {n} positions)',
  'puzzles.lack.small': '{game} (only {n} positions)',
  'puzzles.lack.unknown': '{game} (cannot be solved here)',
  'puzzles.gap': ', ',
  'puzzles.stop': '.',
  'puzzles.looking': 'Looking for today’s position…',
  'puzzles.none': 'No position with exactly one good move was found. Try another game.',
  'puzzles.ask.win': '{side} to move: exactly one move wins. Which?',
  'puzzles.ask.tie': '{side} to move: exactly one move keeps the tie. Which?',
  'puzzles.ask.draw': '{side} to move: all moves lose but one. Which?',
  'puzzles.miss': '{move} is a {value}.',
  'puzzles.right.win': ({ move, n }) => `Right: ${move} wins in ${plies(n)}.`,
  'puzzles.right.tie': 'Right: {move} keeps the tie.',
  'puzzles.right.draw': 'Right: after {move} neither side can win.',
  'puzzles.given.win': ({ move, n }) => `It was ${move}: a win in ${plies(n)}.`,
  'puzzles.given.tie': 'It was {move}: it keeps the tie.',
  'puzzles.given.draw': 'It was {move}: after it neither side can win.',
  'puzzles.why': 'Why the other moves fail',
  'puzzles.answered': ': {told}',
  'puzzles.answer': 'then {line}',
  'puzzles.fails.loss': ({ n }) => `loses in ${plies(n)}`,
  'puzzles.fails.draw': 'neither side can win any more',
  'puzzles.fails.tie': 'the game ends in a tie',
  'puzzles.give': 'Show the move',
  'puzzles.link': 'Copy a link to this puzzle',
  'puzzles.play': 'Play on from here',
  'puzzles.watch': 'Watch it solved',
  'puzzles.solvedToday': 'solved today',
  'puzzles.streak': ({ n }) => (n === 1 ? 'Streak: 1 day' : `Streak: ${n} days`),
  'puzzles.noStreak': 'No streak yet: solve today’s puzzle',
};
