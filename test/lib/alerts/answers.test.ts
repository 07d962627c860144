import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAlerts, readGroups, readSilences, readStatus } from '../../../lib/alerts/answers.ts';
import { isMatch } from '../../../lib/alerts/matchers.ts';

/** As Alertmanager 0.25 answers. */
const ALERT = {
  annotations: { summary: 's' },
  endsAt: '2026-11-26T06:51:37.555Z',
  fingerprint: '01167342b0fed1b2',
  receivers: [{ name: 'a' }, { name: 'b' }],
  startsAt: '2026-11-26T06:46:37.555Z',
  status: { inhibitedBy: ['02957199a0ccbf96'], silencedBy: ['b11d4cde-55ef-442f'], state: 'suppressed' },
  updatedAt: '2026-11-26T06:46:37.555+00:00',
  labels: { alertname: 'A', ü: '1' },
};
const READ = {
  fingerprint: '01167342b0fed1b2',
  labels: { alertname: 'A', ü: '1' },
  annotations: { summary: 's' },
  startsAt: Date.UTC(2026, 10, 26, 6, 46, 37, 555),
  endsAt: Date.UTC(2026, 10, 26, 6, 51, 37, 555),
  updatedAt: Date.UTC(2026, 10, 26, 6, 46, 37, 555),
  receivers: ['a', 'b'],
  state: 'suppressed',
  silencedBy: ['b11d4cde-55ef-442f'],
  inhibitedBy: ['02957199a0ccbf96'],
  mutedBy: [],
};

test('reads alerts', () => {
  assert.deepEqual(readAlerts('[]'), []);
  assert.deepEqual(readAlerts(JSON.stringify([ALERT])), [READ]);
});

test('reads what mutes an alert, each name once', () => {
  const muted = { ...ALERT, status: { ...ALERT.status, mutedBy: ['t', 'u', 't'] } };
  assert.deepEqual(readAlerts(JSON.stringify([muted])), [{ ...READ, mutedBy: ['t', 'u'] }]);
});

test('an alert in a state that is not known counts as not processed', () => {
  const other = { ...ALERT, status: { state: 'new' } };
  const read = { ...READ, state: 'unprocessed', silencedBy: [], inhibitedBy: [] };
  assert.deepEqual(readAlerts(JSON.stringify([other])), [read]);
});

const BROKEN: [what: string, alert: unknown][] = [
  ['that is no map', 1],
  ['without fingerprint', { ...ALERT, fingerprint: undefined }],
  ['without labels', { ...ALERT, labels: null }],
  ['without start', { ...ALERT, startsAt: undefined }],
  ['with an end that is no time', { ...ALERT, endsAt: 'later' }],
  ['with a number as end', { ...ALERT, endsAt: 1e300 }],
];
for (const [what, alert] of BROKEN)
  test(`an alert ${what} does not hide the others`, () => {
    assert.deepEqual(readAlerts(JSON.stringify([alert, ALERT])), [READ]);
    assert.throws(() => readAlerts(JSON.stringify([alert])), SyntaxError);
  });

test('reads groups', () => {
  const group = { labels: { alertname: 'A' }, receiver: { name: 'a' }, alerts: [ALERT, 1] };
  const read = { labels: { alertname: 'A' }, receiver: 'a', alerts: [READ] };
  assert.deepEqual(readGroups(JSON.stringify([group, { alerts: [] }])), [read]);
});

const SILENCE = {
  id: 'b11d4cde',
  status: { state: 'active' },
  updatedAt: '2026-11-26T06:46:39.738Z',
  comment: 'c',
  createdBy: 'me',
  endsAt: '2027-01-01T00:00:00.000Z',
  matchers: [
    { isEqual: true, isRegex: true, name: 'a', value: 'b.*' },
    { isEqual: false, isRegex: false, name: 'c', value: 'd' },
    { isEqual: false, isRegex: true, name: 'e', value: 'f' },
    { isRegex: false, name: 'g', value: 'h' },
  ],
  startsAt: '2026-11-26T06:46:39.738Z',
};

