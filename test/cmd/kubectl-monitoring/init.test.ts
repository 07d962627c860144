import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { load } from 'js-yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { UPSTREAM_CHART } from '../../../lib/block/named.ts';
import { wantedFiles } from '../../../lib/block/wanted.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { itemsOf } from '../../../lib/versions/install.ts';
import { folderWith } from '../../support/folder.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';

const BLOCK = 'monitoring-system';
const LOCK = `${BLOCK}/.kubectl-monitoring.json`;
const PODS = `${BLOCK}/extensions/templates/alerts/pods.yaml`;
const VALUES = `${BLOCK}/values.yaml`;
const PLATFORM =
  '--names platform --group g.example.com --chart block --chart-version 4.2.0 --repository https://charts.example.com';

/** As `init` writes them without flags. */
const FILES = wantedFiles({ names: 'upstream', group: 'monitoring.coreos.com', ...UPSTREAM_CHART });
const ALL = [...Object.keys(FILES).map((path) => `${BLOCK}/${path}`), LOCK];
const UP_TO_DATE = 'Nothing to change: all files are up to date.\n';
const NEXT = `Next:
1. Choose who is notified when the watchdog stops:
   kubectl monitoring values add-receiver watchdog --webhook URL --route 'alertname="Watchdog"' --repeat-interval 5m -f monitoring-system/values.yaml
2. Create the Secret with the password of the dashboard UI, and its namespace if the cluster does not have it:
   kubectl create namespace monitoring-system
   kubectl monitoring values set-admin-password --existing-secret monitoring-ui-admin -f monitoring-system/values.yaml
3. Get the charts that it depends on, check the values, then commit monitoring-system:
   helm dependency update monitoring-system
   kubectl monitoring values check -f monitoring-system/values.yaml
`;

const linesOf = (paths: readonly string[], words: string): string =>
  paths.map((path) => `${path} ${words}\n`).join('');

const init = (cwd: string, words = '-y', options: RunOptions = {}): Promise<Ran> =>
  runCommand(program, ['init', ...words.split(' ').filter(Boolean)], { cwd, ...options });

/** A folder with the building block. */
async function written(t: TestContext, words = '-y'): Promise<string> {
  const cwd = await folderWith(t, {});
  const { code, stderr } = await init(cwd, words);
  assert.equal(code, 0, stderr);
  return cwd;
}

/** Has the lock say that an older version of this plugin wrote this text into a file. */
function age(cwd: string, path: string, text: string): void {
  const lock = JSON.parse(readFileSync(join(cwd, LOCK), 'utf8'));
  lock.files[path.slice(BLOCK.length + 1)] = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(cwd, LOCK), `${JSON.stringify(lock, null, 2)}\n`);
}

const read = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8');

function edit(cwd: string, path: string): string {
  const text = `${read(cwd, path)}# mine\n`;
  writeFileSync(join(cwd, path), text);
  return text;
}

/** A user who gives these answers, one to each question. */
function answering(...answers: string[]): RunOptions {
  const stdin = new PassThrough();
  return {
    ...{ stdin, interactive: true },
    onStderr: (text) => {
      if (/(?:\[y\/N\]|\(not shown; empty: none\):) $/.test(text))
        setImmediate(() => stdin.write(`${answers.shift() ?? ''}\r`));
    },
  };
}

test('writes the building block, and says what is left to do', async (t) => {
  const cwd = await folderWith(t, {});
  assert.deepEqual(await init(cwd), { code: 0, stdout: linesOf(ALL, 'created'), stderr: NEXT });
  for (const [path, text] of Object.entries(FILES)) assert.equal(read(cwd, join(BLOCK, path)), text);
});

test('a second run changes nothing and says so', async (t) => {
  const cwd = await written(t);
  const before = read(cwd, LOCK);
  for (const words of ['-y', '', '--diff'])
    assert.deepEqual(await init(cwd, words), {
      code: 0,
      stdout: UP_TO_DATE,
      stderr: '',
    });
  assert.equal(read(cwd, LOCK), before);
});

