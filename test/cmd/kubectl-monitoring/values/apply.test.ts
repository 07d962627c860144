import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { planSizes, VOLUMES } from '../../../../cmd/kubectl-monitoring/resize-pvc/values.ts';
import {
  applyValues,
  changesOf,
  diffText,
  notesOf,
  type ValuesReport,
} from '../../../../cmd/kubectl-monitoring/shared/values/apply.ts';
import {
  planValues,
  readValues,
  type ValuesPlan,
} from '../../../../cmd/kubectl-monitoring/shared/values/values.ts';
import type { Host } from '../../../../lib/cli/command.ts';
import type { ValuesEdit } from '../../../../lib/values/plan-edit.ts';
import { chartValues, SIZE } from '../../../lib/values/texts.ts';
import { folderWith } from '../../../support/folder.ts';
import { GIT_HOST, repositoryWith } from './folders.ts';

const EDIT: ValuesEdit = { component: 'metrics', size: '100Gi' };
const [OLD, NEW] = [chartValues('50Gi'), chartValues('100Gi')];
const plain = (_style: string, text: string): string => text;
const FOUND = join('monitoring-system', 'values.yaml');

const planned = async (cwd: string, files: string[], commit = false): Promise<ValuesPlan> =>
  planValues(await readValues(files, { commit, cwd, subject: VOLUMES }), planSizes(EDIT), GIT_HOST);

/** Applies a plan; the user types `answer` at the prompt, or there is no terminal. */
async function applied(
  plan: ValuesPlan,
  {
    answer,
    yes = false,
    interrupted = GIT_HOST.interrupted,
  }: { answer?: string; yes?: boolean; interrupted?: AbortSignal } = {},
): Promise<{ report: ValuesReport; stderr: string }> {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  let said = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (answer !== undefined && text.includes('[y/N]')) stdin.write(answer);
  });
  const host: Host = {
    ...GIT_HOST,
    interrupted,
    stdin,
    stderr,
    stdout: new PassThrough(),
    interactive: answer !== undefined,
    clock: { now: () => new Date(0), after: async () => {} },
    leaveAtEnd: () => {},
    cwd: () => '/',
  };
  const report = await applyValues(plan, { host, paint: plain, yes, message: 'Grow' });
  return { report, stderr: said };
}

const DIFF = `--- ${FOUND}
+++ ${FOUND}
@@ -5,4 +5,4 @@
         spec:
           resources:
             requests:
-              storage: 50Gi
+              storage: 100Gi
`;

test('writes named files once, without a prompt', async (t) => {
  const folder = await folderWith(t, { 'a.yaml': OLD, 'b.yaml': 'grafana: {}\n' });
  const plan = await planned(folder, ['a.yaml', './a.yaml', 'b.yaml']);
  assert.deepEqual(notesOf(plan), ['b.yaml does not mention these volumes: left unchanged.']);
  assert.deepEqual(changesOf(plan), [`a.yaml:8: 50Gi -> 100Gi (${SIZE})`]);
  const { report, stderr } = await applied(plan);
  assert.equal(stderr, '');
  assert.deepEqual(report, {
    outcome: 'written',
    files: [
      { file: 'a.yaml', changes: [{ path: SIZE.split('.'), line: 8, from: '50Gi', to: '100Gi' }], notes: [] },
      { file: 'b.yaml', changes: [], notes: [] },
    ],
    commits: [],
  });
  assert.equal(await readFile(join(folder, 'a.yaml'), 'utf8'), NEW);
  assert.equal((await applied(await planned(folder, ['a.yaml']))).report.outcome, 'unchanged');
  assert.equal((await applied(await planned(folder, ['b.yaml']))).report.outcome, 'unset');
});

test('writes found files after confirmation', async (t) => {
  const folder = await folderWith(t, {
    [FOUND]: OLD,
    [join('monitoring-system', 'alerts.yaml')]: OLD.replace('prometheus:', 'x:'),
  });
  const plan = await planned(folder, []);
  assert.equal(await diffText(plan, plain), DIFF);
  const { report, stderr } = await applied(plan, { answer: 'y\n' });
  assert.deepEqual([report.outcome, report.next], ['written', undefined]);
  assert.ok(stderr.startsWith(`${DIFF}`) && stderr.includes(`Write ${FOUND}? [y/N]`), stderr);
  assert.equal(await readFile(join(folder, FOUND), 'utf8'), NEW);
});

