import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command, Flags, Program } from '../../../../lib/cli/command.ts';
import { completionsFor, directives } from '../../../../lib/cli/completion/complete.ts';
import { connectionFlags } from '../../../../lib/cli/flags.ts';

const flags = {
  output: { type: 'string', short: 'o', choices: ['json', 'jsonpath', 'name'], describe: 'Format.' },
  accept: { type: 'list', choices: ['one', 'other', 'third'], describe: 'Accept.' },
  values: { type: 'list', complete: 'yaml', describe: 'Values.' },
  where: { type: 'string', complete: 'folder', describe: 'Where.' },
  timeout: { type: 'string', default: '5m', describe: 'Time.' },
  port: { type: 'number', describe: 'Port.' },
  yes: { type: 'boolean', short: 'y', describe: 'Yes.' },
  all: { type: 'boolean', short: 'A', describe: 'All.' },
} as const satisfies Flags;

const command: Command = {
  name: 'try',
  summary: 'Try something',
  description: '',
  group: '',
  examples: [],
  args: ['HOST', '[HOW]'],
  complete: ['host', ['well', 'ill']],
  flags,
  connects: true,
  load: async () => async () => 0,
};

const program: Program = {
  name: 'kubectl try',
  version: 'v1',
  description: '',
  commands: [
    command,
    {
      ...command,
      name: 'tell',
      summary: 'Tell',
      args: ['[COMMAND]'],
      complete: ['command'],
      connects: false,
    },
    {
      ...command,
      name: 'gather',
      summary: 'Gather',
      args: ['[ITEM...]'],
      complete: [['one', 'other', 'third']],
    },
  ],
  names: async () => ({}),
};

const complete = (line: string) => {
  const words = line.split(' ').slice(1);
  return completionsFor(program, words.slice(0, -1), words.at(-1) ?? '');
};
const valuesOf = (line: string): string[] => complete(line).candidates.map(({ value }) => value);

/** A line with a space before each new word, and what its last word can become. */
const offered: [string, string[]][] = [
  ['try ', ['try', 'tell', 'gather']],
  ['try t', ['try', 'tell']],
  ['try te', ['tell']],
  ['try nothing', []],
  ['try nothing ', []],
  ['try nothing -', []],
  ['try -n x te', ['tell']],
  ['try --namespace=x te', ['tell']],
  ['try tell t', ['try', 'tell']],
  ['try gather o', ['one', 'other']],
  ['try gather one ', ['other', 'third']],
  ['try gather one third o', ['other']],
  ['try tell try ', []],
  ['try try h w', ['well']],
  ['try try h ', ['well', 'ill']],
  ['try try -y h i', ['ill']],
  ['try try h well ', []],
  ['try try -o ', ['json', 'jsonpath', 'name']],
  ['try try -o js', ['json', 'jsonpath']],
  ['try try --output n', ['name']],
  ['try try --output=n', ['name']],
  ['try try -o=n', ['name']],
  ['try try -yAo n', ['name']],
  ['try try -yo=j -A --output n', ['name']],
  ['try try --output json h w', ['well']],
  ['try try --accept o', ['one', 'other']],
  ['try try --accept=one,o', ['one,other']],
  ['try try --accept one --accept ', ['other', 'third']],
  ['try try --accept one,third --accept=other,', []],
  ['try try --yes=', ['true', 'false']],
  ['try try --yes=f', ['false']],
  ['try try --timeout ', []],
  ['try try --port=', []],
  ['try try --nothing=', []],
  ['try try --constructor=', []],
  ['try try --where x h w', ['well']],
  ['try try --nothing h w', ['well']],
  ['try try -- h', []],
  ['try try -- -', []],
  ['try try --timeout -- h w', ['well']],
  ['try try --ou', ['--output']],
  ['try try -o json --ou', []],
  ['try try -ojson --ou', []],
  ['try try --accept one --ac', ['--accept']],
  ['try try -y --y', []],
  ['try try -h', ['-h']],
  ['try try --contex', ['--context']],
  ['try tell --contex', []],
  ['try --contex', ['--context']],
  ['try try -ojs', []],
];
describe('candidates', () => {
  for (const [line, values] of offered)
    test(`"${line}"`, () => {
      const { directive, pending } = complete(line);
      assert.deepEqual({ values: valuesOf(line), pending }, { values, pending: undefined });
      assert.equal(directive, directives.nothing);
    });

  test('describes commands and flags, but not values', () => {
    assert.deepEqual(complete('try te').candidates, [{ value: 'tell', description: 'Tell' }]);
    assert.deepEqual(complete('try try --y').candidates, [{ value: '--yes', description: 'Yes.' }]);
    assert.deepEqual(complete('try try -o n').candidates, [{ value: 'name' }]);
  });

  test('"-" offers every flag and its letter, with the connection flags and help', () => {
    const values = valuesOf('try try -');
    for (const name of [...Object.keys(flags), ...Object.keys(connectionFlags), 'help'])
      assert.ok(values.includes(`--${name}`), name);
    for (const letter of ['o', 'y', 'A', 'n', 's', 'v', 'h'])
      assert.ok(values.includes(`-${letter}`), letter);
    assert.equal(new Set(values).size, values.length);
  });
});

