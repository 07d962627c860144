import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warningsOf } from '../../../lib/hosts/warnings.ts';
import { annotations, brokenHost, NEW, OLD, seen } from '../../support/records.ts';

const applied = (url: string) =>
  annotations({
    'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(
      brokenHost({ spec: { image: { url } } }),
    ),
  });

const cases: [string, object, string[]][] = [
  ['nothing', {}, []],
  ['powered off', { spec: { online: false } }, ['offline']],
  ['a reboot', annotations({ 'reboot.metal3.io': '' }), ['pending-reboot']],
  ['a named reboot', annotations({ 'reboot.metal3.io/me': '{}' }), ['pending-reboot']],
  ['an annotation alike', annotations({ 'reboot.metal3.iox': '' }), []],
  ['applied with the old address', applied(OLD.url), ['last-applied']],
  ['applied with the new address', applied(NEW.url), []],
  ['applied with nonsense', annotations({ 'kubectl.kubernetes.io/last-applied-configuration': '{' }), []],
];
for (const [name, patch, expected] of cases)
  test(`warns of ${name}: ${expected.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(
      warningsOf(seen(patch), NEW).map((warning) => warning.name),
      expected,
    ));

test('warns of an image name unlike the pattern', () => {
  const target = { url: 'http://httpd-http/images/ubuntu.qcow2', checksum: 'x' };
  assert.deepEqual(
    warningsOf(seen(), target).map(({ name }) => name),
    ['image-name'],
  );
});
