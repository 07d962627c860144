import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { tarGz, zip } from '../../scripts/release/archive.ts';
import { readArchive } from './support/read-archive.ts';

const time = new Date('2026-03-04T05:06:08.000Z');
const entries = [
  { name: 'kubectl-bmh', content: Buffer.from([0, 255, 10]), executable: true },
  { name: 'LICENSE', content: 'words\n' },
];

for (const [file, make] of [
  ['a.tar.gz', tarGz],
  ['a.zip', zip],
] as const) {
  test(`${file}: names, modes, times and contents`, async () => {
    assert.deepEqual(await readArchive(file, await make(entries, time)), [
      { name: 'kubectl-bmh', type: 'file', mode: 0o755, time, content: Buffer.from([0, 255, 10]) },
      { name: 'LICENSE', type: 'file', mode: 0o644, time, content: Buffer.from('words\n') },
    ]);
  });

  test(`${file} is the same in another time zone`, async () => {
    const script = `
      import { ${make.name} } from './scripts/release/archive.ts';
      const entries = [{ name: 'a', content: 'b' }];
      process.stdout.write(await ${make.name}(entries, new Date(${time.getTime()})));`;
    const [one, other] = ['Pacific/Auckland', 'America/Caracas'].map((TZ) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { env: { TZ } }),
    );
    assert.ok(one?.length);
    assert.deepEqual(one, other);
  });
}
