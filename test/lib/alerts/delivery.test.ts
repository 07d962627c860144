import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert, AlertGroup, Labels, Receiver } from '../../../lib/alerts/alert-facts.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import type { Counters } from '../../../lib/alerts/counters.ts';
import {
  type Evidence,
  failuresOf,
  judge,
  type Outcome,
  VERDICTS,
  type View,
  viewOf,
} from '../../../lib/alerts/delivery.ts';
import { type Target, targetsOf } from '../../../lib/alerts/target.ts';

const config = readConfig(`
route:
  receiver: one
  group_wait: 10s
  routes:
  - {receiver: two, matchers: [to=two]}
  - {receiver: mixed, matchers: [to=mixed]}
  - {receiver: none, matchers: [to=none]}
  - {receiver: muted, matchers: [to=muted], mute_time_intervals: [always]}
  - {receiver: muted, matchers: [to=both], mute_time_intervals: [always], continue: true}
  - {receiver: one, matchers: [to=both]}
receivers:
- {name: one, webhook_configs: [{}]}
- {name: two, webhook_configs: [{}, {}]}
- {name: mixed, webhook_configs: [{}], email_configs: [{}]}
- {name: mail, email_configs: [{}]}
- {name: none}
- {name: muted, webhook_configs: [{}]}
time_intervals: [{name: always, time_intervals: [{}]}]
`);
const receiver = (name: string): Receiver => ({
  integrations: [],
  ...config.receivers.find((one) => one.name === name),
  name,
});
const targets = (to: string): Target[] =>
  targetsOf(config, { to }, { groups: [], hasEnded: false, now: new Date(0) });

const alert = (more: Partial<Alert> = {}): Alert => ({
  ...{ fingerprint: 'f', labels: {}, annotations: {}, startsAt: 0, endsAt: 0, updatedAt: 0 },
  ...{ receivers: [], state: 'active', silencedBy: [], inhibitedBy: [], mutedBy: [] },
  ...more,
});
const silenced = alert({ state: 'suppressed', silencedBy: ['id'] });
const inhibited = alert({ state: 'suppressed', inhibitedBy: ['fp'] });
const muted = alert({ state: 'suppressed', mutedBy: ['nights'] });

/** What a replica shows at one moment. Counts are of webhooks unless they are named. */
interface Look {
  started?: number;
  /** Of those, requests that succeeded and failed. */
  ok?: number;
  failed?: number;
  email?: number;
  own?: Alert | undefined;
  others?: string[];
  hasEnded?: boolean;
  epoch?: string;
  /** Where receivers are told apart. */
  of?: string;
}

function view(look: Look): View {
  const { started = 0, ok = 0, failed = 0, email, others = [], hasEnded = false, epoch = '', of } = look;
  const counters: Counters = {
    counts: [
      { integration: 'webhook', receiver: of, started, ended: ok + failed, failed },
      ...(email === undefined
        ? []
        : [{ integration: 'email', receiver: of, started: email, ended: email, failed: 0 }]),
    ],
    groups: 0,
    epoch,
  };
  return { own: 'own' in look ? look.own : alert(), counters, others: others.map(receiver), hasEnded };
}

const NOTHING: Look = { own: undefined };

/** Evidence of replicas, each by what it shows, the first before the alert was sent. */
const evidence = (
  replicas: readonly (readonly [Look, ...Look[]])[],
  { to = 'one', ...more }: Partial<Evidence> & { to?: string } = {},
): Evidence => ({
  targets: targets(to),
  replicas: replicas.map(([before, ...since], at) => ({
    name: `main-${at}`,
    before: view(before),
    since: since.map(view),
  })),
  isOver: false,
  isFinal: false,
  ...more,
});

const OVER = { isOver: true, isFinal: true };
const SENT: Look = { started: 1, ok: 1 };
const HANGS: Look = { started: 1 };
const FAILED: Look = { started: 1, failed: 1 };