test('a checkout with the line ends of Windows is up to date', async (t) => {
  const cwd = await written(t);
  for (const path of ALL) writeFileSync(join(cwd, path), read(cwd, path).replaceAll('\n', '\r\n'));
  assert.deepEqual(await init(cwd), { code: 0, stdout: UP_TO_DATE, stderr: '' });
});

test('writes into another folder, and names the files from here', async (t) => {
  const cwd = await folderWith(t, { 'platform/README.md': '' });
  const { code, stdout, stderr } = await init(cwd, 'platform -y');
  assert.deepEqual(
    [code, stdout],
    [
      0,
      linesOf(
        ALL.map((path) => `platform/${path}`),
        'created',
      ),
    ],
  );
  assert.match(stderr, / -f platform\/monitoring-system\/values\.yaml\n/);
  assert.ok(existsSync(join(cwd, 'platform', VALUES)));
});

test('quotes a folder that a shell would not take for one word', async (t) => {
  const cwd = await folderWith(t, { 'the platform/README.md': '' });
  const { stderr } = await runCommand(program, ['init', 'the platform', '-y'], { cwd });
  assert.match(stderr, / -f 'the platform\/monitoring-system\/values\.yaml'\n/);
});

test('-o json and yaml say what became of each file', async (t) => {
  const cwd = await folderWith(t, {});
  const created = JSON.parse((await init(cwd, '-y -o json')).stdout);
  assert.deepEqual(created, {
    apiVersion: 'monitoring.kubectl/v1',
    kind: 'BlockFiles',
    verdict: 'applied',
    exitCode: 0,
    message: 'Written',
    isDryRun: false,
    items: ALL.map((file) => ({ file, change: 'create' })),
  });
  const { verdict, items } = load((await init(cwd, '-o yaml')).stdout) as typeof created;
  assert.deepEqual([verdict, items], ['unchanged', ALL.map((file) => ({ file, change: 'unchanged' }))]);
  const { stdout } = await init(cwd, '-o jsonpath={.items[0].change}');
  assert.equal(stdout, 'unchanged');
});

test('--diff shows what would be written, without the lock, and writes nothing', async (t) => {
  const cwd = await folderWith(t, {});
  const { code, stdout, stderr } = await init(cwd, '--diff');
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(
    Array.from(stdout.matchAll(/^\+\+\+ (.*)$/gm), ([, path]) => path),
    ALL.filter((path) => path !== LOCK),
  );
  assert.deepEqual(readdirSync(cwd), []);
  assert.equal(JSON.parse((await init(cwd, '--diff -o json')).stdout).isDryRun, true);
});

test('a file that was edited is kept, and updated ones are written', async (t) => {
  const cwd = await written(t);
  const mine = edit(cwd, PODS);
  assert.deepEqual(await init(cwd), {
    code: 0,
    stdout: `${PODS} kept: you edited it\nNothing to change: all other files are up to date.\n`,
    stderr: '',
  });
  const old = '# older\n';
  writeFileSync(join(cwd, VALUES), old);
  age(cwd, VALUES, old);
  assert.deepEqual(await init(cwd), {
    code: 0,
    stdout: `${PODS} kept: you edited it\n${VALUES} updated\n${LOCK} updated\n`,
    stderr: '',
  });
  assert.deepEqual([read(cwd, PODS), read(cwd, VALUES)], [mine, FILES['values.yaml']]);
});

test('the new version of an edited file is written beside it, once', async (t) => {
  const cwd = await written(t);
  const mine = edit(cwd, PODS);
  age(cwd, PODS, '# older\n');
  assert.deepEqual(await init(cwd), {
    code: 0,
    stdout: `${PODS} kept: you edited it; the new version is in ${PODS}.new\n${LOCK} updated\n`,
    stderr: '',
  });
  assert.deepEqual(
    [read(cwd, PODS), read(cwd, `${PODS}.new`)],
    [mine, FILES['extensions/templates/alerts/pods.yaml']],
  );
  rmSync(join(cwd, `${PODS}.new`));
  const { stdout } = await init(cwd);
  assert.match(stdout, /kept: you edited it\n/);
  assert.equal(existsSync(join(cwd, `${PODS}.new`)), false);
});

