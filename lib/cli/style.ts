import { styleText } from 'node:util';
import type { Host, Output } from './command.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
export type Paint = (style: Style, text: string) => string;

/** How text is coloured on an output: not at all where nobody looks, the terminal can't, or `NO_COLOR` asks for none. */
export function paintFor(
  output: Output,
  { env }: Pick<Host, 'env'>,
  when: 'auto' | 'always' | 'never',
): Paint {
  const able = output.isTTY === true && env.TERM !== 'dumb' && !env.NO_COLOR;
  return when === 'always' || (when === 'auto' && able)
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text;
}
