import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Counters,
  countOf,
  countsSince,
  readCounters,
  requestsOf,
} from '../../../lib/alerts/counters.ts';
import { assertLinear } from '../../support/effort.ts';

const START = 'process_start_time_seconds 1.79567860491e+09';
const RELOAD = 'alertmanager_config_last_reload_success_timestamp_seconds 1.7956786057832115e+09';
const GROUPS = 'alertmanager_dispatcher_aggregation_groups';

/** As Alertmanager 0.25 counts. */
const OLD = `# HELP ${GROUPS} Number of active aggregation groups
# TYPE ${GROUPS} gauge
${GROUPS} 2
${RELOAD}
alertmanager_config_last_reload_successful 1
alertmanager_notification_latency_seconds_count{integration="webhook"} 44
alertmanager_notification_requests_failed_total{integration="email"} 0
alertmanager_notification_requests_failed_total{integration="webhook"} 3
alertmanager_notification_requests_total{integration="email"} 0
alertmanager_notification_requests_total{integration="webhook"} 44
alertmanager_notifications_failed_total{integration="webhook"} 12
alertmanager_notifications_total{integration="email"} 1
alertmanager_notifications_total{integration="webhook"} 1.6e+01
${START}
`;

const EPOCH = '1795678605.7832115 1795678604.91';

test('reads what 0.25 counts', () => {
  assert.deepEqual(readCounters(OLD), {
    counts: [
      { integration: 'email', receiver: undefined, started: 1, ended: 0, failed: 0 },
      { integration: 'webhook', receiver: undefined, started: 16, ended: 44, failed: 3 },
    ],
    groups: 2,
    epoch: EPOCH,
  });
});

test('reads what 0.31 counts, whose notifications that failed have reasons', () => {
  const text = `${GROUPS} 0
alertmanager_dispatcher_aggregation_group_limit_reached_total 7
alertmanager_notification_requests_failed_total{integration="webhook"} 66
alertmanager_notification_requests_total{integration="webhook"} 67
alertmanager_notifications_failed_total{integration="webhook",reason="clientError"} 12
alertmanager_notifications_failed_total{integration="webhook",reason="serverError"} 3
alertmanager_notifications_total{integration="webhook"} 24
`;
  assert.deepEqual(readCounters(text), {
    counts: [{ integration: 'webhook', receiver: undefined, started: 24, ended: 67, failed: 66 }],
    groups: 0,
    epoch: '',
  });
});

test('tells receivers apart where their names are counted, whatever is in those', () => {
  const name = 'a "b", integration=\\"email\\" } 9';
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const text = `alertmanager_notifications_total{integration="webhook",receiver_name="${escaped}"} 1
alertmanager_notifications_total{receiver_name="two\\nlines",integration="webhook"} 2
alertmanager_notification_requests_total{receiver_name="${escaped}",integration="webhook"} 3
`;
  assert.deepEqual(readCounters(text).counts, [
    { integration: 'webhook', receiver: name, started: 1, ended: 3, failed: 0 },
    { integration: 'webhook', receiver: 'two\nlines', started: 2, ended: 0, failed: 0 },
  ]);
});

test('sums lines that differ in other labels, such as those of a reason', () => {
  const text = `alertmanager_notification_requests_failed_total{integration="webhook",reason="a"} 1
alertmanager_notification_requests_failed_total{integration="webhook",reason="b"} 2
`;
  assert.equal(readCounters(text).counts[0]?.failed, 3);
});

test('a group is counted by every dispatcher', () => {
  assert.equal(readCounters(`${GROUPS}{shard="a"} 1\n${GROUPS}{shard="b"} 2\n`).groups, 3);
});

test('says that nothing is known of groups where they are not counted', () => {
  assert.equal(readCounters(`${START}\n`).groups, undefined);
});

test('the epoch differs after a restart and after a reload', () => {
  const epochs = [
    OLD,
    OLD.replace(START, 'process_start_time_seconds 1.79567860492e+09'),
    OLD.replace(RELOAD, 'alertmanager_config_last_reload_success_timestamp_seconds 1.7956786067832115e+09'),
  ].map((text) => readCounters(text).epoch);
  assert.equal(new Set(epochs).size, 3);
});

