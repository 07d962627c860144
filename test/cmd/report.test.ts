import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { stringify } from 'yaml';
import { CommandError } from '../../lib/words/errors.ts';
import { folderWith } from '../support/folder.ts';
import { resultsSchema } from '../support/results.ts';
import { DONE, JSON_TEXT, RESULT, report } from './support/report.ts';

/** The kinds of the commands that the hint names. */
const KINDS = [
  ...['RepairList', 'UndoList', 'DiagnosisList', 'AuditReport'],
  ...['MonitoringStatus', 'CapacityList', 'ResizeList'],
];

const COMMANDS =
  'Reports are made from the results of "kubectl bmh repair", "undo", "diagnose" and "audit", and of "kubectl monitoring status", "capacity", "resize-pvc" and "undo".\n';
const HOW = {
  bmh: `${COMMANDS}To save one, run: kubectl bmh diagnose --all -A -o json > RUN.json\n`,
  monitoring: `${COMMANDS}To save one, run: kubectl monitoring status -o json > RUN.json\n`,
};
const NO_RESULT = 'is not a result of "kubectl bmh" or "kubectl monitoring"';
const ONE = 'A report shows one result: save the one that you want in its own file.\n';
const READABLE = 'Pass a file that you may read, or - for stdin.\n';

describe('what a report is made from', () => {
  const FORMS: [string, string, string | Uint8Array][] = [
    ['JSON', 'run.json', JSON_TEXT],
    ['JSON on one line', 'run.json', JSON.stringify(RESULT)],
    ['JSON whose file has another name', 'run', JSON_TEXT],
    [
      'JSON with a byte order mark and the line ends of Windows',
      'run.json',
      `\ufeff${JSON_TEXT.replaceAll('\n', '\r\n')}`,
    ],
    ['YAML', 'run.yaml', stringify(RESULT)],
    ['YAML in the file of another name', 'run.yml', stringify(RESULT)],
    [
      'YAML with a byte order mark and the line ends of Windows',
      'run.yaml',
      `\ufeff${stringify(RESULT).replaceAll('\n', '\r\n')}`,
    ],
    ['JSON in a file that is named as YAML', 'run.yaml', JSON_TEXT],
  ];
  for (const by of ['bmh', 'monitoring'] as const)
    for (const [title, name, text] of FORMS)
      test(`${title}, by kubectl ${by}`, async (t) => {
        const folder = await folderWith(t, { [name]: text });
        assert.deepEqual(await report(folder, [name], { by }), {
          ...DONE,
          stdout: `${name.replace(/\.\w+$/, '')}.html: 1 host, repaired\n`,
        });
        assert.deepEqual(readdirSync(folder).toSorted(), [name, 'run.html'].toSorted());
        const page = await readFile(join(folder, 'run.html'), 'utf8');
        assert.match(page, /^<!doctype html>.*metal3\/worker-0.*<\/html>\n$/s);
      });

  test('gives the same page from JSON and from YAML, by either program', async (t) => {
    const folder = await folderWith(t, { 'a.json': JSON_TEXT, 'a.yaml': stringify(RESULT) });
    const pages = new Set<string>();
    for (const by of ['bmh', 'monitoring'] as const)
      for (const file of ['a.json', 'a.yaml'])
        pages.add((await report(folder, [file, '--output', '-'], { by })).stdout);
    assert.equal(pages.size, 1);
  });

  test('is stdin for a dash', async (t) => {
    const folder = await folderWith(t, {});
    const ran = await report(folder, ['-'], { stdin: Readable.from([JSON_TEXT]) });
    assert.deepEqual(ran, { ...DONE, stdout: 'report.html: 1 host, repaired\n' });
    assert.deepEqual(readdirSync(folder), ['report.html']);
  });

  test('a read of stdin can be interrupted', async (t) => {
    const folder = await folderWith(t, {});
    const interrupted = AbortSignal.abort(new CommandError('aborted', 'Interrupted'));
    const { code } = await report(folder, ['-'], { stdin: new PassThrough(), interrupted });
    assert.equal(code, 130);
    assert.deepEqual(readdirSync(folder), []);
  });

  const SUMMARIES: [object, string][] = [
    [{ kind: 'RepairList', verdict: 'at-risk', items: [{}, {}] }, '2 hosts, at risk'],
    [{ kind: 'UndoList', verdict: 'undone', items: [{}] }, '1 host, undone'],
    [{ kind: 'DiagnosisList', verdict: 'degraded', items: [{}] }, '1 host, degraded'],
    [{ kind: 'AuditReport', verdict: 'clean', items: [] }, '0 findings, clean'],
    [{ kind: 'ResizeList', verdict: 'timed-out', items: [{}] }, '1 instance, timed out'],
    [{ kind: 'MonitoringStatus', verdict: 'unknown', items: [{}, {}] }, '2 findings, unknown'],
    [{ kind: 'CapacityList', verdict: 'healthy', items: [{}, {}, {}] }, '3 volumes, healthy'],
    [{ kind: 'RepairList', verdict: '\x1b[31mnew', items: 'none' }, '0 hosts'],
  ];
  for (const [result, said] of SUMMARIES)
    test(`says "${said}"`, async (t) => {
      const folder = await folderWith(t, {
        'run.json': JSON.stringify({ apiVersion: 'monitoring.kubectl/v1', ...result }),
      });
      assert.deepEqual(await report(folder, ['run.json']), { ...DONE, stdout: `run.html: ${said}\n` });
    });

  test('is a result of each kind that the hint names, and of no other', async (t) => {
    const kinds = kindsIn(resultsSchema);
    const known: string[] = [];
    for (const kind of kinds) {
      const text = JSON.stringify({ apiVersion: 'monitoring.kubectl/v1', kind, verdict: 'clean', items: [] });
      const folder = await folderWith(t, { 'run.json': text });
      if ((await report(folder, ['run.json'])).code === 0) known.push(kind);
    }
    assert.ok(kinds.length > 20);
    assert.deepEqual(known.toSorted(), KINDS.toSorted());
  });
});

