import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Labels } from '../../../lib/alerts/alert-facts.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import { labelProblem, labelsReaching } from '../../../lib/alerts/labels.ts';
import { routesFor } from '../../../lib/alerts/routes.ts';

const { route: root } = readConfig(`
route:
  receiver: root
  routes:
  - {receiver: watch, matchers: [alertname=Watchdog]}
  - receiver: critical
    matchers: [severity=critical]
    routes:
    - {receiver: db, matchers: ['team=~"dba|storage"', 'namespace!=""']}
  - {receiver: low, matchers: ['severity=~"critical|warning|info"']}
  - {receiver: later, matchers: ['team=~"(net|core)"', severity!=warning]}
  - {receiver: prefix, matchers: ['namespace=~"kube-.*"', 'pod=~".+"']}
  - {receiver: escaped, matchers: ['host=~"a\\\\.b"']}
  - {receiver: hidden, matchers: [alertname=Watchdog]}
  - {receiver: opposed, matchers: [zone=a, zone=b]}
  - {receiver: complex, matchers: ['zone=~"[ab]{3}"']}
  - {receiver: nested, matchers: [zone=a], routes: [{matchers: [rack=b]}, {receiver: root, matchers: [rack=c]}]}
receivers: [{name: root}, {name: watch}, {name: critical}, {name: db}, {name: low}, {name: later}, {name: prefix},
  {name: escaped}, {name: hidden}, {name: opposed}, {name: complex}, {name: nested}, {name: unused}]
`);

const REACHED: [receiver: string, given: Labels, labels: Labels | undefined][] = [
  ['root', { alertname: 'T' }, { alertname: 'T' }],
  ['root', { zone: 'a' }, { zone: 'a', rack: 'c' }],
  ['watch', {}, { alertname: 'Watchdog' }],
  ['critical', { alertname: 'T' }, { alertname: 'T', severity: 'critical' }],
  ['db', {}, { severity: 'critical', team: 'dba', namespace: 'test' }],
  ['db', { team: 'storage' }, { team: 'storage', severity: 'critical', namespace: 'test' }],
  // The first literal leads to another route.
  ['low', {}, { severity: 'warning' }],
  ['later', {}, { team: 'net' }],
  ['prefix', {}, { namespace: 'kube-', pod: 'test' }],
  ['escaped', {}, { host: 'a.b' }],
  ['nested', {}, { zone: 'a' }],
  ['critical', { severity: 'warning' }, undefined],
  ['watch', { alertname: 'T' }, undefined],
  ['hidden', {}, undefined],
  ['opposed', {}, undefined],
  ['complex', {}, undefined],
  ['unused', {}, undefined],
];
for (const [receiver, given, labels] of REACHED)
  test(`${JSON.stringify(given)} reaches ${receiver} with ${JSON.stringify(labels)}`, () =>
    assert.deepEqual(labelsReaching(root, receiver, given), labels));

test('labels that are found lead to the receiver, and keep those that are given', () => {
  for (const [receiver, given] of REACHED) {
    const labels = labelsReaching(root, receiver, given);
    if (!labels) continue;
    assert.ok(routesFor(root, labels).some((route) => route.receiver === receiver));
    assert.deepEqual({ ...labels, ...given }, labels);
  }
});

test('ends where alternatives multiply and none of them leads to the receiver', () => {
  const any = Array.from({ length: 30 }, (_, at) => `'l${at}=~"a|b|c"'`).join(', ');
  const config =
    readConfig(`route: {receiver: a, routes: [{receiver: a, matchers: [l0!=""]}, {receiver: b, matchers: [${any}]}]}
receivers: [{name: a}, {name: b}]`);
  assert.equal(labelsReaching(config.route, 'b', {}), undefined);
});

const PROBLEMS: [name: string, value: string, kind: string | undefined][] = [
  ['severity', 'critical', undefined],
  ['_a1', 'é \n\u0000', undefined],
  ['__name__', 'x', undefined],
  ['', 'x', 'invalid'],
  ['a', '', 'invalid'],
  ['a', '\ud800', 'invalid'],
  ['\udc00', 'x', 'invalid'],
  ['a-b', 'x', 'needs-utf8'],
  ['a:b', 'x', 'needs-utf8'],
  ['1a', 'x', 'needs-utf8'],
  ['ü', 'x', 'needs-utf8'],
];
for (const [name, value, kind] of PROBLEMS)
  test(`the label ${JSON.stringify(name)}=${JSON.stringify(value)} is ${kind ?? 'fine'}`, () =>
    assert.equal(labelProblem(name, value)?.kind, kind));
