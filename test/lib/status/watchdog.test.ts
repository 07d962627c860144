import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ALERTS_PATH, RULES_PATH, silenceOfAlert, silenceOfRule } from '../../../lib/status/watchdog.ts';

const rule = (fields: object): string =>
  JSON.stringify({ status: 'success', data: { groups: [{ rules: [{ type: 'alerting', ...fields }] }] } });

const rules: [name: string, body: string, silence: string | undefined][] = [
  ['it fires', rule({ name: 'Watchdog', state: 'firing' }), undefined],
  ['no rule', '{"status":"success","data":{"groups":[]}}', 'no rule Watchdog is loaded'],
  ['another rule', rule({ name: 'WatchdogOld', state: 'firing' }), 'no rule Watchdog is loaded'],
  [
    'a series that is recorded under that name',
    rule({ name: 'Watchdog', type: 'recording', state: 'firing' }),
    'no rule Watchdog is loaded',
  ],
  ['it waits', rule({ name: 'Watchdog', state: 'pending' }), 'rule Watchdog does not fire: it is pending'],
  [
    'it fails',
    rule({ name: 'Watchdog', state: 'inactive', health: 'err', lastError: 'query timed out' }),
    'rule Watchdog does not fire: query timed out',
  ],
];

for (const [name, body, silence] of rules)
  test(`the watchdog at a metrics server: ${name}`, () => assert.equal(silenceOfRule(body), silence));

test('accepts two rules of the same name if one fires', () => {
  const groups = ['inactive', 'firing'].map((state) => ({
    rules: [{ name: 'Watchdog', type: 'alerting', state }],
  }));
  assert.equal(silenceOfRule(JSON.stringify({ status: 'success', data: { groups } })), undefined);
});

const alert = (fields: object, labels: object = { alertname: 'Watchdog' }): string =>
  JSON.stringify([
    {
      labels,
      updatedAt: '2026-01-02T03:04:05.000Z',
      endsAt: '2026-01-02T03:08:05.000Z',
      status: { state: 'active', silencedBy: [], inhibitedBy: [] },
      ...fields,
    },
  ]);

const NOT_SENT = 'no metrics server sends it the alert Watchdog';

const alerts: [name: string, body: string, silence: string | undefined][] = [
  ['it has the alert', alert({}), undefined],
  ['it has none', '[]', NOT_SENT],
  ['it has another', alert({}, { alertname: 'InfoInhibitor' }), NOT_SENT],
  [
    'it is not processed yet, but there',
    alert({ status: { state: 'unprocessed', silencedBy: [], inhibitedBy: [] } }),
    undefined,
  ],
  [
    'it is silenced',
    alert({ status: { state: 'suppressed', silencedBy: ['a1', 'b2'], inhibitedBy: [] } }),
    'the alert Watchdog is suppressed (silenced by a1, b2)',
  ],
  [
    'another alert inhibits it',
    alert({ status: { state: 'suppressed', inhibitedBy: ['c3'] } }),
    'the alert Watchdog is suppressed (inhibited by c3)',
  ],
  ['for no reason given', alert({ status: { state: 'suppressed' } }), 'the alert Watchdog is suppressed'],
  [
    'it has ended',
    alert({ endsAt: '2026-01-02T03:04:04.000Z' }),
    'the alert Watchdog has ended (2026-01-02T03:04:04.000Z)',
  ],
];

for (const [name, body, silence] of alerts)
  test(`the watchdog at an alert manager: ${name}`, () => assert.equal(silenceOfAlert(body), silence));

test('accepts the alerts of two metrics servers if one is active', () => {
  const [active] = JSON.parse(alert({}));
  const [silenced] = JSON.parse(alert({ status: { state: 'suppressed' } }));
  assert.equal(silenceOfAlert(JSON.stringify([silenced, active])), undefined);
});

test('throws on a body that is not a response', () => {
  for (const body of ['', 'no healthy upstream', '{}', '{"status":"error","error":"no"}', 'null', '1'])
    for (const read of [silenceOfRule, silenceOfAlert]) assert.throws(() => read(body), SyntaxError, body);
  assert.throws(() => silenceOfRule('[]'), SyntaxError);
});

test('requests only the watchdog', () => {
  assert.equal(decodeURIComponent(RULES_PATH), '/api/v1/rules?type=alert&rule_name[]=Watchdog');
  assert.equal(decodeURIComponent(ALERTS_PATH), '/api/v2/alerts?filter=alertname="Watchdog"');
});

test('handles any JSON: a reason, no reason, or a SyntaxError', () => {
  const rule = fc.record({ name: fc.constant('Watchdog'), state: fc.jsonValue(), lastError: fc.jsonValue() });
  const alert = fc.record({
    labels: fc.constant({ alertname: 'Watchdog' }),
    status: fc.jsonValue(),
    endsAt: fc.jsonValue(),
    updatedAt: fc.jsonValue(),
  });
  const answer = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.oneof(fc.jsonValue(), alert)),
    fc.record({
      status: fc.constant('success'),
      data: fc.record({ groups: fc.array(fc.oneof(fc.jsonValue(), fc.record({ rules: fc.array(rule) }))) }),
    }),
  );
  fc.assert(
    fc.property(answer, fc.constantFrom(silenceOfRule, silenceOfAlert), (given, read) => {
      try {
        assert.ok(['string', 'undefined'].includes(typeof read(JSON.stringify(given))));
      } catch (error) {
        assert.ok(error instanceof SyntaxError, String(error));
      }
    }),
  );
});