test('Helm is told to ignore a new version, also if .helmignore was edited', async (t) => {
  const cwd = await written(t);
  const ignore = `${BLOCK}/extensions/.helmignore`;
  writeFileSync(join(cwd, ignore), 'mine/\n');
  edit(cwd, PODS);
  age(cwd, PODS, '# older\n');
  const { stdout } = await init(cwd);
  assert.equal(
    stdout,
    `${ignore} updated\n${PODS} kept: you edited it; the new version is in ${PODS}.new\n${LOCK} updated\n`,
  );
  assert.equal(read(cwd, ignore), 'mine/\n*.new\n');
  assert.match(
    (await init(cwd)).stdout,
    /^monitoring-system\/extensions\/\.helmignore kept: you edited it\n/,
  );
});

test('a file that was removed stays away', async (t) => {
  const cwd = await written(t);
  rmSync(join(cwd, PODS));
  assert.deepEqual(await init(cwd), {
    code: 0,
    stdout: `${PODS} left out: you removed it; remove ${BLOCK}/extensions/tests/pods.test.yaml as well, which tests it\nNothing to change: all other files are up to date.\n`,
    stderr: '',
  });
  assert.equal(existsSync(join(cwd, PODS)), false);
});

test('a file that is not in the building block any more is kept, and listed with what removes it', async (t) => {
  const cwd = await written(t);
  const path = `${BLOCK}/old.yaml`;
  writeFileSync(join(cwd, path), '# old\n');
  age(cwd, path, '# old\n');
  assert.deepEqual(await init(cwd), {
    code: 0,
    stdout: `${path} kept: it is not in the building block any more\nNothing to change: all other files are up to date.\n`,
    stderr: `To remove what is not in the building block any more, run:\n  rm ${path}\n`,
  });
});

test('files that were there before are kept, and the new ones are beside them', async (t) => {
  const cwd = await folderWith(t, { [VALUES]: 'mine: 1\n' });
  const { stdout, stderr } = await init(cwd);
  const kept = `${VALUES} kept: it is not from the building block`;
  assert.ok(stdout.includes(`${kept}; the new version is in ${VALUES}.new\n`), stdout);
  assert.equal(
    stderr,
    `Warning: ${VALUES} is kept, and has nothing below the key kube-prometheus-stack, which its chart reads: compare it with ${VALUES}.new\n`,
  );
  assert.equal(read(cwd, VALUES), 'mine: 1\n');
});

test('writes the names of the platform, and knows them in the next run', async (t) => {
  const cwd = await written(t, `-y ${PLATFORM}`);
  assert.match(read(cwd, PODS), /^apiVersion: g\.example\.com\/v1\nkind: MetricsRule$/m);
  assert.deepEqual(JSON.parse(read(cwd, LOCK)).chart, {
    names: 'platform',
    group: 'g.example.com',
    chart: 'block',
    version: '4.2.0',
    repository: 'https://charts.example.com',
  });
  assert.equal((await init(cwd)).stdout, UP_TO_DATE);
  const { stdout } = await init(cwd, '-y --chart-version 4.3.0');
  assert.equal(stdout, `${BLOCK}/Chart.yaml updated\n${LOCK} updated\n`);
});

test('the names of the platform replace those of upstream if they are asked for', async (t) => {
  const cwd = await written(t);
  const { code, stderr } = await init(cwd, '-y --names platform --group g.example.com');
  assert.equal(code, 1);
  assert.match(stderr, /^error: --names=platform needs the chart of the platform\n/);
  assert.match((await init(cwd, `-y ${PLATFORM}`)).stdout, /^monitoring-system\/values\.yaml updated$/m);
  assert.match(read(cwd, PODS), /^kind: MetricsRule$/m);
  assert.equal(JSON.parse(read(cwd, LOCK)).chart.names, 'platform');
});

test('a run without --names keeps the names, --names=upstream brings those back, and the version is not held', async (t) => {
  const cwd = await written(t, `-y ${PLATFORM}`);
  await init(cwd, '-y --names upstream');
  assert.match(read(cwd, PODS), /^kind: PrometheusRule$/m);
  assert.deepEqual(JSON.parse(read(cwd, LOCK)).chart, { names: 'upstream', group: 'monitoring.coreos.com' });
});

