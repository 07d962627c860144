/** The colours of the terminal itself and of its window. */
export const TERMINAL = {
  background: '#0d1117',
  text: '#e6edf3',
  cursor: '#8b949e',
  frame: '#30363d',
  title: '#9198a1',
};

/** What the sixteen colours that have names look like; every one is readable on the terminal's background. */
const NAMED = [
  ['#6e7681', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#c9d1d9'],
  ['#8b949e', '#ffa198', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#ffffff'],
].flat();

/** The levels of each channel in the cube of 216 colours. */
const LEVELS = [0, 95, 135, 175, 215, 255];

/** The 256 colours of a terminal as `#rrggbb`: sixteen with names, a cube of 216, and 24 greys. */
export const PALETTE: readonly string[] = [
  ...NAMED,
  ...LEVELS.flatMap((red) => LEVELS.flatMap((green) => LEVELS.map((blue) => mixed(red, green, blue)))),
  ...Array.from({ length: 24 }, (_, step) => mixed(8 + 10 * step, 8 + 10 * step, 8 + 10 * step)),
];

/** A colour of 24 bits as `#rrggbb`. */
export function rgbOf(value: number): string {
  return `#${value.toString(16).padStart(6, '0')}`;
}

function mixed(red: number, green: number, blue: number): string {
  return rgbOf((red << 16) | (green << 8) | blue);
}
