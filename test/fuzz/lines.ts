import fc from 'fast-check';
import type { Command, Flag } from '../../lib/cli/command.ts';
import { connectionFlags } from '../../lib/cli/flags.ts';
import { type Attempt, PROGRAMS } from './attempt.ts';
import { NAMESPACE } from './ground.ts';
import { hostileText } from './hostile.ts';

/** Values of flags that lead somewhere: never further than this machine's loopback and the call's own folder. */
const LEADING: Record<string, string[]> = {
  server: [
    '@server',
    'http://127.0.0.1:1',
    'ftp://127.0.0.1',
    'http://[',
    'http://127.0.0.1:99999',
    'http://127.0.0.1:1/\u001b[31m',
    '',
  ],
  kubeconfig: ['@folder/kubeconfig.json', '@folder', '@folder/none', '@folder/\u202e', ''],
  'payload-dir': ['@folder/empty', '@folder/none/none', '@folder/kubeconfig.json', '@folder/\u001b[31m', ''],
  'output-directory': [
    '@folder/empty',
    '@folder/none/none',
    '@folder/kubeconfig.json',
    '@folder/\u001b[31m',
    '',
  ],
  filename: ['@folder/kubeconfig.json', '@folder', '@folder/none\u0085'],
  values: ['@folder/kubeconfig.json', '@folder', '@folder/none\u0085', ''],
  prometheus: [
    '@server',
    'http://127.0.0.1:1',
    'http://user:%zz@127.0.0.1:1/a',
    'ftp://127.0.0.1',
    'http://[',
    'http://127.0.0.1:1/\u001b[31m',
    '',
  ],
  'certificate-authority': ['@folder/kubeconfig.json', '@folder', '@folder/none\u0085', ''],
  'client-certificate': ['@folder/kubeconfig.json', '@folder', ''],
  'client-key': ['@folder/kubeconfig.json', '@folder', ''],
};

/** No prompts, no changes. */
const LEFT_OUT = ['yes'];

const USUAL = [
  NAMESPACE,
  'worker-0',
  'k8s',
  '100Gi',
  '1',
  '0',
  '-1',
  '5m',
  '0s',
  'true',
  'http://a/b',
  'a=b',
  'a in (b)',
  '99999999999999999999',
  '1e9Gi',
  '9999999999999999999Ei',
];

const value = (name: string, { choices }: Flag): fc.Arbitrary<string> => {
  const leading = LEADING[name];
  if (leading) return fc.constantFrom(...leading);
  return fc.oneof(
    { arbitrary: fc.constantFrom(...(choices ?? USUAL)), weight: 2 },
    { arbitrary: fc.constantFrom(...USUAL), weight: 1 },
    { arbitrary: hostileText, weight: 2 },
  );
};

/** A flag as a user may write it, correctly or not. */
function flagWords([name, flag]: [string, Flag]): fc.Arbitrary<string[]> {
  return value(name, flag).chain((text) =>
    fc.constantFrom(
      [`--${name}=${text}`],
      [`--${name}`, text],
      ...(flag.short && !LEADING[name]
        ? [[`-${flag.short}${text}`], [`-${flag.short}`, text], [`-${flag.short}=${text}`]]
        : []),
      [`--${name}`],
      [`--${name}=`],
    ),
  );
}

function lineOf(command: Command): fc.Arbitrary<string[]> {
  const flags = Object.entries<Flag>({ ...connectionFlags, ...command.flags }).filter(
    ([name]) => !LEFT_OUT.includes(name),
  );
  const word = fc.oneof(fc.constantFrom(...USUAL, 'guards', '@folder'), hostileText).map((text) => [text]);
  const parts = fc.array(
    fc.oneof({ arbitrary: fc.constantFrom(...flags).chain(flagWords), weight: 3 }, word),
    { maxLength: 5 },
  );
  const words = command.args.map((usual) =>
    fc.constantFrom(usual === 'SIZE' ? '100Gi' : /HOST/.test(usual) ? 'worker-0' : 'k8s'),
  );
  return fc
    .tuple(fc.boolean(), fc.tuple(...words), parts, fc.nat(6))
    .map(([isComplete, usual, given, place]) => {
      const all = [...(isComplete ? usual : []), ...given.flat()];
      return all.toSpliced(Math.min(place, all.length), 0, command.name);
    });
}

/** Command lines by the commands' own declarations, with what people and programs make of them. */
export const lineAttempt: fc.Arbitrary<Attempt> = fc.oneof(
  ...Object.entries(PROGRAMS).flatMap(([program, { commands }]) =>
    commands.map((command) =>
      lineOf(command).map((words) => ({ program: program as Attempt['program'], words })),
    ),
  ),
  fc.record({
    program: fc.constantFrom('bmh' as const, 'monitoring' as const),
    words: fc.array(hostileText, { maxLength: 4 }),
  }),
);
