import type { Observed } from './observed.ts';

/** A command for a host, as a user types it: with the host's name and namespace, on the same cluster. */
export const commandFor = (
  { host: { name, namespace }, context: { flags = [] } }: Pick<Observed, 'host' | 'context'>,
  command: string,
  ...last: string[]
): string => [command, name, '-n', namespace, ...flags, ...last].join(' ');
