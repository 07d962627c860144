import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Alert } from '../../../lib/alerts/alert-facts.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import { type Chain, chainOf, unreadPlaces } from '../../../lib/alerts/watchdog/chain.ts';
import type { Manager, Sent, Server, WatchdogFacts } from '../../../lib/alerts/watchdog/facts.ts';
import { LINKS, type LinkName } from '../../../lib/alerts/watchdog/link.ts';
import {
  alert,
  CONFIG,
  counted,
  facts,
  manager,
  managerReplica,
  NOW,
  sent,
  server,
  serverReplica,
} from './watchdog-facts.ts';

const NAMESPACE = 'monitoring-system';
const KEY = `${NAMESPACE}/main`;
const ERROR = { reason: 'it answered 503' };

/** Facts with the first replica of the Prometheus changed. */
const atServer = (given: Parameters<typeof serverReplica>[1], about: Partial<Server> = {}) =>
  facts({ servers: [server({ replicas: [serverReplica(0, given), serverReplica(1)], ...about })] });

/** Facts with the first replica of the Alertmanager changed. */
const atManager = (given: Parameters<typeof managerReplica>[1], about: Partial<Manager> = {}) =>
  facts({ managers: [manager({ replicas: [managerReplica(0, given), managerReplica(1)], ...about })] });

/** Facts with these alerts at the first replica. */
const having = (...alerts: Alert[]) => atManager({ alerts: { value: alerts } });

/** Facts with this configuration at every replica. */
const running = (config: string, ...alerts: Alert[]) => {
  const given = {
    config: { value: readConfig(config) },
    ...(alerts.length > 0 && { alerts: { value: alerts } }),
  };
  return facts({ managers: [manager({ replicas: [managerReplica(0, given), managerReplica(1, given)] })] });
};

const sending = (given: Partial<Sent>) => facts({ sent: new Map([[KEY, sent(given)]]) });

const rule = (state: string | undefined, lastError = '') => ({ rule: { value: { state, lastError } } });

const checked = (answer: { status: number; body?: string } | { reason: string }): WatchdogFacts =>
  facts({
    check: {
      host: 'outside',
      answer: 'reason' in answer ? answer : { value: { body: '', ...answer } },
    },
  });

const OTHER = server({
  name: 'other',
  mark: { name: 'prometheus', value: `${NAMESPACE}/other` },
  replicas: [serverReplica(0, { pod: 'prometheus-other-0' })],
});
const ofOther = alert({ labels: { alertname: 'Watchdog', prometheus: `${NAMESPACE}/other` } });

const SECOND = manager({
  name: 'second',
  replicas: [managerReplica(0, { pod: 'alertmanager-second-0', addresses: ['10.0.0.21'] })],
});

const RULE = { kind: 'PrometheusRule', resource: 'prometheusrule', namespace: 'team', name: 'general' };

interface Row {
  name: string;
  seen: WatchdogFacts;
  link: LinkName;
  reason: string;
  message: string | RegExp;
  next?: string;
  fix?: RegExp;
}

