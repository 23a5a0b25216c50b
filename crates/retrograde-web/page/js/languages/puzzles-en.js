/** What Puzzles says, in English. */

/** @param {number} n */
const plies = (n) => (n === 1 ? '1 ply' : `${n} plies`);

/** @type {Record<string, string | ((params: any) => string)>} */
export default {
  'puzzles.games': 'Puzzles of other games',
  'puzzles.without': 'No puzzles of ',
  'puzzles.lack.large': '{game} (the table of its {n} positions takes too long to be made by the way)',
  'puzzles.lack.small': '{game} (the {n} positions of its example are too few to ask for one)',
  'puzzles.lack.unknown': '{game} (its table cannot be made)',
  'puzzles.gap': ', ',
  'puzzles.stop': '.',
  'puzzles.looking': 'Looking for today’s position…',
  'puzzles.none': 'No position with exactly one saving move was found here. Try another game.',
  'puzzles.ask.win': '{side} to move: exactly one move wins. Which?',
  'puzzles.ask.tie': '{side} to move: exactly one move keeps the game level. Which?',
  'puzzles.ask.draw': '{side} to move: every move loses but one. Which?',
  'puzzles.miss': '{move} is a {value}.',
  'puzzles.right.win': ({ move, n }) => `Right: ${move} wins in ${plies(n)}.`,
  'puzzles.right.tie': 'Right: {move} keeps the game level.',
  'puzzles.right.draw': 'Right: after {move} nobody can win.',
  'puzzles.given.win': ({ move, n }) => `It was ${move}: a win in ${plies(n)}.`,
  'puzzles.given.tie': 'It was {move}: it keeps the game level.',
  'puzzles.given.draw': 'It was {move}: after it nobody can win.',
  'puzzles.why': 'Why the other moves fail',
  'puzzles.answered': ': {told}',
  'puzzles.answer': 'then {line}',
  'puzzles.fails.loss': ({ n }) => `loses in ${plies(n)}`,
  'puzzles.fails.draw': 'nobody wins any more',
  'puzzles.fails.tie': 'the game ends level',
  'puzzles.give': 'Show the move',
  'puzzles.link': 'Copy a link to this puzzle',
  'puzzles.play': 'Play on from here',
  'puzzles.watch': 'Watch it solved',
  'puzzles.solvedToday': 'solved today',
  'puzzles.streak': ({ n }) => (n === 1 ? 'Streak: 1 day' : `Streak: ${n} days`),
  'puzzles.noStreak': 'No streak yet: solve today’s puzzle',
};
