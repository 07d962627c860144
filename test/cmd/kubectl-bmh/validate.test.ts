import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { repairPayloads } from '../../../lib/hosts/payloads.ts';
import { NEW } from '../../support/records.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';

const { status, spec } = repairPayloads(NEW);

describe('kubectl bmh validate', () => {
  let cwd: string;
  before(() => {
    cwd = mkdtempSync(join(tmpdir(), 'bmh-validate-'));
    const files: Record<string, string> = {
      'w-status.json': JSON.stringify(status),
      'w-spec.json': JSON.stringify(spec),
      'cut.json': '{\n  "spec": {\n    "image": ]\n',
      'old.json': JSON.stringify({
        spec: { image: { url: 'http://u:secret@10.0.0.1/a', checksum: 'abc', extra: '\u001b[31m' } },
      }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  });
  after(() => rmSync(cwd, { recursive: true }));
  const validate = (...words: string[]): Promise<Ran> => runCommand(program, ['validate', ...words], { cwd });

  test('accepts the two files of a host', async () => {
    assert.deepEqual(await validate('w-status.json', 'w-spec.json'), {
      code: 0,
      stdout: 'w-status.json: valid status payload\nw-spec.json: valid spec payload\n',
      stderr: '',
    });
  });

  test('prints each problem on a line, with the position of a JSON error', async () => {
    assert.deepEqual(await validate('cut.json', 'old.json', 'w-spec.json'), {
      code: 1,
      stdout: `cut.json: line 3, column 14: not JSON: unexpected "]"
old.json: spec.image.extra: is not a field of this payload
old.json: spec.image.url: "http://***@10.0.0.1/a" contains an IP address; it must be a stable service name
old.json: spec.image.checksum: "abc" does not have the length of any of md5, sha256, sha512
w-spec.json: valid spec payload
`,
      stderr: '',
    });
  });

  test('reports an unreadable file, and still validates the other files', async () => {
    const unread = `error: stat none.json: no such file or directory
Give the path of a payload file written by "kubectl bmh payload".
`;
    assert.deepEqual(await validate('none.json', 'w-spec.json'), {
      code: 2,
      stdout: 'w-spec.json: valid spec payload\n',
      stderr: unread,
    });
    const { code, stderr } = await validate('none.json', 'cut.json');
    assert.deepEqual({ code, stderr }, { code: 1, stderr: unread });
  });

  test('prints verdicts as data, files with problems first', async () => {
    const { code, stdout } = await validate('w-spec.json', 'cut.json', '-o', 'json');
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(stdout), {
      apiVersion: 'bmh.kubectl/v1',
      kind: 'ValidationList',
      verdict: 'findings',
      exitCode: 1,
      items: [
        {
          metadata: { name: 'cut.json' },
          verdict: 'findings',
          reason: 'invalid',
          message: '1 problem',
          findings: ['line 3, column 14: not JSON: unexpected "]"'],
        },
        {
          metadata: { name: 'w-spec.json' },
          verdict: 'clean',
          reason: '',
          message: 'valid spec payload',
          payload: 'spec',
          findings: [],
        },
      ],
    });
  });

  test('reads standard input for a dash', async () => {
    assert.deepEqual(
      await runCommand(program, ['validate', '-'], { cwd, stdin: Readable.from([JSON.stringify(status)]) }),
      {
        code: 0,
        stdout: '-: valid status payload\n',
        stderr: '',
      },
    );
  });

  test('requires a file', async () => {
    assert.deepEqual(await validate(), {
      code: 1,
      stdout: '',
      stderr: "error: FILE is missing\nSee 'kubectl bmh validate --help' for usage.\n",
    });
  });
});