test('leaves found files if the user declines, with --yes, or without a terminal', async (t) => {
  const folder = await folderWith(t, { [FOUND]: OLD });
  const plan = await planned(folder, []);
  const ways = [
    { answer: 'n\n', outcome: 'declined' },
    { answer: 'y\n', yes: true, outcome: 'planned' },
    { yes: true, outcome: 'planned' },
    { outcome: 'planned' },
  ];
  for (const { outcome, ...way } of ways) {
    const { report, stderr } = await applied(plan, way);
    assert.ok(stderr.startsWith(DIFF), stderr);
    assert.deepEqual([report.outcome, report.next], [outcome, `run this again with --values ${FOUND}`]);
    assert.equal(await readFile(join(folder, FOUND), 'utf8'), OLD);
  }
});

test('writes nothing if the prompt is interrupted', async (t) => {
  const folder = await folderWith(t, { [FOUND]: OLD });
  const plan = await planned(folder, []);
  await assert.rejects(applied(plan, { answer: '', interrupted: AbortSignal.abort() }), {
    kind: 'aborted',
    message: 'Interrupted: the values files were not written.',
  });
  assert.equal(await readFile(join(folder, FOUND), 'utf8'), OLD);
});

test('--commit commits the written files', async (t) => {
  const { folder, git } = await repositoryWith(t, { 'v.yaml': OLD });
  const { report } = await applied(await planned(folder, ['v.yaml'], true));
  assert.equal(report.outcome, 'committed');
  assert.deepEqual(report.commits, [{ repository: folder, commit: await git('rev-parse', 'HEAD') }]);
  assert.equal(await git('show', 'HEAD:v.yaml'), NEW.trim());
  assert.equal((await applied(await planned(folder, ['v.yaml'], true))).report.outcome, 'unchanged');
});

test('--commit commits files that an earlier run only wrote', async (t) => {
  const { folder, git } = await repositoryWith(t, { 'v.yaml': OLD });
  const hook = join(folder, '.git', 'hooks', 'pre-commit');
  await writeFile(hook, '#!/bin/sh\nexit 1\n');
  await chmod(hook, 0o755);
  await assert.rejects(applied(await planned(folder, ['v.yaml'], true)), { kind: 'refusal' });
  assert.equal(await readFile(join(folder, 'v.yaml'), 'utf8'), NEW);
  await writeFile(hook, '#!/bin/sh\nexit 0\n');
  const { report } = await applied(await planned(folder, ['v.yaml'], true));
  assert.equal(report.outcome, 'committed');
  assert.equal(await git('status', '--porcelain'), '');
});

test('--commit refuses a file with uncommitted changes before it writes anything', async (t) => {
  const { folder } = await repositoryWith(t, { 'v.yaml': OLD });
  await writeFile(join(folder, 'v.yaml'), `${OLD}other: 1\n`);
  await assert.rejects(planned(folder, ['v.yaml'], true), {
    kind: 'usage',
    message: 'error: --commit: values file v.yaml has uncommitted changes',
  });
});

test('invalid YAML is an error in a named file and a warning in a found one', async (t) => {
  const broken = `${OLD}a: 1\na: 2\n`;
  const template = `${OLD}{{- if .x }}\n`;
  const folder = await folderWith(t, { [FOUND]: broken, 't.yaml': template });
  await assert.rejects(readValues([FOUND], { commit: false, cwd: folder, subject: VOLUMES }), {
    kind: 'usage',
    message: `error: values file ${FOUND} is not valid YAML: line 10, column 1: Map keys must be unique`,
    hint: 'Fix the syntax, then run this again.',
  });
  await assert.rejects(readValues(['t.yaml'], { commit: false, cwd: folder, subject: VOLUMES }), {
    hint: 'It looks like a template: pass the values file that it is rendered with.',
  });
  const plan = await planned(folder, []);
  assert.deepEqual(notesOf(plan), [
    `values file ${FOUND} is not valid YAML: line 10, column 1: Map keys must be unique: skipped`,
  ]);
  assert.equal((await applied(plan)).report.outcome, 'unset');
});

test('escapes control characters in diffs', async (t) => {
  const folder = await folderWith(t, { 'v.yaml': `${OLD.trimEnd()} # \x1b[2J\n`.replaceAll('\n', '\r\n') });
  const diff = await diffText(await planned(folder, ['v.yaml']), plain);
  assert.ok(diff.includes('+              storage: 100Gi # \\x1b[2J\n'), diff);
  assert.ok(!diff.includes('\\x0d'), diff);
});
