import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditValues } from '../../../../cmd/kubectl-bmh/audit/flags.ts';
import { renderGroups } from '../../../../cmd/kubectl-bmh/audit/groups.ts';
import type { Finding } from '../../../../lib/audit/finding.ts';
import { PLAIN } from '../../../../lib/cli/style.ts';

const finding = (patch: Partial<Finding>): Finding => ({
  rule: 'ip-address',
  level: 'error',
  kind: 'BareMetalHost',
  apiVersion: 'metal3.io/v1alpha1',
  namespace: 'metal3',
  name: 'worker-0',
  path: ['spec', 'image', 'url'],
  value: 'http://172.22.0.1:6180/images/a-std-b.qcow2',
  message: '',
  hint: '',
  repairable: true,
  ...patch,
});

const groups = (findings: Finding[], values: Partial<AuditValues> = {}): string[] =>
  renderGroups(findings, {
    values: { service: 'httpd-http', filename: [], noHeaders: true, ...values } as AuditValues,
    screen: { ...PLAIN, columns: 80 },
    isFixable: false,
  })
    .trimEnd()
    .split('\n');

const workers = ['worker-0', 'worker-1'].map((name) => finding({ name }));
const elsewhere = finding({ name: 'edge-0', namespace: 'edge' });
const { repairable: _, ...refused } = finding({ name: 'worker-2' });

test('one command repairs all hosts at an address, in one namespace or in all', () => {
  assert.deepEqual(groups(workers), [
    '172.22.0.1:6180   x error   ip-address   2 hosts   2',
    '  kubectl bmh repair --old-address 172.22.0.1:6180 --preventive -n metal3',
  ]);
  assert.deepEqual(groups([...workers, elsewhere], { service: 'images.metal3', context: 'lab' }).slice(1), [
    '  kubectl bmh repair --old-address 172.22.0.1:6180 -A --service images.metal3 --preventive --context lab',
  ]);
});

test('one command for each namespace names its hosts where a repair of another host would be refused', () => {
  assert.deepEqual(groups([...workers, refused]).slice(1), [
    '  kubectl bmh repair worker-0 worker-1 --preventive -n metal3',
  ]);
  assert.deepEqual(groups([...workers, refused, elsewhere]).slice(1), [
    '  kubectl bmh repair worker-0 worker-1 --preventive -n metal3',
    '  kubectl bmh repair edge-0 --preventive -n edge',
  ]);
  assert.equal(groups([refused]).length, 1);
});

test('groups by rule and address, most severe first, then those with most findings', () => {
  const { repairable: _none, ...other } = finding({ kind: 'HostClaim', name: 'claim-0', level: 'warning' });
  const note = { ...other, value: '10.0.0.2', level: 'note' as const };
  const few = { ...other, value: 'http://10.0.0.3/a', level: 'error' as const };
  const name = { ...other, rule: 'image-name' as const, value: 'http://httpd-http/images/a-b.qcow2' };
  const rows = groups([note, few, other, refused, name]).map((line) => line.split(/ {3,}/));
  assert.deepEqual(rows, [
    ['172.22.0.1:6180', 'x error', 'ip-address', '1 host, 1 other', '2'],
    ['10.0.0.3', 'x error', 'ip-address', 'hostclaim/claim-0', '1'],
    ['a-b.qcow2', '! warning', 'image-name', 'hostclaim/claim-0', '1'],
    ['10.0.0.2', '- note', 'ip-address', 'hostclaim/claim-0', '1'],
  ]);
});