const broken: Row[] = [
  {
    name: 'the rule is not loaded at one replica',
    seen: atServer(rule(undefined)),
    link: 'rule',
    reason: 'rule-not-loaded',
    message: 'prometheus-k8s-0: no rule Watchdog is loaded',
    next: 'kubectl get prometheusrules -A --show-labels',
    fix: /ruleSelector/,
  },
  {
    name: 'it is not loaded, and its rule object is known',
    seen: { ...atServer(rule(undefined)), rules: [RULE] },
    link: 'rule',
    reason: 'rule-not-loaded',
    message: 'prometheus-k8s-0: no rule Watchdog is loaded',
    next: 'kubectl monitoring rules doctor general',
    fix: /team\/general is not loaded/,
  },
  {
    name: 'no rule object has it',
    seen: { ...atServer(rule(undefined)), rules: [] },
    link: 'rule',
    reason: 'rule-not-loaded',
    message: 'prometheus-k8s-0: no rule Watchdog is loaded',
    next: 'kubectl get prometheusrules -A --show-labels',
    fix: /^Create a rule object with the alert Watchdog, which none has/,
  },
  {
    name: 'a Prometheus has no ready replica',
    seen: facts({ servers: [server({ replicas: [], notReady: ['prometheus-k8s-0'] })] }),
    link: 'rule',
    reason: 'no-replica',
    message: 'k8s: no replica of Prometheus k8s is ready',
    next: 'kubectl monitoring status',
  },
  {
    name: 'the rule waits',
    seen: atServer(rule('pending')),
    link: 'firing',
    reason: 'not-firing',
    message: 'prometheus-k8s-0: rule Watchdog does not fire: it is pending',
    next: 'kubectl get prometheusrules -A',
  },
  {
    name: 'its expression fails',
    seen: { ...atServer(rule('inactive', 'query timed out')), rules: [RULE] },
    link: 'firing',
    reason: 'not-firing',
    message: 'prometheus-k8s-0: rule Watchdog does not fire: query timed out',
    next: 'kubectl get prometheusrule general -o yaml',
  },
  {
    name: 'a Prometheus has found one of two pods',
    seen: atServer({ sendsTo: { value: ['10.0.0.11'] } }),
    link: 'delivery',
    reason: 'replica-not-found',
    message: 'prometheus-k8s-0: it does not send to alertmanager-main-1',
    next: 'kubectl get endpoints alertmanager-main',
  },
  {
    name: 'it has found other pods than those of the service that it names',
    seen: atServer(
      { sendsTo: { value: ['10.9.9.9'] } },
      { replicas: [serverReplica(0, { sendsTo: { value: ['10.9.9.9'] } })] },
    ),
    link: 'delivery',
    reason: 'replica-not-found',
    message: 'prometheus-k8s-0: it does not send to alertmanager-main-0, alertmanager-main-1',
    next: 'kubectl get endpoints alertmanager-main',
  },
  {
    name: 'it has found none, and spec.alerting is empty',
    seen: atServer({ sendsTo: { value: [] } }, { targets: [] }),
    link: 'delivery',
    reason: 'no-alertmanager-found',
    message: 'prometheus-k8s-0: it has found no Alertmanager to send to',
    next: 'kubectl patch prometheus k8s --type merge -p {"spec":{"alerting":{"alertmanagers":[{"namespace":"monitoring-system","name":"alertmanager-operated","port":"web"}]}}}',
  },
  {
    name: 'the same, and a source would revert a change',
    seen: atServer({ sendsTo: { value: [] } }, { targets: [], source: 'Helm release "monitoring"' }),
    link: 'delivery',
    reason: 'no-alertmanager-found',
    message: 'prometheus-k8s-0: it has found no Alertmanager to send to',
    next: 'kubectl get prometheus k8s -o yaml',
    fix: /Helm release "monitoring" manages it, so change it there\.$/,
  },
  {
    name: 'it has found none, although spec.alerting names it',
    seen: atServer({ sendsTo: { value: [] } }),
    link: 'delivery',
    reason: 'no-alertmanager-found',
    message: 'prometheus-k8s-0: it has found no Alertmanager to send to',
    next: 'kubectl get prometheus k8s -o yaml',
    fix: /^Its spec\.alerting names monitoring-system\/main: check that the port/,
  },
  {
    name: 'no Prometheus sends to an Alertmanager',
    seen: facts({ managers: [manager(), SECOND] }),
    link: 'delivery',
    reason: 'not-sent-to',
    message: 'second: no Prometheus sends alerts to it',
    next: 'kubectl get prometheus k8s -o yaml',
  },
  {
    name: 'the alert has not arrived at one replica',
    seen: having(),
    link: 'arrival',
    reason: 'not-arrived',
    message: 'alertmanager-main-0: the alert Watchdog has not arrived',
    next: 'kubectl logs prometheus-k8s-0 -c prometheus --tail=50',
  },
  {
    name: 'that of one of two Prometheuses has not',
    seen: facts({ servers: [server(), OTHER] }),
    link: 'arrival',
    reason: 'not-arrived',
    message:
      'alertmanager-main-0, alertmanager-main-1: the alert Watchdog of Prometheus monitoring-system/other has not arrived',
    next: 'kubectl logs prometheus-other-0 -c prometheus --tail=50',
  },
  {
    name: 'only that of another Prometheus has, which is not in the chain',
    seen: having(ofOther),
    link: 'arrival',
    reason: 'not-arrived',
    message: 'alertmanager-main-0: the alert Watchdog has not arrived',
  },
  {
    name: 'it has ended',
    seen: having(alert({ endsAt: NOW - 1 })),
    link: 'arrival',
    reason: 'ended',
    message: 'alertmanager-main-0: the alert Watchdog has ended (2026-01-02T03:04:04.999Z)',
  },
  {
    name: 'it is silenced',
    seen: having(alert({ state: 'suppressed', silencedBy: ['a1', 'b2'] })),
    link: 'arrival',
    reason: 'silenced',
    message: 'alertmanager-main-0: the alert Watchdog is silenced (a1)',
    next: 'kubectl monitoring alert silence expire a1 --alertmanager main',
  },
  {
    name: 'another alert inhibits it',
    seen: having(alert({ state: 'suppressed', inhibitedBy: ['c3'] })),
    link: 'arrival',
    reason: 'inhibited',
    message: 'alertmanager-main-0: the alert Watchdog is inhibited (by the alert with the fingerprint c3)',
    next: 'kubectl monitoring alert list --alertmanager main',
  },
  {
    name: 'it is muted',
    seen: having(alert({ state: 'suppressed', mutedBy: ['offhours'] })),
    link: 'arrival',
    reason: 'muted',
    message: 'alertmanager-main-0: the alert Watchdog is muted (by the time interval offhours)',
    next: 'kubectl monitoring alert routes --label alertname=Watchdog --alertmanager main',
  },
  {
    name: 'it is suppressed for no reason given',
    seen: having(alert({ state: 'suppressed' })),
    link: 'arrival',
    reason: 'suppressed',
    message: 'alertmanager-main-0: the alert Watchdog is suppressed',
  },
  {
    name: 'an Alertmanager has no ready replica',
    seen: facts({ managers: [manager({ replicas: [] })] }),
    link: 'arrival',
    reason: 'no-replica',
    message: 'main: no replica of Alertmanager main is ready',
  },
  {
    name: 'its receiver is null',
    seen: running('route: { receiver: "null" }\nreceivers: [{ name: "null" }]'),
    link: 'receiver',
    reason: 'no-integrations',
    message:
      'alertmanager-main-0, alertmanager-main-1: its route leads to the receiver "null", which has no integrations',
    next: 'kubectl monitoring watchdog receiver - --alertmanager main',
  },
  {
    name: 'the alert of one of two Prometheuses has no receiver',
    seen: {
      ...running(CONFIG.replace('alertname = "Watchdog"', 'prometheus=~".*/k8s"'), alert(), ofOther),
      servers: [server(), OTHER],
    },
    link: 'receiver',
    reason: 'no-integrations',
    message: /its route leads to the receiver "null", which has no integrations$/,
  },
  {
    name: 'an Alertmanager before 0.28 does not tell that its route is muted',
    seen: running(
      `${CONFIG.replace('group_wait: 0s', 'mute_time_intervals: [always]')}\ntime_intervals: [{ name: always, time_intervals: [{}] }]`,
    ),
    link: 'receiver',
    reason: 'muted',
    message: /its route is muted now, by the time interval always$/,
  },
  {
    name: 'its route is not active now',
    seen: running(
      `${CONFIG.replace('group_wait: 0s', 'active_time_intervals: [later]')}\ntime_intervals: [{ name: later, time_intervals: [{ years: ["2027"] }] }]`,
    ),
    link: 'receiver',
    reason: 'muted',
    message: /its route is muted now, by the time interval later$/,
  },
  {
    name: 'all requests failed lately, although some did not before',
    seen: sending({ measured: { total: 3.2, failed: 3.2, isWhole: true } }),
    link: 'notification',
    reason: 'failing',
    message: 'main: all 3 requests to webhook failed within 4m',
    next: 'kubectl logs alertmanager-main-0 -c alertmanager --tail=50',
  },
  {
    name: 'none was made lately',
    seen: sending({ measured: { total: 0, failed: 0, isWhole: true } }),
    link: 'notification',
    reason: 'not-sent',
    message: 'main: there was no request to webhook within 4m',
  },
  {
    name: 'nothing measures them, and all failed',
    seen: sending({ measured: undefined, counted: [counted(0, { total: 5, failed: 5 })] }),
    link: 'notification',
    reason: 'failing',
    message: 'main: all 5 requests to webhook since its start failed',
  },
  {
    name: 'nothing measures them, and there was none for long',
    seen: sending({
      measured: undefined,
      counted: [counted(0, { total: 0, failed: 0 }), counted(1, { total: 0, failed: 0 })],
    }),
    link: 'notification',
    reason: 'not-sent',
    message: 'main: there was no request to webhook since its start',
  },
  {
    name: 'the outside check is not fresh',
    seen: checked({ status: 200, body: '{"status":"down"}' }),
    link: 'outside-check',
    reason: 'not-fresh',
    message: 'outside: it is down: its pings have stopped',
    next: 'kubectl monitoring alert routes --label alertname=Watchdog',
  },
];

