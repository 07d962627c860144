import type { Flag, Flags } from '../../lib/cli/command.ts';
import { quoted } from '../../lib/words/shell.ts';

/** Flags whose values are secrets. */
const SECRET = new Set(['token']);

/** A call as a user types it: `start`, the args, and the flags that are not at their defaults. Secrets are left out. */
export function commandLine(
  start: string,
  { args, values }: { args: readonly string[]; values: Readonly<Record<string, unknown>> },
  flags: Flags,
): string {
  const given = Object.entries(flags).flatMap(([name, flag]) =>
    SECRET.has(name) ? [] : flagWords(name, flag, values[camel(name)]),
  );
  return [start, ...args.map(quoted), ...given].join(' ');
}

function flagWords(name: string, { type, default: usual, short }: Flag, value: unknown): string[] {
  if (value === undefined || value === (usual ?? (type === 'boolean' ? false : undefined))) return [];
  const flag = short ? `-${short}` : `--${name}`;
  if (type === 'list')
    return (value as string[]).flatMap((one) =>
      short ? [`-${short} ${quoted(one)}`] : [`--${name}=${quoted(one)}`],
    );
  if (type !== 'boolean')
    return [short ? `${flag} ${quoted(String(value))}` : `${flag}=${quoted(String(value))}`];
  return [value ? flag : `--${name}=false`];
}

const camel = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
