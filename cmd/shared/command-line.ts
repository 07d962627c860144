import type { Flag, Flags } from '../../lib/cli/command.ts';
import { camel } from '../../lib/cli/parse.ts';
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
  if (type === 'boolean') return [value !== true ? `--${name}=false` : short ? `-${short}` : `--${name}`];
  return [value].flat().map((one) => `${short ? `-${short} ` : `--${name}=`}${quoted(String(one))}`);
}
