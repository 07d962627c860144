import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeText } from '../../../../cmd/kubectl-monitoring/sizing/render.ts';
import { type Store, storeSizing } from '../../../../lib/sizing/store.ts';

const GIB = 2 ** 30;
const sample = (value: number) => [{ labels: { pod: 'a' }, value }];
const answers = { samples: sample(10_000), wal: sample(GIB) };

const disks: [what: string, retention: Store['retention'], growth: number, line: string][] = [
  [
    'samples and the WAL',
    { time: '10d', size: null },
    1,
    '11.1Gi to 21.1Gi for 10d: 10000 samples/s of 1 to 2 bytes, a fifth to spare, plus 1Gi of WAL.',
  ],
  [
    'samples, at most so much',
    { time: '10d', size: '16GB' },
    1,
    '11.1Gi to 20Gi for 10d, at most 16GB: 10000 samples/s of 1 to 2 bytes, a fifth to spare, plus 1Gi of WAL.',
  ],
  [
    'the retention size',
    { time: '10d', size: '40GB' },
    10,
    '50Gi for 10d, at most 40GB: capped by its retention size, a fifth to spare.',
  ],
  [
    'the retention size alone',
    { time: null, size: '40GB' },
    1,
    '50Gi for 40GB: capped by its retention size, a fifth to spare.',
  ],
  [
    'a WAL that is more than the retention size',
    { time: '10d', size: '40GB' },
    400,
    '500Gi for 10d, at most 40GB: 400Gi of WAL alone, which the retention size does not delete, a fifth to spare.',
  ],
  [
    'a WAL that is more than the blocks',
    { time: '1s', size: null },
    1,
    '1.3Gi for 1s: 1Gi of WAL alone, a fifth to spare.',
  ],
];
for (const [what, retention, growth, line] of disks)
  test(`disk by ${what}`, () => {
    const store = { name: 'k8s', pods: ['a'], retention, claim: '50Gi' };
    const text = storeText(
      storeSizing(store, answers, growth),
      { sized: 2, cluster: 2 },
      (lead, said) => `${lead}${said}\n`,
    );
    assert.equal(text.split('\n')[1], `  Disk     ${line} Each of its claims is 50Gi.`);
  });
