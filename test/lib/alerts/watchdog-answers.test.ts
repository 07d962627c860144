import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { staleness } from '../../../lib/alerts/watchdog/outside-check.ts';
import {
  hostOf,
  MANAGERS_PATH,
  type RuleState,
  readManagerHosts,
  readRule,
  rulesPath,
} from '../../../lib/alerts/watchdog/prometheus-answers.ts';

const success = (data: object): string => JSON.stringify({ status: 'success', data });
const rules = (...all: object[]): string => success({ groups: all.map((rule) => ({ rules: [rule] })) });
const NONE: RuleState = { state: undefined, lastError: '' };

const states: [name: string, body: string, state: RuleState][] = [
  [
    'one that fires',
    rules({ name: 'Watchdog', type: 'alerting', state: 'firing' }),
    { state: 'firing', lastError: '' },
  ],
  ['none', success({ groups: [] }), NONE],
  ['one of another name', rules({ name: 'WatchdogOld', type: 'alerting', state: 'firing' }), NONE],
  ['a series of that name', rules({ name: 'Watchdog', type: 'recording' }), NONE],
  ['one without a type', rules({ name: 'Watchdog', state: 'pending' }), { state: 'pending', lastError: '' }],
  [
    'two, of which the second fires',
    rules({ name: 'Watchdog', state: 'inactive' }, { name: 'Watchdog', state: 'firing' }),
    { state: 'firing', lastError: '' },
  ],
  [
    'one that fails',
    rules({ name: 'Watchdog', state: 'inactive', lastError: 'query timed out' }),
    { state: 'inactive', lastError: 'query timed out' },
  ],
];
for (const [name, body, state] of states)
  test(`reads the rule of a name: ${name}`, () => assert.deepEqual(readRule(body, 'Watchdog'), state));

test('reads the hosts of Alertmanagers, and leaves out what is no address', () => {
  const urls = [
    'http://10.0.0.1:9093/api/v2/alerts',
    'https://[fd00::1]:9093/x',
    'http://am.ns.svc:9093/',
    'nowhere',
  ];
  const body = success({
    activeAlertmanagers: [...urls.map((url) => ({ url })), {}],
    droppedAlertmanagers: [],
  });
  assert.deepEqual(readManagerHosts(body), ['10.0.0.1', '[fd00::1]', 'am.ns.svc']);
});

test('compares addresses in one form', () => {
  assert.deepEqual(['10.0.0.1', 'fd00:0:0::1', 'FD00::1', 'odd name'].map(hostOf), [
    '10.0.0.1',
    '[fd00::1]',
    '[fd00::1]',
    'odd name',
  ]);
});

test('asks for one rule', () => {
  assert.equal(decodeURIComponent(rulesPath('A & B')), '/api/v1/rules?type=alert&rule_name[]=A+&+B');
  assert.equal(MANAGERS_PATH, '/api/v1/alertmanagers');
});

test('reads any JSON, or says that it is no response of a Prometheus', () => {
  const readers = [(body: string) => readRule(body, 'Watchdog'), readManagerHosts];
  for (const body of [
    '',
    'no healthy upstream',
    '{}',
    '{"status":"error","error":"no"}',
    'null',
    '[]',
    success({}),
  ])
    for (const read of readers) assert.throws(() => read(body), SyntaxError, body);
  const entry = fc.record({
    name: fc.constant('Watchdog'),
    state: fc.jsonValue(),
    url: fc.jsonValue(),
    lastError: fc.jsonValue(),
  });
  const answer = fc.oneof(
    fc.jsonValue(),
    fc.record({
      status: fc.constant('success'),
      data: fc.record({
        groups: fc.array(fc.oneof(fc.jsonValue(), fc.record({ rules: fc.array(entry) }))),
        activeAlertmanagers: fc.array(fc.oneof(fc.jsonValue(), entry)),
      }),
    }),
  );
  fc.assert(
    fc.property(answer, fc.constantFrom(...readers), (given, read) => {
      try {
        read(JSON.stringify(given));
      } catch (error) {
        assert.ok(error instanceof SyntaxError, String(error));
      }
    }),
  );
});

const NOW = new Date('2026-01-02T03:04:05Z');
const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });
const ago = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString();

const checks: [name: string, answer: { status: number; body: string }, fault: string | undefined][] = [
  ['a page', { status: 200, body: '<html>' }, undefined],
  ['nothing', { status: 204, body: '' }, undefined],
  ['a list', json([]), undefined],
  ['another page', { status: 302, body: '' }, 'it answered 302'],
  ['no page', json({ status: 'up' }, 404), 'it answered 404'],
  ['a check that is up', json({ status: 'up', last_ping: ago(99_999), timeout: 60, grace: 60 }), undefined],
  ['a badge that is up', json({ status: 'up', total: 1, grace: 0, down: 0 }), undefined],
  ['a badge that is late', json({ status: 'late', total: 1, grace: 1, down: 0 }), 'its ping is late'],
  ['a check in its grace time', json({ status: 'grace' }), 'its ping is late'],
  ['a check that is down', json({ status: 'down' }), 'it is down: its pings have stopped'],
  ['a new check', json({ status: 'new' }), 'it has never been pinged'],
  ['a paused check', json({ status: 'paused' }), 'it is paused, so it alarms no one'],
  ['an odd status', json({ status: 'ok' }), 'its status is "ok", not "up"'],
  ['a status that is a number', json({ status: 200 }), undefined],
  ['no ping', json({ last_ping: null }), 'it has never been pinged'],
  ['a ping within its time', json({ last_ping: ago(119), timeout: 60, grace: 60 }), undefined],
  [
    'a ping before its time',
    json({ last_ping: ago(121), timeout: 60, grace: 60 }),
    'its last ping was at 2026-01-02T03:02:04.000Z, more than 2m ago',
  ],
  ['a ping within the interval of the route', json({ last_ping: ago(239) }), undefined],
  [
    'a ping before it',
    json({ last_ping: ago(241) }),
    'its last ping was at 2026-01-02T03:00:04.000Z, more than 4m ago',
  ],
  ['a ping at no time', json({ last_ping: 'yesterday' }), undefined],
];
for (const [name, answer, fault] of checks)
  test(`an outside check answers with ${name}: ${fault ?? 'fresh'}`, () =>
    assert.equal(staleness(answer, { now: NOW, within: 240 }), fault));

test('where the interval is not known, a last ping says nothing', () =>
  assert.equal(staleness(json({ last_ping: ago(1e6) }), { now: NOW, within: 0 }), undefined));