for (const { name, seen, link, reason, message, next, fix } of broken)
  test(`names the link ${link} where ${name}`, () => {
    const chain = chainOf(seen);
    assert.equal(chain.verdict, 'degraded');
    const found = chain.broken;
    assert.deepEqual([found?.name, found?.reason], [link, reason], JSON.stringify(chain.links, null, 1));
    if (typeof message === 'string') assert.equal(found?.message, message);
    else assert.match(found?.message ?? '', message);
    if (next !== undefined) assert.equal(found?.problem?.next.words.join(' '), next);
    if (fix) assert.match(found?.problem?.fix ?? '', fix);
    assert.match(found?.problem?.fix ?? '', /^[A-Z].*\.$/);
    assert.deepEqual(
      chain.links.slice(LINKS.indexOf(link) + 1).map(({ state }) => state),
      LINKS.slice(LINKS.indexOf(link) + 1).map(() => 'not-reached'),
    );
  });

const unknown: [name: string, seen: WatchdogFacts, link: LinkName, message: string | RegExp][] = [
  ['a Prometheus does not answer', atServer({ rule: ERROR }), 'rule', 'prometheus-k8s-0: it answered 503'],
  [
    'it does not tell whom it sends to',
    atServer({ sendsTo: ERROR }),
    'delivery',
    'prometheus-k8s-0: it answered 503',
  ],
  [
    'a replica is not ready',
    facts({ servers: [server({ replicas: [serverReplica(0)], notReady: ['prometheus-k8s-1'] })] }),
    'rule',
    'prometheus-k8s-1: it is not ready',
  ],
  [
    'pods cannot be listed',
    facts({ managers: [manager({ replicas: undefined })] }),
    'arrival',
    'main: its pods could not be listed',
  ],
  [
    'an Alertmanager does not answer',
    atManager({ alerts: ERROR }),
    'arrival',
    'alertmanager-main-0: it answered 503',
  ],
  [
    'its configuration cannot be read',
    atManager({ config: ERROR }),
    'receiver',
    'alertmanager-main-0: it answered 503',
  ],
  [
    'there is no Prometheus',
    facts({ servers: [] }),
    'rule',
    'there is no Prometheus in namespace monitoring-system',
  ],
  [
    'there is no Alertmanager',
    facts({ managers: [], servers: [server({ replicas: [serverReplica(0)] })] }),
    'arrival',
    'there is no Alertmanager in namespace monitoring-system',
  ],
  [
    'counters cannot be read',
    sending({ measured: undefined, counted: [{ pod: 'alertmanager-main-0', counts: ERROR }] }),
    'notification',
    'alertmanager-main-0: it answered 503',
  ],
  [
    'a Prometheus has scraped them for too short a time, and the Alertmanager has just started',
    sending({
      measured: { total: 0, failed: 0, isWhole: false },
      counted: [counted(0, { total: 0, failed: 0 }, 1_000)],
    }),
    'notification',
    'main: no request to webhook yet: it may take up to 4m',
  ],
  [
    'the sender of two has just started',
    sending({
      measured: undefined,
      counted: [counted(0, { total: 0, failed: 0 }, 1_000), counted(1, { total: 0, failed: 0 })],
    }),
    'notification',
    'main: no request to webhook yet: it may take up to 4m',
  ],
  [
    'the outside check cannot be reached',
    checked({ reason: 'no answer' }),
    'outside-check',
    'outside: no answer',
  ],
];

