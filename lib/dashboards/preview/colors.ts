/** The colors of series, in their order: told apart on a light and on a dark page. */
export const SERIES_COLORS = [
  '#3a7bd5',
  '#d9822b',
  '#2e9d5b',
  '#c2385f',
  '#8a63d2',
  '#1f9ea8',
  '#a67c00',
  '#d458a8',
  '#6b8e23',
  '#7a869a',
] as const;

/** A color of the UI as CSS has it; gray if it is not a plain color. */
export const colorOf = (color: unknown): string => {
  if (typeof color !== 'string') return GRAY;
  const name = color.replace(/^(super-light|light|semi-dark|dark)-/, '');
  return NAMED.get(name) ?? (SAFE.test(color) ? color : GRAY);
};

const GRAY = '#8e8e8e';

const SAFE = /^(#[0-9a-f]{3,8}|rgba?\([\d., %]{5,40}\))$/i;

const NAMED = new Map([
  ['green', '#56a64b'],
  ['yellow', '#e0b400'],
  ['orange', '#ff780a'],
  ['red', '#e02f44'],
  ['blue', '#3274d9'],
  ['purple', '#a352cc'],
  ['white', '#ffffff'],
  ['black', '#000000'],
  ['gray', GRAY],
  ['transparent', GRAY],
]);