const ROWS: [what: string, outcome: Outcome | undefined, Evidence][] = [
  ['nothing is counted', undefined, evidence([[NOTHING, {}]])],
  ['nothing is counted until the end', 'pending', evidence([[NOTHING, {}]], OVER)],
  ['a request succeeded', 'sent', evidence([[NOTHING, SENT]])],
  ['a request succeeded at the end', 'sent', evidence([[NOTHING, SENT]], OVER)],
  ['a request succeeded before the alert was sent', 'pending', evidence([[SENT, SENT]], OVER)],
  ['a notification has begun', undefined, evidence([[NOTHING, HANGS]])],
  ['a notification has begun and never ended', 'failing', evidence([[NOTHING, HANGS]], OVER)],
  ['a request failed and may succeed yet', undefined, evidence([[NOTHING, FAILED]])],
  ['a request failed and has had its time', 'failing', evidence([[NOTHING, FAILED]], { isFinal: true })],
  ['a request failed at the end', 'failing', evidence([[NOTHING, FAILED]], OVER)],
  [
    'a request failed and then succeeded',
    'sent',
    evidence([[NOTHING, FAILED, { started: 1, ok: 1, failed: 1 }]]),
  ],

  ['both of two webhooks succeeded', 'sent', evidence([[NOTHING, { started: 2, ok: 2 }]], { to: 'two' })],
  ['one of two webhooks succeeded', undefined, evidence([[NOTHING, { started: 2, ok: 1 }]], { to: 'two' })],
  [
    'one of two webhooks succeeded and the other does not answer',
    'failing',
    evidence([[NOTHING, { started: 2, ok: 1 }]], { to: 'two', ...OVER }),
  ],
  [
    'one of two webhooks succeeded and the other fails',
    'failing',
    evidence([[NOTHING, { started: 2, ok: 1, failed: 3 }]], { to: 'two', isFinal: true }),
  ],
  [
    // It may be the same one that succeeded twice.
    'two requests of two webhooks succeeded, and some failed',
    'failing',
    evidence([[NOTHING, { started: 2, ok: 2, failed: 3 }]], { to: 'two', ...OVER }),
  ],
  [
    'one of two webhooks succeeded at each of two replicas',
    undefined,
    evidence(
      [
        [NOTHING, SENT],
        [NOTHING, SENT],
      ],
      { to: 'two' },
    ),
  ],
  [
    'a webhook succeeded and the mail has not',
    'pending',
    evidence([[NOTHING, SENT]], { to: 'mixed', ...OVER }),
  ],
  ['a webhook and a mail succeeded', 'sent', evidence([[NOTHING, { ...SENT, email: 1 }]], { to: 'mixed' })],
  [
    'a mail succeeded and the webhook does not answer',
    'failing',
    evidence([[NOTHING, { ...HANGS, email: 1 }]], { to: 'mixed', ...OVER }),
  ],

  [
    'the second of two replicas notified',
    'sent',
    evidence([
      [NOTHING, {}],
      [NOTHING, SENT],
    ]),
  ],
  [
    'both of two replicas notified',
    'sent',
    evidence([
      [NOTHING, SENT],
      [NOTHING, SENT],
    ]),
  ],
  [
    'one replica fails and the other succeeded',
    'sent',
    evidence(
      [
        [NOTHING, FAILED],
        [NOTHING, SENT],
      ],
      OVER,
    ),
  ],
  [
    'one replica hangs and the other succeeded',
    'sent',
    evidence(
      [
        [NOTHING, HANGS],
        [NOTHING, SENT],
      ],
      OVER,
    ),
  ],
  [
    'one replica fails and the other hangs',
    'failing',
    evidence(
      [
        [NOTHING, FAILED],
        [NOTHING, HANGS],
      ],
      OVER,
    ),
  ],
  ['one replica was never read again', 'pending', evidence([[NOTHING], [NOTHING, {}]], OVER)],

  ['another alert is notified of', undefined, evidence([[{ others: ['two'], own: undefined }, SENT]])],
  [
    'another alert is notified of, and requests succeeded',
    'probably-sent',
    evidence([[{ others: ['two'], own: undefined }, SENT]], OVER),
  ],
  [
    'another alert came later, and requests succeeded',
    'probably-sent',
    evidence([[NOTHING, SENT, { ...SENT, others: ['two'] }]], OVER),
  ],
  [
    'another alert came and went, and requests succeeded',
    'probably-sent',
    evidence([[NOTHING, { others: ['two'] }, SENT]], OVER),
  ],
  [
    'another alert is there at one replica',
    'probably-sent',
    evidence(
      [
        [NOTHING, SENT],
        [NOTHING, { others: ['two'] }],
      ],
      OVER,
    ),
  ],
  [
    'another alert has just ended',
    'probably-sent',
    evidence([[{ hasEnded: true, own: undefined }, SENT]], OVER),
  ],
  [
    'another alert is notified of, and a request failed',
    'failing',
    evidence(
      [
        [
          { others: ['two'], own: undefined },
          { started: 2, ok: 1, failed: 1 },
        ],
      ],
      OVER,
    ),
  ],
  [
    'another alert is notified of, and a request does not end',
    'pending',
    evidence(
      [
        [
          { others: ['two'], own: undefined },
          { started: 2, ok: 1 },
        ],
      ],
      OVER,
    ),
  ],
  [
    'another alert is notified of, and nothing is counted',
    'pending',
    evidence([[{ others: ['two'], own: undefined }, {}]], OVER),
  ],
  [
    'another alert is notified of by mail',
    'sent',
    evidence([[{ others: ['mail', 'none'], own: undefined }, SENT]]),
  ],
  [
    'another alert is notified of through a webhook that is told apart',
    'sent',
    evidence([
      [
        { others: ['two'], own: undefined, of: 'one' },
        { ...SENT, of: 'one' },
      ],
    ]),
  ],
  [
    'another alert goes to the same receiver, which is told apart',
    'probably-sent',
    evidence(
      [
        [
          { others: ['one'], own: undefined, of: 'one' },
          { ...SENT, of: 'one' },
        ],
      ],
      OVER,
    ),
  ],
  [
    'only another receiver, which is told apart, was notified',
    'pending',
    evidence(
      [
        [
          { own: undefined, of: 'two' },
          { ...SENT, of: 'two' },
        ],
      ],
      OVER,
    ),
  ],

  ['the alert is silenced', 'silenced', evidence([[NOTHING, { own: silenced }]])],
  [
    'the alert is silenced and its receiver has no integrations',
    'silenced',
    evidence([[NOTHING, { own: silenced }]], { to: 'none' }),
  ],
  [
    'the alert is silenced and inhibited',
    'silenced',
    evidence([[NOTHING, { own: { ...silenced, inhibitedBy: ['fp'] } }]]),
  ],
  [
    'the alert is silenced on each replica',
    'silenced',
    evidence([
      [NOTHING, { own: silenced }],
      [NOTHING, { own: silenced }],
    ]),
  ],
  [
    'the alert is silenced on one replica only',
    undefined,
    evidence([
      [NOTHING, { own: silenced }],
      [NOTHING, {}],
    ]),
  ],
  [
    'the alert is silenced on one replica, and the other one notified',
    'sent',
    evidence([
      [NOTHING, { own: silenced }],
      [NOTHING, SENT],
    ]),
  ],
  ['the silence has ended', 'sent', evidence([[NOTHING, { own: silenced }, SENT]])],
  ['the alert is inhibited', 'inhibited', evidence([[NOTHING, { own: inhibited }]])],
  [
    'the alert is inhibited on one replica only',
    'pending',
    evidence(
      [
        [NOTHING, { own: inhibited }],
        [NOTHING, {}],
      ],
      OVER,
    ),
  ],
  [
    'the alert is silenced on one replica and inhibited on the other',
    'silenced',
    evidence([
      [NOTHING, { own: inhibited }],
      [NOTHING, { own: silenced }],
    ]),
  ],

  ['the receiver has no integrations', 'no-receiver', evidence([[NOTHING, {}]], { to: 'none' })],
  [
    'the receiver has none, and the alert is not seen yet',
    undefined,
    evidence([[NOTHING, NOTHING]], { to: 'none' }),
  ],
  [
    'the receiver has none, and the alert was never seen',
    'no-receiver',
    evidence([[NOTHING, NOTHING]], { to: 'none', ...OVER }),
  ],

  ['the route is muted', undefined, evidence([[NOTHING, {}]], { to: 'muted' })],
  ['the route was muted until the end', 'muted', evidence([[NOTHING, {}]], { to: 'muted', ...OVER })],
  [
    'the route was muted, and other alerts are notified of',
    'muted',
    evidence([[NOTHING, { ...SENT, others: ['two'] }]], { to: 'muted', ...OVER }),
  ],
  ['the route should be muted and is not', 'sent', evidence([[NOTHING, SENT]], { to: 'muted', ...OVER })],
  ['Alertmanager says that the route is muted', undefined, evidence([[NOTHING, { own: muted }]])],
  [
    'Alertmanager said until the end that the route is muted',
    'muted',
    evidence([[NOTHING, { own: muted }]], OVER),
  ],
  [
    'one of two routes is muted and the other was notified',
    'sent',
    evidence([[NOTHING, SENT]], { to: 'both' }),
  ],
  [
    'one of two routes is muted and the other was not',
    'pending',
    evidence([[NOTHING, {}]], { to: 'both', ...OVER }),
  ],
  [
    'one of two routes is muted and the other fails',
    'failing',
    evidence([[NOTHING, FAILED]], { to: 'both', ...OVER }),
  ],

  [
    'it restarted before anything was counted',
    'pending',
    evidence(
      [
        [
          { ...SENT, own: undefined, epoch: 'a' },
          { ...SENT, epoch: 'b' },
        ],
      ],
      OVER,
    ),
  ],
  [
    'it restarted, and then a request succeeded',
    'sent',
    evidence([[{ started: 7, ok: 7, own: undefined, epoch: 'a' }, { epoch: 'b' }, { ...SENT, epoch: 'b' }]]),
  ],
  [
    'a request succeeded before it restarted',
    'sent',
    evidence([[NOTHING, SENT, { epoch: 'b', own: undefined }]]),
  ],
  [
    // It may be the same one.
    'one of two webhooks succeeded before it restarted, and one after that',
    'pending',
    evidence([[NOTHING, SENT, { epoch: 'b' }, { ...SENT, epoch: 'b' }]], { to: 'two', ...OVER }),
  ],
  [
    'the alert was lost in a restart',
    'pending',
    evidence([[NOTHING, {}, { epoch: 'b', own: undefined }]], OVER),
  ],
  [
    'it restarted, and counts less than before',
    'pending',
    evidence([[{ started: 7, ok: 7, own: undefined }, SENT]], OVER),
  ],
  [
    'one replica restarted and the other one notified',
    'sent',
    evidence([
      [NOTHING, { epoch: 'b', own: undefined }],
      [NOTHING, SENT],
    ]),
  ],
];
for (const [what, outcome, given] of ROWS)
  test(`${outcome ?? 'nothing yet'}: ${what}`, () => assert.equal(judge(given)?.outcome, outcome));

