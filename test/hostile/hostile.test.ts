import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { commands } from './commands.ts';
import { modes } from './modes.ts';
import { type Counts, play, WRONGS } from './suite.ts';

const commandsOf = (...names: string[]) => commands.filter(({ name }) => names.includes(name));
const [LIST, REPAIR, RESIZE] = [
  'kubectl bmh list -A',
  'kubectl bmh repair -y',
  'kubectl monitoring resize-pvc -y',
];

/** Every client asks something. */
const ASK = `const url = new URL(/server: (.*)/.exec(config)[1]); url.username = url.password = '';
  require('https').get({ host: url.hostname, port: url.port, rejectUnauthorized: false }, (answer) => answer.destroy()).on('error', () => {});`;

/** What comes of a client that is so much JavaScript, which has its words and the kubeconfig's text. */
async function playedBy(
  script: string,
  names: string[],
  patience: number,
): Promise<{ counts: Counts; told: string }> {
  const text = "const config = fs.readFileSync(process.env.KUBECONFIG, 'utf8');";
  const client = [process.execPath, '-e', `const fs = require('fs'); ${text} ${ASK} ${script}`];
  const told: string[] = [];
  const counts = await play({
    modes: modes.filter(({ name }) => name === '401 for ever'),
    commands: commandsOf(...names),
    programs: { 'kubectl-bmh': client, 'kubectl-monitoring': client },
    patience,
    failed: (failure) => told.push(failure),
  });
  return { counts, told: told.join('\n') };
}

const none = { hung: 0, lied: 0, leaked: 0, traces: 0 };

const clients: [
  what: string,
  script: string,
  names: string[],
  wrong: Partial<typeof none>,
  told: RegExp[],
][] = [
  [
    'fails with a plain error',
    "console.error('error: no'); process.exitCode = 1",
    [LIST, REPAIR, RESIZE],
    {},
    [],
  ],
  [
    'says that all is well',
    "console.log('repaired')",
    [LIST, REPAIR, RESIZE],
    { lied: 5 },
    [
      /ends with 0 though nothing could be read/,
      /ends with 0, and the host is not so/,
      /ends with 0, and the template has/,
    ],
  ],
  ['never ends', 'setInterval(() => {}, 1000)', [LIST], { hung: 1 }, [/still there after 8 s/]],
  [
    'tells what the kubeconfig has, and leaves a file and a process behind',
    `console.error(config); fs.writeFileSync(process.env.TMPDIR + '/left', '');
     require('child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).unref(); process.exitCode = 1`,
    [LIST],
    { leaked: 1 },
    [/leaked: tells a secret/, /leaves the file left behind/, /leaves a process behind/],
  ],
  [
    'takes more memory than any answer is worth',
    "Buffer.alloc(1_200_000_000, 1); console.error('error: no'); setTimeout(() => process.exit(1), 3000)",
    [LIST],
    { leaked: 1 },
    [/takes 1\d\d\d MiB/],
  ],
  [
    'prints a stack, steers the terminal and shows its source',
    "console.error(new Error('x').stack + '\\u001b[2J' + 'x'.repeat(5000)); process.exitCode = 1",
    [LIST],
    { traces: 1 },
    [/a stack trace/, /writes U\+001b/, /writes a line of kilobytes/],
  ],
];
for (const [what, script, names, wrong, told] of clients)
  test(`classifies a client that ${what}`, { skip: !existsSync('/proc/self/environ') }, async () => {
    // Only what never ends is worth a short wait: on a busy machine the others take their time.
    const played = await playedBy(script, names, wrong.hung ? 8_000 : 60_000);
    const runs = commandsOf(...names).flatMap(({ moments }) => moments).length;
    assert.deepEqual(played.counts, { modes: 1, runs, ...none, ...wrong }, played.told);
    for (const pattern of told) assert.match(played.told, pattern);
  });

test('plays at least 30 modes on commands of both plugins, including changing ones', () => {
  assert.ok(modes.length >= 30);
  assert.equal(new Set(modes.map(({ name }) => name)).size, modes.length);
  assert.ok(commands.length >= 8);
  for (const words of [/^kubectl bmh/, /^kubectl monitoring/, / -y$/])
    assert.ok(commands.some(({ name }) => words.test(name)));
  assert.deepEqual([...WRONGS], ['hung', 'lied', 'leaked', 'traces']);
});