for (const [title, content, message] of [
  ['another file', 'mine', `${PODS}.new is not what this command wrote there: nothing was written`],
  ['a folder', undefined, `${PODS}.new cannot be read: is a directory`],
] as const)
  test(`nothing is written if ${title} is in the place of a new version`, async (t) => {
    const cwd = await written(t);
    edit(cwd, PODS);
    age(cwd, PODS, '# older\n');
    const lock = read(cwd, LOCK);
    if (content === undefined) mkdirSync(join(cwd, `${PODS}.new`));
    else writeFileSync(join(cwd, `${PODS}.new`), content);
    const { code, stdout, stderr } = await init(cwd);
    assert.deepEqual([code, stdout, read(cwd, LOCK)], [1, '', lock]);
    assert.ok(stderr.startsWith(`error: ${message}\nMove `), stderr);
  });

test('--diff names the new version of an edited file', async (t) => {
  const cwd = await written(t);
  edit(cwd, PODS);
  age(cwd, PODS, '# older\n');
  assert.ok((await init(cwd, '--diff')).stdout.startsWith(`--- ${PODS}\n+++ ${PODS}.new\n`));
});

for (const [words, above] of [
  ['.', '..'],
  ['extensions', '..'],
] as const)
  test(`init ${words} in the block is refused`, async (t) => {
    const cwd = await written(t);
    mkdirSync(join(cwd, '.git'));
    assert.deepEqual(await init(join(cwd, BLOCK), `${words} -y`), {
      code: 1,
      stdout: '',
      stderr: `error: ${words} is in the folder of the building block\nPass the folder above it: kubectl monitoring init ${above}\n`,
    });
  });

const BROKEN = [
  ['-y absent', {}, 'error: absent is not a folder\nPass the root of a repository.\n'],
  ['-y file', { file: '' }, 'error: file is not a folder\nPass the root of a repository.\n'],
  [
    '-y --names platform --group g.example.com',
    {},
    'error: --names=platform needs the chart of the platform\nPass --chart, --chart-version, --repository and --group.\n',
  ],
  ['-y --group nope', {}, 'error: invalid --group "nope"\n'],
  [
    '-y --group g.io',
    {},
    'error: --group is only for the names of the platform\nPass --names=platform as well, ',
  ],
  ['-y --chart a:b', {}, 'error: invalid --chart "a:b"\nPass the name of the chart alone'],
  ['-y --chart-version latest', {}, 'error: invalid --chart-version "latest"\nPass a version such as 1.2.3'],
  ['-y --repository ../x', {}, 'error: invalid --repository "../x"\nPass an address such as https://'],
  ['', {}, `${linesOf(ALL, 'will be created')}error: cannot ask for confirmation: stdin is not a terminal\n`],
  [
    '-y',
    { [LOCK]: '<<<<<<< HEAD\n' },
    `error: ${LOCK} is not what this command writes\nRestore it with git.`,
  ],
  [
    '-y',
    { [LOCK]: '{"chart": {}, "files": {"../../a": "b"}}' },
    `error: ${LOCK} is not what this command writes\n`,
  ],
  ['-y', { [BLOCK]: '' }, `error: ${BLOCK}/.kubectl-monitoring.json cannot be read: not a directory\n`],
  ['-y', { [VALUES]: Buffer.from([0xff, 0xfe]) }, `error: ${VALUES} is not UTF-8: nothing was written\n`],
  ['-y', { [`${VALUES}/a`]: '' }, `error: ${VALUES} cannot be read: is a directory\n`],
] as const;

for (const [words, files, message] of BROKEN)
  test(`init ${words} is refused: ${message.split('\n').findLast((line) => line.startsWith('error'))}`, async (t) => {
    const cwd = await folderWith(t, files);
    const { code, stdout, stderr } = await init(cwd, words);
    assert.deepEqual([code, stdout], [1, '']);
    assert.ok(stderr.startsWith(message), stderr);
    assert.deepEqual(
      readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length,
      Object.keys(files).length,
    );
  });