for (const [name, seen, link, message] of unknown)
  test(`is unknown where ${name}`, () => {
    const { verdict, links, broken } = chainOf(seen);
    assert.deepEqual([verdict, broken], ['unknown', undefined], JSON.stringify(links, null, 1));
    const first = links.find(({ state }) => state === 'unknown');
    assert.equal(first?.name, link);
    if (typeof message === 'string') assert.equal(first?.message, message);
  });

const holding: [name: string, seen: WatchdogFacts][] = [
  ['everything does, and no outside check is asked', facts()],
  [
    'two Prometheuses send',
    facts({
      servers: [server(), OTHER],
      managers: [
        manager({
          replicas: [0, 1].map((ordinal) =>
            managerReplica(ordinal, { alerts: { value: [alert(), ofOther] } }),
          ),
        }),
      ],
    }),
  ],
  ['an alert has lost its label on the way', having(alert({ labels: { alertname: 'Watchdog' } }))],
  ['one of two alerts is silenced', having(alert(), alert({ state: 'suppressed', silencedBy: ['a1'] }))],
  ['an alert is not processed yet', having(alert({ state: 'unprocessed' }))],
  [
    'a Prometheus sends through a service',
    facts({
      servers: [
        server({
          targets: [],
          replicas: [serverReplica(0, { sendsTo: { value: ['alertmanager-operated'] } })],
        }),
      ],
    }),
  ],
  [
    'a Prometheus sends to another Alertmanager, too',
    atServer({ sendsTo: { value: ['10.0.0.11', '10.0.0.12', '10.9.9.9'] } }),
  ],
  [
    'a second route goes nowhere',
    running(
      CONFIG.replace('group_wait: 0s', 'continue: true').replace(
        'receivers:',
        "    - receiver: 'null'\nreceivers:",
      ),
    ),
  ],
  [
    'one of two routes is muted',
    running(
      `${CONFIG.replace('group_wait: 0s', 'mute_time_intervals: [always]\n      continue: true').replace(
        'receivers:',
        '    - receiver: watchdog\nreceivers:',
      )}\ntime_intervals: [{ name: always, time_intervals: [{}] }]`,
    ),
  ],
  [
    'some requests failed, and others did not',
    sending({ measured: { total: 3.2, failed: 2.1, isWhole: true } }),
  ],
  [
    'requests are measured for a short time',
    sending({ measured: { total: 1.1, failed: 0, isWhole: false } }),
  ],
  ['nothing measures them, and some did not fail', sending({ measured: undefined })],
  [
    'a replica has just started, and sent before it was scraped',
    sending({
      measured: { total: 0, failed: 0, isWhole: true },
      counted: [counted(0, { total: 1, failed: 0 }, 60_000)],
    }),
  ],
  ['the outside check is fresh', checked({ status: 204 })],
];