const left: [string, number, string[]][] = [
  ['try try --kubeconfig ', directives.files, []],
  ['try try --kubeconfig=a', directives.files, []],
  ['try --certificate-authority a', directives.files, []],
  ['try try --where ', directives.folders, []],
  ['try try --where=a/', directives.folders, []],
  ['try try --values a', directives.endings, ['yaml', 'yml']],
];
describe('completion by the shell itself', () => {
  for (const [line, directive, values] of left)
    test(`"${line}"`, () =>
      assert.deepEqual(
        { directive: complete(line).directive, values: valuesOf(line), pending: complete(line).pending },
        { directive, values, pending: undefined },
      ));
});

const askedFor: [string, string, object][] = [
  ['try try ', 'host', {}],
  ['try try -n metal w', 'host', { namespace: 'metal' }],
  ['try --context=there try w', 'host', { context: 'there' }],
  ['try try --kubeconfig a --kubeconfig=b w', 'host', { kubeconfig: 'b' }],
  ['try try --as-group a,b --as-group c w', 'host', { asGroup: ['a', 'b', 'c'] }],
  ['try try --insecure-skip-tls-verify --port 7 w', 'host', { insecureSkipTlsVerify: true, port: 7 }],
  ['try try --yes=0 -nx ', 'host', { yes: false, namespace: 'x' }],
  ['try try --yes f', 'host', { yes: true }],
  ['try try w', 'host', { accept: [], asGroup: [], timeout: '5m', yes: false, output: undefined }],
  ['try try -n ', 'namespace', {}],
  ['try try -n=', 'namespace', {}],
  ['try -n ', 'namespace', {}],
  ['try try -y -yn m', 'namespace', { yes: true }],
  ['try try --context c', 'context', {}],
  ['try try --cluster=c', 'cluster', {}],
  ['try try --user c', 'user', {}],
];
describe('names to be fetched', () => {
  for (const [line, kind, given] of askedFor)
    test(`"${line}": ${kind}`, () => {
      const { candidates, pending, directive } = complete(line);
      assert.deepEqual(
        { candidates, kind: pending?.kind, directive },
        { candidates: [], kind, directive: 4 },
      );
      const { values } = pending?.call ?? assert.fail();
      const named = Object.keys(given).map((name) => [name, values[name]]);
      assert.deepEqual(Object.fromEntries(named), given);
    });

  test('offers the names that start with the word', () => {
    const names = ['worker-0', 'worker-1', 'edge-0'].map((value) => ({ value }));
    assert.deepEqual(complete('try try wo').pending?.among(names), names.slice(0, 2));
    assert.deepEqual(complete('try try x').pending?.among(names), []);
    assert.deepEqual(complete('try try ').pending?.among(names), names);
    assert.deepEqual(complete('try --namespace=edge').pending?.among(names), names.slice(2));
  });
});