test('a folder that cannot be written is named', {
  skip: process.getuid?.() === 0 && 'runs as root',
}, async (t) => {
  const cwd = await folderWith(t, {});
  chmodSync(cwd, 0o555);
  const { code, stderr } = await init(cwd);
  chmodSync(cwd, 0o755);
  assert.equal(code, 1);
  assert.match(stderr, /^error: monitoring-system\/\.helmignore cannot be written: permission denied\n/);
});

test('a run that ended between two files is finished by the next one', async (t) => {
  const cwd = await written(t);
  for (const path of [LOCK, PODS, VALUES]) rmSync(join(cwd, path));
  const { stdout } = await init(cwd);
  assert.equal(stdout, linesOf([PODS, VALUES, LOCK], 'created'));
  assert.equal((await init(cwd)).stdout, UP_TO_DATE);
});

for (const [title, path, target] of [
  ['a file outside', VALUES, 'outside.yaml'],
  ['nothing', VALUES, 'absent.yaml'],
  ['a folder outside', `${BLOCK}/extensions`, 'outside'],
] as const)
  test(`a link to ${title} is refused, and nothing is written through it`, async (t) => {
    const cwd = await folderWith(t, { 'outside.yaml': 'a: 1\n', 'outside/a.yaml': '' });
    mkdirSync(join(cwd, BLOCK));
    symlinkSync(join(cwd, target), join(cwd, path));
    assert.deepEqual(await init(cwd), {
      code: 1,
      stdout: '',
      stderr: `error: ${path} is a link that leads out of the folder: nothing was written\nReplace it by what it points to, or remove it.\n`,
    });
    assert.deepEqual(readdirSync(join(cwd, 'outside')), ['a.yaml']);
    assert.equal(read(cwd, 'outside.yaml'), 'a: 1\n');
  });

test('a link to a file of the same folder is followed, and stays a link', async (t) => {
  const cwd = await written(t);
  const real = join(cwd, BLOCK, 'real.yaml');
  writeFileSync(real, '# older\n');
  rmSync(join(cwd, VALUES));
  symlinkSync(real, join(cwd, VALUES));
  age(cwd, VALUES, '# older\n');
  assert.equal((await init(cwd)).stdout, `${VALUES} updated\n${LOCK} updated\n`);
  assert.equal(readFileSync(real, 'utf8'), FILES['values.yaml']);
});

const PROMPTS = `${linesOf(ALL, 'will be created')}Webhook outside the cluster that notifies you when the watchdog stops (not shown; empty: none): \n`;
const WRITE = `Write ${ALL.length} files? [y/N] `;

const CLEAN = { code: 0, stdout: `No findings in ${VALUES}\n`, stderr: '' };

test('the webhook is asked for, not shown, and gets the watchdog', async (t) => {
  const cwd = await folderWith(t, {});
  const url = 'https://pager.example.com/secret';
  const { code, stdout, stderr } = await init(cwd, '', answering(url, 'y'));
  assert.equal(code, 0, stderr);
  assert.equal(stdout, linesOf(ALL, 'created'));
  assert.ok(stripVTControlCharacters(stderr).startsWith(PROMPTS + WRITE), stderr);
  assert.doesNotMatch(stderr, /pager|secret(?! )/);
  assert.match(stderr, /Next:\n1\. Create the Secret/);
  const values = fieldsOf(load(read(cwd, VALUES)))?.['kube-prometheus-stack'];
  const config = fieldsOf(fieldsOf(fieldsOf(values)?.alertmanager)?.config);
  assert.deepEqual(config?.receivers, [
    { name: 'null' },
    { name: 'watchdog', webhook_configs: [{ send_resolved: false, url }] },
  ]);
  const [first] = itemsOf(fieldsOf(config?.route)?.routes);
  assert.deepEqual(first, {
    receiver: 'watchdog',
    matchers: ['alertname="Watchdog"'],
    continue: true,
    repeat_interval: '5m',
  });
  const checked = await runCommand(program, ['values', 'check', '-f', VALUES], { cwd });
  assert.deepEqual(checked, CLEAN);
  assert.equal(
    (await init(cwd)).stdout,
    `${VALUES} kept: you edited it\nNothing to change: all other files are up to date.\n`,
  );
});

