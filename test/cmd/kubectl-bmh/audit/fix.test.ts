import assert from 'node:assert/strict';
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { auditFiles, type FileRules } from '../../../../cmd/kubectl-bmh/audit/files.ts';
import { type FixOptions, type FixReport, fixFiles } from '../../../../cmd/kubectl-bmh/audit/fix.ts';
import type { Host } from '../../../../lib/cli/command.ts';
import { beforeAndAfter, EXPECTATION, host as hostText, template } from '../../../lib/audit/file-texts.ts';
import { folderWith } from '../../../support/folder.ts';

const RULES: FileRules = { ...EXPECTATION, secrets: false };
const [OLD, NEW] = beforeAndAfter(template('$image'));

/** Audits and fixes a folder; the user types `answer` at the prompt, or there is no terminal. */
async function fixedIn(
  cwd: string,
  {
    answer,
    asked = async () => {},
    names = ['.'],
    ...options
  }: Partial<FixOptions> & { answer?: string; asked?: () => Promise<void>; names?: string[] } = {},
): Promise<{ report: FixReport; said: string }> {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  let said = '';
  stderr.setEncoding('utf8').on('data', async (text: string) => {
    said += text;
    if (!text.includes('[y/N]')) return;
    await asked();
    stdin.write(answer);
  });
  const host: Host = {
    stdin,
    stderr,
    stdout: new PassThrough(),
    interactive: answer !== undefined,
    env: {},
    clock: { now: () => new Date(0), after: async () => {} },
    interrupted: new AbortController().signal,
    leaveAtEnd: () => {},
    cwd: () => cwd,
  };
  const { findings, generated } = await auditFiles(names, RULES, host);
  const report = await fixFiles(
    findings,
    {
      rules: RULES,
      generated,
      accept: [],
      yes: false,
      preview: false,
      diffTo: host.stderr,
      paint: (_style, text) => text,
      warn: ({ path = '-', line = 0, reason }) => stderr.write(`! ${path}:${line}: ${reason}\n`),
      ...options,
    },
    host,
  );
  return { report, said };
}

const DIFF = `--- a.yaml
+++ a.yaml
@@ -5,5 +5,5 @@
   template:
     spec:
       image:
-        url: http://10.0.0.1/images/node-std-ubuntu.qcow2
+        url: http://httpd-http/images/node-std-ubuntu.qcow2
         checksum: http://httpd-http/images/node-std-ubuntu.qcow2.md5sum
`;
const CAUTION =
  '! a.yaml:8: 1 address to change: existing machines keep their image, but a ClusterClass replaces the machines of a changed template\n! -:0: the new addresses work only if httpd-http serves /images/node-std-ubuntu.qcow2\n';

test('fixFiles shows the diff and warnings, and asks for confirmation', async (t) => {
  const folder = await folderWith(t, { 'a.yaml': OLD });
  const declined = await fixedIn(folder, { answer: 'n\n' });
  assert.deepEqual([declined.report.outcome, declined.report.left.length], ['declined', 1]);
  assert.ok(declined.said.startsWith(`${DIFF}${CAUTION}`), declined.said);
  assert.ok(declined.said.includes('Write a.yaml? [y/N]'), declined.said);
  assert.equal(await readFile(join(folder, 'a.yaml'), 'utf8'), OLD);
  const { report } = await fixedIn(folder, { answer: 'y\n' });
  assert.deepEqual(
    [report.outcome, report.left, report.fixed.map(({ path }) => path.join('.'))],
    ['written', [], ['spec.template.spec.image.url']],
  );
  assert.equal(await readFile(join(folder, 'a.yaml'), 'utf8'), NEW);
  const again = await fixedIn(folder, { answer: 'y\n' });
  assert.deepEqual(
    [again.report, again.said],
    [{ outcome: 'unchanged', fixed: [], left: [], diagnostics: [] }, ''],
  );
});

test('fixFiles writes nothing in a preview or without a terminal', async (t) => {
  const folder = await folderWith(t, { 'a.yaml': OLD });
  const { report, said } = await fixedIn(folder, { preview: true });
  assert.deepEqual([report.outcome, report.left.length, said], ['planned', 1, `${DIFF}${CAUTION}`]);
  await assert.rejects(fixedIn(folder), {
    kind: 'usage',
    message: 'error: cannot ask for confirmation: stdin is not a terminal',
  });
  assert.equal(await readFile(join(folder, 'a.yaml'), 'utf8'), OLD);
});

