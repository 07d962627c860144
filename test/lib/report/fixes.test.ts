import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Finding } from '../../../lib/report/findings.ts';
import { fixesOf, splitAtCommand } from '../../../lib/report/fixes.ts';

describe('the command in a hint', () => {
  for (const [hint, command] of [
    [
      'run kubectl bmh repair a -n b --preventive; never change c alone',
      'kubectl bmh repair a -n b --preventive',
    ],
    [
      'run kubectl bmh repair a --accept gitops, resume the sync last',
      'kubectl bmh repair a --accept gitops',
    ],
    ['check the pods behind it: kubectl describe service a -n b', 'kubectl describe service a -n b'],
    [
      'repair its hosts (kubectl bmh repair HOST --accept gitops), then',
      'kubectl bmh repair HOST --accept gitops',
    ],
    ['resume it, or undo it with "kubectl monitoring undo"', 'kubectl monitoring undo'],
    ['See: kubectl bmh list a -n b.', 'kubectl bmh list a -n b'],
    ["run kubectl bmh repair 'a; b' --contexts=c,d; never", "kubectl bmh repair 'a; b' --contexts=c,d"],
    ['first kubectl bmh pause a; then kubectl bmh repair a', 'kubectl bmh pause a'],
    ['use kubectl bmh list and kubectl bmh list', 'kubectl bmh list'],
    ['use kubectl bmh list a to see it', ''],
    ['run kubectl bmh repair a and wait', ''],
    ['run kubectl bmh repair rack00-comp...', ''],
    ['', ''],
  ] as const)
    test(`"${hint}" has ${command || 'none'}`, () => {
      const [before, found, after] = splitAtCommand(hint);
      assert.equal(found, command);
      assert.equal(before + found + after, hint);
      assert.ok(!after.includes('kubectl bmh list'), after);
    });
});

const finding = (name: string, hint: string, more: Partial<Finding> = {}): Finding => ({
  ...{ address: '', rule: 'ip-address', level: 'error', kind: 'BareMetalHost', name, namespace: 'metal3' },
  ...{ file: '', field: 'spec.image.url', message: '', value: '', replacement: '', hint },
  ...more,
});

const inFile = (name: string, file: string): Finding => {
  const replacement = `http://httpd-http/images/${file}`;
  return finding(
    name,
    `suspend its sync, change this to ${replacement}, run kubectl bmh repair ${name} -n metal3 --preventive --accept gitops, resume the sync last: syncing earlier wipes the host`,
    { replacement },
  );
};

describe('what to do about findings', () => {
  test('keeps the steps around a command, in their order, where the command alone wipes a host', () => {
    const [fix, ...others] = fixesOf([
      inFile('a', 'x.qcow2'),
      inFile('a', 'x.qcow2.md5sum'),
      inFile('b', 'x.qcow2'),
    ]);
    assert.equal(others.length, 0);
    assert.deepEqual(fix?.commands, []);
    assert.deepEqual(
      fix?.steps.map(({ text, commands }) => text || commands),
      [
        'suspend its sync',
        'change this to its new address (in the findings below)',
        ['kubectl bmh repair a b -n metal3 --preventive --accept gitops'],
        'resume the sync last: syncing earlier wipes the host',
      ],
    );
  });

  test('names the new address if it is the same everywhere', () => {
    const [fix] = fixesOf([inFile('a', 'x.qcow2'), inFile('b', 'x.qcow2')]);
    assert.equal(fix?.steps[1]?.text, 'change this to http://httpd-http/images/x.qcow2');
  });

  test('says what a command is not to be mistaken for before it, and has one command for a namespace', () => {
    const repair = (name: string, namespace: string): Finding =>
      finding(name, `run kubectl bmh repair ${name} -n ${namespace} --preventive; never change it alone`);
    const [fix, ...others] = fixesOf([
      repair('a', 'metal3'),
      repair('b', 'metal3'),
      repair('c', 'edge'),
      repair('a', 'metal3'),
    ]);
    assert.equal(others.length, 0);
    assert.deepEqual(
      [fix?.caution, fix?.text, fix?.commands, fix?.steps],
      [
        'never change it alone',
        '',
        ['kubectl bmh repair a b -n metal3 --preventive', 'kubectl bmh repair c -n edge --preventive'],
        [],
      ],
    );
  });

  test('has no command of a hint that was cut', () => {
    const [fix] = fixesOf([finding('a', 'suspend its sync, run kubectl bmh repair a -n met...')]);
    assert.deepEqual([fix?.commands, fix?.steps], [[], []]);
  });
});
