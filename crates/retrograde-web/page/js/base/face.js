/** The faces of buttons, in pixels. */

/** Pixel faces, 9 x 9: text symbols look different on every system. @type {Record<string, string[]>} */
const FACES = {
  restart: ['...###...', '.##...##.', '.#......#', '#........', '#....####', '#......##', '.#....#.#', '.##..##..', '...##....'],
  start: ['##......#', '##....###', '##..#####', '##.######', '#########', '##.######', '##..#####', '##....###', '##......#'],
  layerBack: ['....#...#', '...##..##', '..###.###', '.########', '#########', '.########', '..###.###', '...##..##', '....#...#'],
  back: ['......##.', '....####.', '..######.', '.#######.', '########.', '.#######.', '..######.', '....####.', '......##.'],
  play: ['##.......', '####.....', '######...', '########.', '#########', '########.', '######...', '####.....', '##.......'],
  stops: ['.##......', '.######..', '.########', '.######..', '.##......', '.##......', '.##......', '.##......', '.##......'],
  theme: ['...###...', '.###...#.', '.####...#', '#####...#', '#####...#', '#####...#', '.####...#', '.###...#.', '...###...'],
  soundOn: ['...#...#.', '..##.#..#', '####..#.#', '####..#.#', '####..#.#', '####..#.#', '####..#.#', '..##.#..#', '...#...#.'],
  soundOff: ['...#.....', '..##.....', '####.#.#.', '####.#.#.', '####..#..', '####.#.#.', '####.#.#.', '..##.....', '...#.....'],
  pause: ['###...###', '###...###', '###...###', '###...###', '###...###', '###...###', '###...###', '###...###', '###...###'],
};
const MIRRORED = /** @type {Record<string, string>} */ ({ forward: 'back', layerForward: 'layerBack', end: 'start' });

/** A face as a drawing of squares. @param {string} name */
export function face(name) {
  const rows = FACES[MIRRORED[name] ?? name] ?? [];
  const isMirrored = name in MIRRORED;
  const path = rows.flatMap((row, y) => [...row].map((dot, x) => (dot === '#' ? `M${isMirrored ? 8 - x : x} ${y}h1v1h-1z` : ''))).join('');
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 9 9', width: '18', height: '18', 'aria-hidden': 'true', class: 'face' })) {
    drawing.setAttribute(key, value);
  }
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  shape.setAttribute('d', path);
  shape.setAttribute('fill', 'currentColor');
  drawing.append(shape);
  return drawing;
}