test('fixFiles keeps modes and links, and touches no other files', async (t) => {
  const folder = await folderWith(t, {
    'a.yaml': `\uFEFF${OLD.replaceAll('\n', '\r\n')}`,
    'b.yaml': '# nothing\n',
    'live/.real/c.yaml': OLD.trimEnd(),
  });
  await chmod(join(folder, 'a.yaml'), 0o640);
  await symlink('.real/c.yaml', join(folder, 'live', 'c.yaml'));
  const before = await stat(join(folder, 'b.yaml'));
  const { report } = await fixedIn(folder, { yes: true });
  assert.deepEqual([report.outcome, report.left], ['written', []]);
  assert.equal(await readFile(join(folder, 'a.yaml'), 'utf8'), `\uFEFF${NEW.replaceAll('\n', '\r\n')}`);
  assert.equal((await stat(join(folder, 'a.yaml'))).mode & 0o7777, 0o640);
  assert.equal((await lstat(join(folder, 'live', 'c.yaml'))).isSymbolicLink(), true);
  assert.equal(await readFile(join(folder, 'live', '.real', 'c.yaml'), 'utf8'), NEW.trimEnd());
  assert.equal((await stat(join(folder, 'b.yaml'))).ino, before.ino);
  assert.deepEqual((await readdir(folder)).toSorted(), ['a.yaml', 'b.yaml', 'live']);
});

test('fixFiles refuses to overwrite a file that changes during the prompt', async (t) => {
  const folder = await folderWith(t, { 'a.yaml': OLD });
  const path = join(folder, 'a.yaml');
  await assert.rejects(fixedIn(folder, { answer: 'y\n', asked: () => writeFile(path, `${OLD}# theirs\n`) }), {
    kind: 'refusal',
    message: 'error: file a.yaml changed after it was read: it was not overwritten',
  });
  assert.equal(await readFile(path, 'utf8'), `${OLD}# theirs\n`);
});

test('fixFiles reports the findings that remain', async (t) => {
  const [live, repaired] = beforeAndAfter(hostText('$image'));
  const folder = await folderWith(t, { 'a.yaml': `${OLD}---\n${live}` });
  const { report } = await fixedIn(folder, { yes: true });
  assert.deepEqual(
    report.left.map(({ kind, file }) => [kind, file?.line]),
    [['BareMetalHost', 18]],
  );
  assert.equal(await readFile(join(folder, 'a.yaml'), 'utf8'), `${NEW}---\n${live}`);
  const accepted = await fixedIn(folder, { yes: true, accept: ['live-hosts'] });
  assert.deepEqual([accepted.report.outcome, accepted.report.left], ['written', []]);
  assert.equal(await readFile(join(folder, 'a.yaml'), 'utf8'), `${NEW}---\n${repaired}`);
});

test('fixFiles shows no Secrets and no credentials', async (t) => {
  const login = 'http://me:hidden@10.0.0.1/';
  const folder = await folderWith(t, {
    'a.yaml': `kind: Secret\nstringData: {password: hidden}\n---\n${OLD}`,
    'b.yaml': template(`${beforeAndAfter('$image')[0]} # was ${login}`),
  });
  const { said } = await fixedIn(folder, { preview: true });
  assert.ok(said.includes('+        url: http://httpd-http/images/node-std-ubuntu.qcow2\n'), said);
  assert.ok(said.includes('# was http://***@10.0.0.1/'), said);
  assert.doesNotMatch(said, /hidden/);
});

test('fixFiles leaves images of the same name from different folders, even across files', async (t) => {
  const at = (folder: string): string => template(`http://10.0.0.1/${folder}/node-std-ubuntu.qcow2`);
  const folder = await folderWith(t, { 'a.yaml': at('24.04'), 'b.yaml': at('22.04') });
  const { report } = await fixedIn(folder, { yes: true });
  assert.deepEqual([report.outcome, report.fixed, report.left.length], ['unchanged', [], 2]);
  assert.match(report.diagnostics[0]?.reason ?? '', /files with the same name in different folders/);
  assert.equal(await readFile(join(folder, 'b.yaml'), 'utf8'), at('22.04'));
});
