import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Trick } from './answers.ts';
import { defectsIn } from './attempt.ts';
import { type Ground, openGround } from './ground.ts';

/** An escape sequence in both forms, a title, line ends, marks of direction, and what has no width. */
const TEXT =
  '\u001b[31m\u009b2J\u001b]0;t\u0007\r\n\u0085\u2028\u202e\u2066\u200b\u00ad\ufeff\u{e0041}\u3164';

/** Every request gets it. */
const always = (trick: Trick): [number, Trick][] => Array.from({ length: 200 }, (_, index) => [index, trick]);

const CALLS: ['bmh' | 'monitoring', ...string[]][] = [
  ['bmh', 'list', '-A', '-owide'],
  ['bmh', 'list', '-A', '-ojson'],
  ['bmh', 'list', '-A', '-oyaml'],
  ['bmh', 'list', '-A', '-oname'],
  ['bmh', 'list', '-v=8'],
  ['bmh', 'repair', 'worker-0'],
  ['bmh', 'repair', 'worker-0', '--diff'],
  ['bmh', 'repair', 'control-plane-0', '--dry-run=server', '-oyaml'],
  ['bmh', 'repair', 'worker-0', '-y', '--timeout=1s', '--stable-for=0'],
  ['bmh', 'undo', 'worker-0', '-ojson'],
  ['bmh', 'rbac'],
  ['bmh', 'version'],
  ['monitoring', 'resize-pvc', '100Gi', 'k8s'],
  ['monitoring', 'resize-pvc', '100Gi', '--diff'],
  ['monitoring', 'undo', 'k8s', '-y'],
  ['monitoring', 'undo', '--diff', '-ojson'],
  ['monitoring', 'resize-pvc', '100Gi', '-y', '--mode=online', '--timeout=1s', '-oyaml'],
  ['monitoring', 'status', '-A'],
  ['monitoring', 'status', '-oyaml'],
  ['monitoring', 'capacity'],
  ['monitoring', 'capacity', '--suggest'],
  ['monitoring', 'capacity', '-ojson'],
  ['monitoring', 'upgrade-check', '-A', '--details'],
  ['monitoring', 'upgrade-check', '-oyaml'],
  ['monitoring', 'dashboards', 'list', '-A', '-owide'],
  ['monitoring', 'dashboards', 'list', '-A', '-oyaml'],
  ['monitoring', 'dashboards', 'doctor', 'shop'],
  ['monitoring', 'dashboards', 'export', '-ojson'],
  ['monitoring', 'dashboards', 'new', 'shop'],
  ['monitoring', 'sizing'],
  ['monitoring', 'sizing', '-oyaml'],
  ['monitoring', 'scale', 'metrics', '3', '-y', '--no-wait'],
  ['monitoring', 'scale', 'metrics', '3', '--diff', '-ojson'],
];

describe('a cluster with control characters in all its texts', () => {
  let operators: Ground;
  before(async () => {
    operators = await openGround();
  });
  after(() => operators?.stop());

  const tricks: [name: string, trick: Trick][] = [
    ['in texts', { kind: 'hostile', text: TEXT, alsoNames: false }],
    ['in names as well', { kind: 'hostile', text: TEXT, alsoNames: true }],
    ['in refusals', { kind: 'status', code: 422, message: TEXT, reason: `Invalid${TEXT}` }],
  ];
  for (const [program, ...words] of CALLS)
    test(`${program} ${words.join(' ')}`, async () => {
      for (const [name, trick] of tricks) {
        const attempt = { program, words, tricks: always(trick), mayWrite: words.includes('-y') };
        assert.deepEqual(await defectsIn(attempt, operators), [], name);
      }
    });

  test('the check finds the raw texts when they are not escaped', async () => {
    const attempt = {
      program: 'bmh' as const,
      words: ['list', '-A', '-owide'],
      tricks: always({ kind: 'hostile', text: TEXT, alsoNames: false }),
    };
    const raw = { ...operators, secrets: ['\\x1b[31m\\x9b2J'] };
    assert.match(
      (await defectsIn(attempt, raw)).join(),
      /tells a secret/,
      'the texts never reached the screen',
    );
  });
});