for (const value of ['NaN', '-1', '+Inf', '-Inf', '1e300', 'many', ''])
  test(`a count of ${JSON.stringify(value)} is none`, () => {
    const text = `alertmanager_notifications_total{integration="webhook"} ${value}
alertmanager_notification_requests_total{integration="webhook"} 1
${GROUPS} ${value}
process_start_time_seconds ${value}
`;
    assert.deepEqual(readCounters(text), {
      counts: [{ integration: 'webhook', receiver: undefined, started: 0, ended: 1, failed: 0 }],
      groups: undefined,
      epoch: '',
    });
  });

for (const text of ['', '<html></html>', '{"status":"success"}', 'up 1\n', 'xprocess_start_time_seconds 1\n'])
  test(`${JSON.stringify(text)} is not the metrics of an Alertmanager`, () => {
    assert.throws(() => readCounters(text), new SyntaxError('not the metrics of an Alertmanager'));
  });

test('reads any text or refuses it', () => {
  const part = fc.constantFrom(
    ...['alertmanager_notifications_total', '{integration=', '"', '\\', 'webhook', '}', ' ', '1', ',', '\n'],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      try {
        const { counts } = readCounters(`${START}\n${parts.join('')}`);
        return counts.every(({ started, ended, failed }) =>
          [started, ended, failed].every((one) => one >= 0),
        );
      } catch (error) {
        return error instanceof SyntaxError;
      }
    }),
  );
});

test('reads a long line without labels in it in linear time', () => {
  const lineOf = (count: number) => `alertmanager_notifications_total{${'a'.repeat(count)}} 1\n`;
  assertLinear(lineOf, readCounters, 125_000);
});

const counters: Counters = {
  counts: [
    { integration: 'webhook', receiver: 'a', started: 1, ended: 2, failed: 3 },
    { integration: 'webhook', receiver: 'b', started: 10, ended: 20, failed: 30 },
    { integration: 'email', receiver: 'a', started: 100, ended: 200, failed: 300 },
  ],
  groups: 0,
  epoch: '',
};

test('the count of an integration is that of the receivers asked for, where they are told apart', () => {
  assert.deepEqual(countOf(counters, 'webhook', new Set(['b', 'c'])), {
    ...{ started: 10, ended: 20, failed: 30 },
    isOfReceivers: true,
  });
  assert.deepEqual(countOf(counters, 'webhook', new Set(['a', 'b'])), {
    ...{ started: 11, ended: 22, failed: 33 },
    isOfReceivers: true,
  });
});

test('the count of an integration is that of all receivers, where they are not told apart', () => {
  const counts = [
    ...counters.counts,
    { integration: 'webhook', receiver: undefined, started: 5, ended: 5, failed: 5 },
  ];
  assert.deepEqual(countOf({ ...counters, counts }, 'webhook', new Set(['b'])), {
    ...{ started: 15, ended: 25, failed: 35 },
    isOfReceivers: false,
  });
});

test('an integration that is not counted has counted nothing', () => {
  assert.deepEqual(countOf(counters, 'slack', new Set(['a'])), {
    ...{ started: 0, ended: 0, failed: 0 },
    isOfReceivers: false,
  });
});

test('adds up the requests of an integration to all receivers', () => {
  const text = `alertmanager_notification_requests_total{integration="webhook",receiver_name="a"} 1
alertmanager_notification_requests_total{integration="webhook",receiver_name="b"} 2
alertmanager_notification_requests_failed_total{integration="webhook",receiver_name="a"} 1
`;
  assert.deepEqual(requestsOf(readCounters(text)), new Map([['webhook', { total: 3, failed: 1 }]]));
});

test('counts since the later of start and reload', () => {
  assert.equal(countsSince(readCounters(OLD)), 1795678605.7832115 * 1000);
  assert.equal(countsSince(readCounters(`${GROUPS} 1\n`)), undefined);
});