test('reads silences, also those of versions that do not say isEqual', () => {
  assert.deepEqual(readSilences(JSON.stringify([SILENCE])), [
    {
      id: 'b11d4cde',
      matchers: [
        { name: 'a', op: '=~', value: 'b.*' },
        { name: 'c', op: '!=', value: 'd' },
        { name: 'e', op: '!~', value: 'f' },
        { name: 'g', op: '=', value: 'h' },
      ],
      startsAt: Date.parse(SILENCE.startsAt),
      endsAt: Date.parse(SILENCE.endsAt),
      createdBy: 'me',
      comment: 'c',
      state: 'active',
    },
  ]);
});

for (const [what, silence] of [
  ['with a broken matcher', { ...SILENCE, matchers: [...SILENCE.matchers, { name: 'x' }] }],
  ['with a broken expression', { ...SILENCE, matchers: [{ name: 'x', value: '(', isRegex: true }] }],
  ['without matchers', { ...SILENCE, matchers: [] }],
  ['in an unknown state', { ...SILENCE, status: { state: 'old' } }],
] as const)
  test(`a silence ${what} is left out`, () =>
    assert.equal(readSilences(JSON.stringify([silence, SILENCE])).length, 1));

test('reads the version, the configuration and the members of the cluster', () => {
  const body = {
    cluster: { name: 'x', peers: [{ address: '127.0.0.1:1', name: 'x' }, { name: 'y' }], status: 'ready' },
    config: { original: 'route: {}' },
    versionInfo: { version: '0.31.1' },
  };
  assert.deepEqual(readStatus(JSON.stringify(body)), {
    version: '0.31.1',
    config: 'route: {}',
    peers: ['x', 'y'],
  });
  const alone = { ...body, cluster: { peers: [], status: 'disabled' } };
  assert.deepEqual(readStatus(JSON.stringify(alone)).peers, []);
});

const READERS = { readAlerts, readGroups, readSilences, readStatus };

for (const [name, read] of Object.entries(READERS))
  test(`${name} refuses other answers with a SyntaxError`, () => {
    for (const body of [
      '',
      '{',
      'null',
      '1',
      '{}',
      '{"status":"success","data":{}}',
      '[1]',
      '[{}]',
      '"deprecated"',
    ])
      assert.throws(() => read(body), SyntaxError, body);
    assert.throws(() => read('['.repeat(100_000)), SyntaxError);
  });

test('no answer makes them throw anything else, or return what matchers cannot be compared with', () => {
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      '',
      '__proto__',
      1e300,
      -1,
      true,
      'active',
      '2026-01-01T00:00:00Z',
      '(',
      [],
      {},
    ),
    fc.string(),
  );
  /** One of the known shapes with some of its values replaced. */
  const disturbed = (shape: unknown): fc.Arbitrary<unknown> => {
    if (typeof shape !== 'object' || shape === null)
      return fc.oneof({ weight: 9, arbitrary: fc.constant(shape) }, leaf);
    if (Array.isArray(shape))
      return fc.oneof({ weight: 9, arbitrary: fc.tuple(...shape.map(disturbed)) }, leaf);
    const fields = Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, disturbed(value)]));
    return fc.oneof({ weight: 9, arbitrary: fc.record(fields, { requiredKeys: [] }) }, leaf);
  };
  const group = { labels: {}, receiver: { name: 'a' }, alerts: [ALERT] };
  const status = {
    cluster: { peers: [{ name: 'x' }] },
    config: { original: '' },
    versionInfo: { version: '1' },
  };
  const bodies = fc.oneof(...[[ALERT, ALERT], [SILENCE], [group], status].map(disturbed));
  fc.assert(
    fc.property(bodies, (body) => {
      for (const read of Object.values(READERS))
        try {
          read(JSON.stringify(body));
        } catch (error) {
          assert.ok(error instanceof SyntaxError, String(error));
        }
      const silences = Array.isArray(body) ? readSilences(JSON.stringify([...body, SILENCE])) : [];
      for (const { matchers } of silences) isMatch(matchers, { a: 'b' });
    }),
    { seed: 1, numRuns: 2_000 },
  );
});