test('each outcome has its rows', () => {
  assert.deepEqual(new Set(ROWS.flatMap(([, outcome]) => outcome ?? [])), new Set(Object.keys(VERDICTS)));
});

test('no outcome but a proof is healthy', () => {
  const healthy = Object.entries(VERDICTS).filter(([, verdict]) => verdict === 'healthy');
  assert.deepEqual(healthy, [['sent', 'healthy']]);
});

test('names all that suppresses the alert, each once', () => {
  const other = alert({ state: 'suppressed', silencedBy: ['a', 'id'] });
  const replicas = evidence([
    [NOTHING, { own: silenced }],
    [NOTHING, { own: other }],
  ]);
  assert.deepEqual(judge(replicas)?.by, ['id', 'a']);
  assert.deepEqual(judge(evidence([[NOTHING, { own: inhibited }]]))?.by, ['fp']);
  const both = evidence([[NOTHING, { own: muted }]], { to: 'muted', ...OVER });
  assert.deepEqual(judge(both)?.by, ['always', 'nights']);
});

test('tells what was counted', () => {
  const replicas = [
    [
      { started: 5, ok: 4, failed: 1, own: undefined },
      { started: 7, ok: 5, failed: 2 },
    ] as const,
    [NOTHING, { started: 1, ok: 1 }] as const,
  ];
  assert.deepEqual(judge(evidence(replicas, { to: 'mixed', ...OVER }))?.counted, [
    { integration: 'webhook', expected: 1, started: 3, failed: 1, succeeded: 1, isBusy: false },
    { integration: 'email', expected: 1, started: 0, failed: 0, succeeded: 0, isBusy: false },
  ]);
});

