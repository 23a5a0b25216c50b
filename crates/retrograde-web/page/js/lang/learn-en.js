/** The article, in English. */

/** @param {number} n */
const plies = (n) => (n === 1 ? '1 ply' : `${n} plies`);

/** @type {Record<string, string | ((params: any) => string)>} */
export default {
  'learn.title': 'How a game is solved from its end',
  'learn.contents': 'In this article',
  'learn.watch': 'Watch it being solved',
  'learn.missing': 'This diagram needs the server: {message}',

  'learn.slice.title': 'Drag a piece',
  'learn.slice.1': 'Red’s two kings hunt Black’s pawn, which wants to reach the top row. Every square shows what the position is worth, for the side to move, with the lifted piece standing there: ▲ a win, ▼ a loss, ◆ a draw that never ends. The number is how many plies it takes when both sides play perfectly.',
  'learn.slice.2': 'Drag a king and watch the colours turn over. Nothing is searched while you drag: every position of this board, with either side to move, already has its value. This article is about how it got it.',

  'learn.back.title': 'Start where there is nothing to think about',
  'learn.back.1': 'Looking ahead, you would have to imagine every future. Looking back, there is nothing to imagine: a finished game has its result. So begin there, and work backwards with two rules.',
  'learn.back.2': 'One move into a position that is lost for the opponent is enough: you win, one ply later. But you lose only if every move leads to a win for the opponent, and you will choose the slowest.',
  'learn.back.3': 'Below, red boxes are positions with Red to move, dashed white ones with Black to move, arrows are moves, flags are finished games. The yellow dots count the moves that are still open. Step through it.',

  'learn.cycle.title': 'Why cycles need counters',
  'learn.cycle.1': 'Pieces can go back to where they were, so positions repeat. Ask forwards, “is d lost?”, and the question comes back to itself: d asks e, e asks d, d asks e… A search must then remember what it is in the middle of, and whatever it concludes inside the loop may be wrong outside it.',
  'learn.cycle.2': 'Backwards there is no such trouble, because nobody waits. Each position keeps one number: how many of its moves are not yet known to lose. A move that turns out to lose takes one off. At zero, the position is lost, and it never asked anybody. Every arrow is looked at once, so the whole work is the number of moves of the game, cycles or not.',
  'learn.cycle.3': 'And the plies come out exact. Positions are taken in the order of their depth, so the first move found to win is a quickest one, and the last one to close is a slowest.',

  'learn.draw.title': 'A draw is what is left',
  'learn.draw.1': 'When the queue is empty, some positions may have no value. Look at one of them. No move of it reaches a position lost for the opponent, or it would be won. Its counter is not zero, or it would be lost: some move stays among the positions that are left. So either side can stay there for ever, and whoever leaves, loses.',
  'learn.draw.2': 'That is a draw: not a rule that ends the game, but a game that has no end. On this board one king is walled in. The other can hold the pawn back for ever but never catch it, and the pawn can wait for ever but never get by.',
  'learn.draw.3': 'A tie is something else: a game that does end, level. The cannons below can end so.',

  'learn.predict.title': 'Predict first',
  'learn.predict.1': 'The values are hidden until you commit. Guess who wins with best play of both; being wrong here is how one learns to see.',
  'learn.predict.who': 'Who wins?',
  'learn.predict.nobody': 'Nobody: draw or tie',
  'learn.predict.commit': 'Commit',
  'learn.predict.choose': 'Choose an answer first',
  'learn.predict.right': 'Right.',
  'learn.predict.wrong': 'Not so.',
  'learn.predict.score': ({ right, done, all }) => `${right} of ${done} right, ${all - done} to go`,
  'learn.predict.a': 'The pawn is one step from its goal, and it is Red’s turn.',
  'learn.predict.a.why': 'One move is not enough: no king reaches the pawn in time, and a king beside the goal cannot close it.',
  'learn.predict.b': 'Two kings stand between the pawn and its goal.',
  'learn.predict.b.why': 'The pawn cannot turn back. Kings that stand above it wait, and close in from both sides.',
  'learn.predict.c': 'One king is walled in, the other is alone.',
  'learn.predict.c.why': 'One king can hold the pawn back, but not catch it. Whoever leaves its post loses, so nobody does: both go round for ever.',
  'learn.predict.d': 'Red cannons 1, black cannons 0; a capture jumps over exactly one cannon.',
  'learn.predict.d.why': 'With three red cannons against two black ones Red stays ahead: if one side can capture, so can the other, and capturing never hurts.',

  'learn.games.title': 'Three games, three ideas',
  'learn.pawn.title': 'Pawn: a word of memory is a board',
  'learn.pawn.1': 'Fix the kings, and let every bit of a machine word be one square for the pawn. “Some move wins” is an OR of neighbouring words, “every move loses” an AND, and a step of the pawn is a shift. One ply of retrograde analysis for all squares of the pawn at once costs a handful of instructions; an open 10×10 board, 990,000 positions, takes well under a millisecond.',
  'learn.race.title': 'Race: meet half way',
  'learn.race.1': 'A and B race to each other’s start; who lands on the other jumps on. Nobody gains by leaving the shortest paths, whose length is D. If D is odd, A is first. If D is even, B wins exactly if it can always stand on A’s square half way, and take the jump. So 300 × 300 squares, 16 thousand million positions, shrink to matching two layers at a time.',
  'learn.race.2': 'Move one wall, and the winner changes:',
  'learn.race.here': 'This wall: {verdict}',
  'learn.cannons.title': 'Cannons: just count',
  'learn.cannons.1': 'In a row of red (1) and black (0) cannons, each capture jumps over exactly one cannon; Red moves first. If one side can capture, so can the other, and capturing never hurts: so only the numbers matter, and two patterns. With r red and b black: r > b, Red wins; r = b, a tie, unless the row is (10)…(1100 or 0011)…(01), which Red wins; r = b − 1, a tie, unless the colours alternate; in all other cases Black wins.',
  'learn.cannons.type': 'Type a row of 1 and 0',
  'learn.cannons.count': ({ red, black }) => `${red} red, ${black} black.`,
  'learn.cannons.bad': 'Only 1 and 0, up to 20 of them',

  'learn.trust.title': 'Why believe it?',
  'learn.trust.1': 'A table need not be believed: one ply is enough to check it. Every win must have a move to a loss one ply shorter, every loss only moves to wins, the longest one ply shorter, every draw a move to a draw and none to a loss. If that holds everywhere, the table is right, whoever made it.',
  'learn.trust.2': 'For one position, a small file does: the certificate, in the panel “Why” of Watch. A page of plain code, which knows only the rules, checks it.',
  'learn.trust.3': 'Now open a board of your own: draw walls in Edit, and see it solved in Watch.',
  'learn.trust.edit': 'Draw a board',

  'toy.open': ({ open }) => `open, ${open} moves left`,
  'toy.legend': 'Red box: Red to move. Dashed white box: Black to move. Yellow dots: open moves.',
  'toy.start': 'Ten positions; two are finished. Nothing else is known.',
  'toy.seed': ({ name, winner }) => `${name} is finished: ${winner} has won. It goes into the queue.`,
  'toy.pop': ({ name, value }) => `Take ${name} from the queue: ${value}. Which moves lead to it?`,
  'toy.relax': ({ name, from, open }) => `${name} can move to ${from}, but that loses. One dot less: ${open} left.`,
  'toy.mark.win': ({ name, from, depth }) => `${name} can move to ${from}, which is lost for the other side: a win in ${plies(depth)}.`,
  'toy.mark.loss': ({ name, from, depth }) => `The move to ${from} was the last open one of ${name}: a loss in ${plies(depth)}.`,
  'toy.mark.tie': ({ name }) => `${name} ties.`,
  'toy.layer': ({ depth }) => `Everything of depth ${depth} has been taken. On to ${depth + 1}.`,
  'toy.rest': ({ draw }) => `The queue is empty. ${draw === 1 ? 'One position is' : `${draw} positions are`} left: draws.`,
  'toy.done': 'Solved. Every arrow was looked at at most once.',
  'toy.ask': ({ chain }) => `${chain.join(' asks ')}…`,
  'toy.ask.start': 'Asking forwards from d: is it won or lost?',
  'toy.ask.again': ({ chain, name }) => `${chain.join(' asks ')}: the question has come back to ${name}, which is still waiting.`,
};