for (const [name, seen] of holding)
  test(`holds where ${name}`, () => {
    const { verdict, links } = chainOf(seen);
    assert.equal(verdict, 'healthy', JSON.stringify(links, null, 1));
  });

test('a later link that breaks is named behind one that could not be read', () => {
  const { verdict, broken } = chainOf({
    ...having(),
    servers: [server({ replicas: [serverReplica(0, { rule: ERROR })] })],
  });
  assert.deepEqual([verdict, broken?.name], ['degraded', 'arrival']);
});

test('lists what could not be read once for each pod, and not what is not ready', () => {
  const chain = chainOf(
    facts({
      servers: [
        server({
          replicas: [serverReplica(0, { rule: ERROR, sendsTo: ERROR })],
          notReady: ['prometheus-k8s-1'],
        }),
      ],
      managers: [manager({ replicas: [managerReplica(0, { alerts: ERROR, config: ERROR })] })],
      sent: new Map(),
    }),
  );
  assert.deepEqual(
    unreadPlaces(chain).map(({ where }) => where),
    ['prometheus-k8s-0', 'alertmanager-main-0'],
  );
});

test('names at most one link, and judges all before it', () => {
  const any = fc.constantFrom(
    ...broken.map(({ seen }) => seen),
    ...holding.map(([, seen]) => seen),
    ...unknown.map(([, seen]) => seen),
  );
  fc.assert(
    fc.property(any, any, (one, other) => {
      const chain: Chain = chainOf({ ...one, managers: other.managers, sent: other.sent });
      assert.deepEqual(
        chain.links.map(({ name }) => name),
        [...LINKS],
      );
      const at = chain.links.findIndex(({ state }) => state === 'degraded');
      assert.equal(chain.broken, chain.links[at]);
      const before = at === -1 ? chain.links : chain.links.slice(0, at);
      assert.ok(before.every(({ state }) => state !== 'not-reached'));
    }),
  );
});