test('counts the requests that failed at all replicas', () => {
  assert.equal(
    failuresOf(
      evidence([
        [NOTHING, FAILED],
        [NOTHING, { started: 1, failed: 2 }],
      ]),
    ),
    3,
  );
  assert.equal(failuresOf(evidence([[FAILED, FAILED]])), 0);
  assert.equal(failuresOf(evidence([[NOTHING, FAILED]], { to: 'none' })), 0);
});

const counters: Counters = { counts: [], groups: 2, epoch: '' };
const group = (receiver: string, labels: Labels, alerts: Alert[]): AlertGroup => ({
  receiver,
  labels,
  alerts,
});
const own = alert({ labels: { own: 'yes' }, receivers: ['one'] });
const isOwn = ({ labels }: Alert): boolean => labels.own === 'yes';

test('a view has the test alert, and the receivers of the others', () => {
  const groups = [
    group('one', {}, [own, alert({ receivers: ['two'] })]),
    group('mail', {}, [alert({ receivers: ['mail'] }), alert({ receivers: ['none'], state: 'suppressed' })]),
  ];
  const { own: found, others, hasEnded } = viewOf(config, { groups, counters }, { isOwn });
  assert.deepEqual([found, others.map(({ name }) => name), hasEnded], [own, ['two', 'mail'], false]);
});

test('a view has the test alert as that of its groups which is muted', () => {
  const inMuted: Alert = { ...own, state: 'suppressed', mutedBy: ['nights'] };
  const groups = [group('one', {}, [own]), group('muted', {}, [inMuted])];
  assert.equal(viewOf(config, { groups, counters }, { isOwn }).own, inMuted);
});

for (const [what, groups, ended, hasEnded] of [
  ['more groups are counted than shown', 3, 0, true],
  ['as many groups are counted as shown', 2, 0, false],
  ['only the groups of the test alert have ended', 3, 1, false],
  ['other groups have ended, too', 4, 1, true],
  ['groups are not counted', undefined, 0, true],
] as const)
  test(`a view tells whether other groups have ended: ${what}`, () => {
    const shown = [group('one', {}, [own]), group('two', {}, [])];
    const read = { groups: shown, counters: { ...counters, groups } };
    assert.equal(viewOf(config, read, { isOwn, ended }).hasEnded, hasEnded);
  });
