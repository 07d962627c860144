import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, Flags } from '../../../lib/cli/command.ts';
import { parse } from '../../../lib/cli/parse.ts';
import { CommandError } from '../../../lib/words/errors.ts';

const flags = {
  output: { type: 'string', short: 'o', choices: ['json', 'name', 'jsonpath='], describe: '' },
  timeout: { type: 'string', default: '5m', describe: '' },
  accept: { type: 'list', describe: '' },
  'proxy-port': { type: 'number', describe: '' },
  yes: { type: 'boolean', short: 'y', describe: '' },
  all: { type: 'boolean', short: 'A', describe: '' },
  wait: { type: 'boolean', default: true, describe: '' },
} as const satisfies Flags;

const command: Command = {
  name: 'try',
  summary: '',
  description: '',
  group: '',
  examples: [],
  args: ['HOST', '[OTHER]'],
  flags,
  connects: false,
  load: async () => async () => 0,
};

const nothing = {
  output: undefined,
  timeout: '5m',
  accept: [],
  proxyPort: undefined,
  yes: false,
  all: false,
  wait: true,
};

const good: [string[], object, string[]][] = [
  [['h'], {}, ['h']],
  [['h', 'i'], {}, ['h', 'i']],
  [['-o', 'json', 'h'], { output: 'json' }, ['h']],
  [['-ojson', 'h'], { output: 'json' }, ['h']],
  [['-o=json', 'h'], { output: 'json' }, ['h']],
  [['--output=json', 'h'], { output: 'json' }, ['h']],
  [['-ojsonpath={.a},json', 'h'], { output: 'jsonpath={.a},json' }, ['h']],
  [['--output', 'name', 'h', '--output', 'json'], { output: 'json' }, ['h']],
  [['-yA', 'h'], { yes: true, all: true }, ['h']],
  [['-yAojson', 'h'], { yes: true, all: true, output: 'json' }, ['h']],
  [['--yes', 'false'], { yes: true }, ['false']],
  [['--yes=false', 'h'], {}, ['h']],
  [['-y=F', 'h'], {}, ['h']],
  [['--wait=false', 'h'], { wait: false }, ['h']],
  [['--accept', 'a', '--accept=b,c', 'h'], { accept: ['a', 'b', 'c'] }, ['h']],
  [['--timeout', '-1', 'h'], { timeout: '-1' }, ['h']],
  [['--timeout=', 'h'], { timeout: '' }, ['h']],
  [['--proxy-port', '8002', 'h'], { proxyPort: 8002 }, ['h']],
  [['--', '-h', '--yes'], {}, ['-h', '--yes']],
  [['007'], {}, ['007']],
  [['h', '-o', ''], { output: undefined }, ['h']],
  [['-o=', 'h', '--output='], { output: undefined }, ['h']],
  [['h', '-o', 'json', '-o', ''], { output: undefined }, ['h']],
  [['h', '--accept', '1.50'], { accept: ['1.50'] }, ['h']],
];
for (const [argv, values, args] of good)
  test(`takes ${argv.join(' ')}`, async () =>
    assert.deepEqual(await parse(argv, command, flags, 'See help.'), {
      args,
      values: { ...nothing, ...values },
    }));

const bad: [string[], string][] = [
  [[], 'error: HOST is missing\nSee help.'],
  [['a', 'b', 'c'], 'error: unexpected argument "c"\nSee help.'],
  [['--bogus', 'h'], 'error: unknown flag: --bogus\nSee help.'],
  [['--constructor=1'], 'error: unknown flag: --constructor\nSee help.'],
  [['--__proto__', 'h'], 'error: unknown flag: --__proto__\nSee help.'],
  [['-z', 'h'], 'error: unknown shorthand flag: -z\nSee help.'],
  [['-yz', 'h'], 'error: unknown shorthand flag: -z\nSee help.'],
  [['--accept=', 'h'], 'error: invalid argument "" for --accept: it contains an empty item\nSee help.'],
  [['h', '--accept='], 'error: invalid argument "" for --accept: it contains an empty item\nSee help.'],
  [['h', '--accept', ''], 'error: invalid argument "" for --accept: it contains an empty item\nSee help.'],
  [
    ['h', '--accept', 'a,,b'],
    'error: invalid argument "a,,b" for --accept: it contains an empty item\nSee help.',
  ],
  [['h', '-o'], 'error: flag needs an argument: -o\nSee help.'],
  [['h', '--timeout'], 'error: flag needs an argument: --timeout\nSee help.'],
  [
    ['--yes=perhaps', 'h'],
    'error: invalid argument "perhaps" for --yes: it must be true or false\nSee help.',
  ],
  [['-o', 'xml', 'h'], 'error: invalid value "xml" for --output\nValid values: json, name, jsonpath=.'],
  [
    ['-ojsonpath=', 'h'],
    'error: invalid value "jsonpath=" for --output\nValid values: json, name, jsonpath=.',
  ],
  [['--proxy-port', 'x', 'h'], 'error: invalid value "x" for --proxy-port: not a whole number'],
  [['--proxy-port=-1', 'h'], 'error: invalid value "-1" for --proxy-port: not a whole number'],
];
for (const [argv, expected] of bad)
  test(`refuses ${argv.join(' ') || 'nothing'}`, () =>
    assert.rejects(parse(argv, command, flags, 'See help.'), (error) => {
      assert.ok(error instanceof CommandError);
      assert.equal([error.message, error.hint].filter(Boolean).join('\n'), expected);
      return true;
    }));

const several: Command = { ...command, args: ['HOST...'] };
const some: Command = { ...command, args: ['HOW', '[HOST...]'] };

test('accepts any number of values for a repeatable last argument', async () => {
  const wordsOf = async (argv: string[], of: Command) => (await parse(argv, of, flags, 'See help.')).args;
  assert.deepEqual(await wordsOf(['a', '-y', 'b', 'c'], several), ['a', 'b', 'c']);
  assert.deepEqual(await wordsOf(['a'], some), ['a']);
  assert.deepEqual(await wordsOf(['a', 'b', 'c'], some), ['a', 'b', 'c']);
  await assert.rejects(parse([], several, flags, 'See help.'), /^CommandError: error: HOST is missing$/);
});
