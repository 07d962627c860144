import type { Flags, InnerCall } from '../../../lib/cli/command.ts';
import { connectionFlags } from '../../../lib/cli/flags.ts';
import { camel } from '../../../lib/cli/parse.ts';
import { usageError } from '../../../lib/words/errors.ts';

const SERVER =
  'A Job works on the cluster that it runs in, as its ServiceAccount. To choose the cluster that is asked now, give the flag before the command: kubectl bmh job --context NAME repair ...';
const FILES = 'A pod does not have the files of this machine.';
const SCREEN = 'A preview is for a screen: run the command here first, without the Job.';

/** Flags that make no sense in a pod, by what to do instead. */
const REFUSED: Readonly<Record<string, string>> = {
  kubeconfig: SERVER,
  context: SERVER,
  contexts: 'A Job works on the cluster that it runs in: print one for each cluster, and apply it there.',
  cluster: SERVER,
  user: SERVER,
  server: SERVER,
  'tls-server-name': SERVER,
  'insecure-skip-tls-verify': SERVER,
  'certificate-authority': SERVER,
  'client-certificate': SERVER,
  'client-key': SERVER,
  token: SERVER,
  as: SERVER,
  'as-uid': SERVER,
  'as-group': SERVER,
  'as-user-extra': SERVER,
  'cache-dir': FILES,
  'payload-dir': 'The files of a pod are gone when it ends.',
  report:
    'The files of a pod are gone when it ends. Its log has the result: make the report of that with "kubectl bmh report".',
  overwrite: FILES,
  'dry-run': SCREEN,
  diff: SCREEN,
  filename: `${FILES} Audit them here: kubectl bmh audit -f FILE`,
  fix: `${FILES} Fix them here: kubectl bmh audit -f FILE --fix`,
  shard: 'To divide the hosts among several pods, give --shards N.',
};

/** @throws {CommandError} for a flag that makes no sense in a pod. */
export function checkGiven({ given, values }: InnerCall): void {
  const flag = given.find((name) => Object.hasOwn(REFUSED, name));
  if (flag !== undefined) throw usageError(`--${flag} cannot be used in a Job`, REFUSED[flag]);
  if (given.includes('yes') && values.yes !== true)
    throw usageError('a Job cannot answer a prompt', 'Omit --yes=false: the Job runs with --yes.');
}

/**
 * The arguments of the container: those that were given, without a prompt.
 *
 * @param shards undefined: not divided.
 */
export function containerArgs(
  { command, args, given, values }: InnerCall,
  { namespace, shards }: { namespace: string | undefined; shards: number | undefined },
): string[] {
  const flags: Flags = { ...connectionFlags, ...command.flags };
  const own = given
    .filter((name) => name !== 'namespace' && name !== 'yes')
    .flatMap((name) => wordsOf(name, values[camel(name)], flags[name]?.type));
  return [
    command.name,
    ...(namespace === undefined ? [] : [`--namespace=${escaped(namespace)}`]),
    ...own.map(escaped),
    ...(shards === undefined ? [] : [`--shard=$(${INDEX})/${shards}`]),
    ...(command.name === 'repair' ? ['--yes'] : []),
    ...(args.length > 0 ? ['--', ...args.map(escaped)] : []),
  ];
}

/** What the Job controller sets in each pod of an Indexed Job. */
const INDEX = 'JOB_COMPLETION_INDEX';

const wordsOf = (name: string, value: unknown, type: string | undefined): string[] =>
  type === 'boolean' && value === true ? [`--${name}`] : [value].flat().map((one) => `--${name}=${one}`);

/** The kubelet replaces `$(NAME)` in arguments, and `$$` by `$`. */
const escaped = (word: string): string => word.replaceAll('$', '$$$$');
