import { printable } from '../words/text.ts';
import type { Host } from './command.ts';
import { folded } from './folded.ts';
import { paintFor } from './style.ts';

/** Writes warnings on stderr, as kubectl does. */
export function warner(
  host: Pick<Host, 'stderr' | 'env'>,
  color: 'auto' | 'always' | 'never',
): (text: string) => void {
  const paint = paintFor(host.stderr, host, color);
  return (text) =>
    void host.stderr.write(`${folded(`${paint('yellow', 'Warning:')} ${printable(text)}`, host.stderr)}\n`);
}