describe('what is refused, with what to do', () => {
  const FAULTS: [string, Record<string, string | Uint8Array>, string, string][] = [
    ['a file that does not exist', {}, 'cannot be read: no such file or directory', READABLE],
    ['a folder', { 'run.json/a': '' }, 'cannot be read: is a directory', READABLE],
    [
      'a large file',
      { 'run.json': ' '.repeat(64 * 1024 * 1024 + 1) },
      'cannot be read: is larger than 64 MiB',
      READABLE,
    ],
    ['an empty file', { 'run.json': '' }, 'is empty', ''],
    ['a file of spaces', { 'run.json': '\ufeff \r\n' }, 'is empty', ''],
    [
      'another encoding',
      { 'run.json': Buffer.from(JSON_TEXT, 'utf16le') },
      'is not valid JSON: line 1, column 2: unexpected "\\u0000"',
      '',
    ],
    [
      'UTF-16 with its mark',
      { 'run.json': Buffer.from(`\ufeff${JSON_TEXT}`, 'utf16le') },
      'is not UTF-8',
      'Save it as UTF-8.\n',
    ],
    [
      'a cut file',
      { 'run.json': '{\n  "kind": "RepairList",' },
      'is not valid JSON: line 2, column 24: unexpected end of file',
      '',
    ],
    [
      'a message before the result',
      { 'run.json': `Warning: a\n${JSON_TEXT}` },
      'is not valid JSON: line 1, column 1: unexpected "Warning"',
      '',
    ],
    [
      'invalid JSON',
      { 'run.json': '{\n  "kind": x\n}' },
      'is not valid JSON: line 2, column 11: unexpected "x"',
      '',
    ],
    [
      'JSON that is nested too deeply',
      { 'run.json': '{"a":'.repeat(50_000) },
      'is nested more than 250 levels deep',
      '',
    ],
    ['two results', { 'run.json': `${JSON_TEXT}\n${JSON_TEXT}` }, 'has several results', ONE],
    [
      'two results on a line each, the second one cut',
      { 'run.json': `${JSON.stringify(RESULT)}\n{"kind"` },
      'has several results',
      ONE,
    ],
    ['a list of results', { 'run.json': JSON.stringify([RESULT]) }, 'has a list instead of one result', ONE],
    [
      'a result of another tool',
      { 'run.json': '{"apiVersion": "v1", "kind": "List", "items": []}' },
      NO_RESULT,
      '',
    ],
    [
      'a result of a version to come',
      { 'run.json': '{"apiVersion": "bmh.kubectl/v2", "kind": "RepairList"}' },
      NO_RESULT,
      '',
    ],
    [
      'a result without a kind',
      { 'run.json': '{"apiVersion": "bmh.kubectl/v1", "kind": ["RepairList"]}' },
      NO_RESULT,
      '',
    ],
    ['a text', { 'run.json': '"RepairList"' }, NO_RESULT, ''],
    ['null', { 'run.json': 'null' }, NO_RESULT, ''],
  ];
  for (const by of ['bmh', 'monitoring'] as const) {
    for (const [title, files, fault, hint] of FAULTS)
      test(`${title}, by kubectl ${by}`, async (t) => {
        const folder = await folderWith(t, files);
        assert.deepEqual(await report(folder, ['run.json'], { by }), {
          code: 1,
          stdout: '',
          stderr: `error: run.json ${fault}\n${hint || HOW[by]}`,
        });
        assert.deepEqual(
          readdirSync(folder),
          Object.keys(files).map((name) => name.split('/')[0]),
        );
      });

    test(`a result of a kind without a report, by kubectl ${by}`, async (t) => {
      const text = (kind: string) => JSON.stringify({ ...RESULT, kind });
      const folder = await folderWith(t, {
        'a.json': text('HostList'),
        'b.json': text(`\x1b[1m${'x'.repeat(500)}`),
      });
      assert.deepEqual(await report(folder, ['a.json'], { by }), {
        code: 1,
        stdout: '',
        stderr: `error: a.json: a result of kind HostList has no report\n${HOW[by]}`,
      });
      const { stderr } = await report(folder, ['b.json'], { by });
      assert.equal(
        stderr,
        `error: b.json: a result of kind \\x1b[1m${'x'.repeat(110)}... has no report\n${HOW[by]}`,
      );
    });
  }

  const YAML: [string, string, string, string][] = [
    ['two results', `${stringify(RESULT)}---\n${stringify(RESULT)}`, 'has several results', ONE],
    ['a list', stringify([RESULT]), 'has a list instead of one result', ONE],
    ['a text', 'error: host metal3/worker-0 is paused', NO_RESULT, HOW.bmh],
    [
      'invalid YAML',
      'a: [',
      'is not valid YAML: line 1, column 5: Flow sequence in block collection must be sufficiently indented and end with a ]',
      HOW.bmh,
    ],
    [
      'a large file',
      `a: ${'x'.repeat(8 * 1024 * 1024)}`,
      'is larger than 8 MiB',
      'Save the result as JSON, with -o json.\n',
    ],
    [
      'aliases that expand to more than fits into the memory',
      bomb(),
      'has YAML aliases, which no result has',
      HOW.bmh,
    ],
    [
      'YAML that is nested too deeply',
      '- '.repeat(50_000),
      'is not valid YAML: line 1, column 1000: It is nested more than 250 levels deep',
      HOW.bmh,
    ],
    ['comments alone', '# nothing\n', NO_RESULT, HOW.bmh],
  ];
  for (const [title, text, fault, hint] of YAML)
    test(`${title} as YAML`, async (t) => {
      const folder = await folderWith(t, { 'run.yaml': text });
      assert.deepEqual(await report(folder, ['run.yaml']), {
        code: 1,
        stdout: '',
        stderr: `error: run.yaml ${fault}\n${hint}`,
      });
    });

  test('stdin without a result', async (t) => {
    const stdin = Readable.from(['']);
    assert.deepEqual(await report(await folderWith(t, {}), ['-'], { stdin }), {
      code: 1,
      stdout: '',
      stderr: `error: stdin is empty\n${HOW.bmh}`,
    });
  });

  test('a name that could control a terminal, made visible', async (t) => {
    const { stderr } = await report(await folderWith(t, {}), ['a\x1b[31m.json']);
    assert.equal(stderr, `error: a\\x1b[31m.json cannot be read: no such file or directory\n${READABLE}`);
  });

  test('a call without a file', async () => {
    assert.equal((await report(import.meta.dirname, [])).code, 1);
  });
});

/** Every kind that the schema of results names. */
function kindsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { kind } = value as { kind?: { const?: string; enum?: string[] } };
  const own = [...(kind?.enum ?? []), ...(typeof kind?.const === 'string' ? [kind.const] : [])];
  return [...new Set([...own, ...Object.values(value).flatMap(kindsIn)])];
}

/** Ten levels of ten aliases each. */
function bomb(): string {
  const levels = Array.from(
    { length: 9 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`,
  );
  return `apiVersion: bmh.kubectl/v1\nkind: RepairList\na0: &a0 [x, x]\n${levels.join('\n')}\nitems: *a9\n`;
}