test('without a webhook, the watchdog has no receiver', async (t) => {
  const cwd = await folderWith(t, {});
  const { code, stderr } = await init(cwd, '', answering('', 'y'));
  assert.equal(code, 0);
  assert.ok(stripVTControlCharacters(stderr).startsWith(PROMPTS + WRITE), stderr);
  assert.ok(stderr.endsWith(NEXT), stderr);
  assert.equal(read(cwd, VALUES), FILES['values.yaml']);
});

test('asks again after an answer that is no web address', async (t) => {
  const cwd = await folderWith(t, {});
  const { code, stderr } = await init(cwd, '', answering('pager', '', 'n'));
  assert.equal(code, 1);
  const again = `${PROMPTS}error: the webhook is not a web address\nGive an address such as https://pager.example.com/alerts.\n`;
  assert.ok(stripVTControlCharacters(stderr).startsWith(`${again}Webhook outside the cluster`), stderr);
  assert.deepEqual(readdirSync(cwd), []);
});

test('after a no, nothing is written', async (t) => {
  const cwd = await folderWith(t, {});
  const { code, stdout, stderr } = await init(cwd, '', answering('', 'n'));
  assert.deepEqual([code, stdout], [1, '']);
  assert.ok(stderr.endsWith('Not written: nothing was changed.\n'), stderr);
  assert.deepEqual(readdirSync(cwd), []);
});

test('says so if another run writes the files at the same time', async (t) => {
  const cwd = await folderWith(t, {});
  const { onStderr, ...rest } = answering('', 'y');
  const { code, stderr } = await init(cwd, '', {
    ...rest,
    onStderr: (text) => {
      if (text.includes('[y/N]')) {
        mkdirSync(join(cwd, BLOCK), { recursive: true });
        writeFileSync(join(cwd, BLOCK, 'Chart.yaml'), 'theirs');
      }
      onStderr?.(text);
    },
  });
  assert.equal(code, 1);
  assert.ok(
    stderr.endsWith(
      `error: ${BLOCK}/Chart.yaml cannot be written: file already exists\nAnother run wrote it in the meantime. Run this again: finished steps are not repeated.\n`,
    ),
    stderr,
  );
});

test('an update does not ask for a webhook', async (t) => {
  const cwd = await written(t);
  rmSync(join(cwd, LOCK));
  rmSync(join(cwd, PODS));
  const { code, stderr } = await init(cwd, '', answering('y'));
  assert.equal(code, 0);
  assert.doesNotMatch(stderr, /Webhook/);
});

for (const [names, words] of [
  ['upstream', ''],
  ['platform', PLATFORM],
] as const) {
  test(`values check finds nothing in what init writes with the names of ${names}`, async (t) => {
    const cwd = await written(t, `-y ${words}`);
    assert.deepEqual(await runCommand(program, ['values', 'check', '-f', VALUES], { cwd }), CLEAN);
  });

  const skip = spawnSync('promtool', ['--version']).error ? 'promtool is not installed' : false;
  test(`the unit tests of the rules pass with the names of ${names}`, { skip }, async (t) => {
    const cwd = await written(t, `-y ${words}`);
    const { code, stdout } = await runCommand(program, ['rules', 'test', `${BLOCK}/extensions/tests`], {
      cwd,
      env: { PATH: process.env.PATH },
    });
    assert.deepEqual([code, stdout.split('\n').at(-2)], [0, '6 test files: 6 passed, 0 failed']);
  });

  test(`rules lint finds nothing unescaped with the names of ${names}`, async (t) => {
    const cwd = await written(t, `-y ${words}`);
    const { code, stderr } = await runCommand(program, ['rules', 'lint', `${BLOCK}/extensions`, '--strict'], {
      cwd,
    });
    assert.deepEqual([code, stderr], [0, '']);
  });

  test(`dashboards lint finds nothing with the names of ${names}`, async (t) => {
    const cwd = await written(t, `-y ${words}`);
    assert.deepEqual(await runCommand(program, ['dashboards', 'lint', BLOCK, '--strict'], { cwd }), {
      code: 0,
      stdout: 'No findings in 2 dashboards\n',
      stderr: '',
    });
  });
}
