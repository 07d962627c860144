import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsFor, type Speech } from '../../../../cmd/kubectl-bmh/diagnose/report.ts';
import { diagnose } from '../../../../lib/hosts/diagnosis/diagnose.ts';
import { age, factsOf } from '../../../../lib/hosts/diagnosis/facts.ts';
import { neighboursOf, type Tally, tally } from '../../../../lib/hosts/diagnosis/neighbours.ts';
import { byCause, resultOfAll } from '../../../../lib/hosts/diagnosis/summary.ts';
import { readHost } from '../../../../lib/hosts/host.ts';
import {
  all,
  annotations,
  brokenHost,
  GROUP,
  NEW,
  OLD,
  PAUSED,
  RECORD,
  recorded,
  specImage,
  statusImage,
} from '../../../support/records.ts';
import { evidence } from './evidence.ts';

const named = (name: string, patch: object = {}) => all({ metadata: { name } }, patch);
const healthy = all(specImage(NEW), statusImage(NEW), {
  status: { errorType: null, errorCount: 0, operationalStatus: 'OK' },
});

test('gives several hosts the most severe verdict, and the exit code 1 if one needs work', () => {
  assert.deepEqual(resultOfAll([]), { verdict: 'healthy', exitCode: 0 });
  assert.deepEqual(resultOfAll(['healthy', 'unknown', 'degraded']), { verdict: 'degraded', exitCode: 1 });
  assert.deepEqual(resultOfAll(['blocked', 'at-risk']), { verdict: 'at-risk', exitCode: 1 });
  assert.deepEqual(resultOfAll(['healthy', 'unknown']), { verdict: 'unknown', exitCode: 2 });
  assert.deepEqual(resultOfAll(['in-progress', 'unknown']), { verdict: 'unknown', exitCode: 1 });
});

test('sorts causes by verdict and count, and separates refused hosts', () => {
  const records = [
    named('well', healthy),
    named('paused', annotations({ [PAUSED]: 'metal3.io/capm3' })),
    named('waits', all(healthy, { status: { operationalStatus: 'delayed' } })),
    named('broken'),
    named('other', {
      spec: { image: { url: 'http://[fd00::1]/images/a-b-c.qcow2' } },
      status: { provisioning: { image: { url: 'http://[fd00::1]/images/a-b-c.qcow2' } } },
    }),
  ];
  const groups = byCause(records.map((patch) => diagnose(evidence(patch))));
  assert.deepEqual(
    groups.map(({ reason, refusedBy, verdict, count, hosts, addresses }) => ({
      reason,
      refusedBy,
      verdict,
      count,
      hosts,
      addresses,
    })),
    [
      {
        reason: 'fixed-address',
        refusedBy: [],
        verdict: 'degraded',
        count: 2,
        hosts: ['metal/broken', 'metal/other'],
        addresses: ['10.96.14.7', 'fd00::1'],
      },
      {
        reason: 'fixed-address',
        refusedBy: ['foreign-pause'],
        verdict: 'blocked',
        count: 1,
        hosts: ['metal/paused'],
        addresses: ['10.96.14.7'],
      },
      {
        reason: 'delayed',
        refusedBy: [],
        verdict: 'unknown',
        count: 1,
        hosts: ['metal/waits'],
        addresses: [],
      },
      {
        reason: 'healthy',
        refusedBy: [],
        verdict: 'healthy',
        count: 1,
        hosts: ['metal/well'],
        addresses: [],
      },
    ],
  );
});

test('names the first other hosts at the same address, without the host itself', () => {
  const host = (name: string, image: object | null = OLD) =>
    readHost(brokenHost(named(name, specImage(image))), GROUP);
  const sum: Tally = new Map();
  for (let index = 0; index < 9; index += 1) tally(sum, host(`h${index}`));
  tally(sum, host('elsewhere', NEW));
  tally(sum, host('bare', null));
  const near = (name: string, image?: object | null) => neighboursOf(host(name, image), sum, undefined);
  assert.deepEqual(near('h0'), {
    address: '10.96.14.7',
    count: 8,
    names: ['metal/h1', 'metal/h2', 'metal/h3', 'metal/h4', 'metal/h5', 'metal/h6'],
    namespace: undefined,
  });
  assert.deepEqual(near('h8')?.names.length, 6);
  assert.deepEqual(near('elsewhere', NEW), {
    address: 'httpd-http',
    count: 0,
    names: [],
    namespace: undefined,
  });
  assert.equal(near('bare', null), undefined);
});

test('masks credentials in the evidence, and lists what could not be read', () => {
  const url = 'http://user:secret@10.96.14.7/images/a-b-c.qcow2';
  const patch = { spec: { image: { url } }, status: { errorMessage: `HEAD ${url}: 404` } };
  const seen = evidence(patch, { unread: [{ what: 'events', reason: `GET ${url} is forbidden` }] });
  const facts = factsOf(seen, diagnose(seen), new Date(0));
  assert.doesNotMatch(JSON.stringify(facts), /secret/);
  assert.deepEqual(facts.at(-1), {
    about: 'unread',
    label: 'events',
    text: 'GET http://***@10.96.14.7/images/a-b-c.qcow2 is forbidden',
  });
});

test('tells where the unfinished run of a host leads: a repair to its target, an undo back to the former address', () => {
  const runOf = (goal: 'repair' | 'undo') => {
    const seen = evidence(recorded({ ...RECORD, goal }));
    return factsOf(seen, diagnose(seen), new Date(0)).find(({ label }) => label === 'run')?.text;
  };
  const since = `started ${RECORD.started} by version ${RECORD.version}`;
  assert.equal(runOf('repair'), `repair ${since}, to ${NEW.url}`);
  assert.equal(runOf('undo'), `undo of a repair, back to ${OLD.url}; the repair ${since}`);
});

test('suggests one command for all healthy hosts at an IP address, and for those between two errors', () => {
  const well = { status: { errorType: null, errorMessage: '', errorCount: 0, operationalStatus: 'OK' } };
  for (const patch of [well, all(well, { status: { errorCount: 1 } })]) {
    const diagnoses = ['a', 'b', 'c'].map((name) => diagnose(evidence(named(name, patch))));
    const [group] = byCause(diagnoses);
    const commands = (names: string[]) =>
      group &&
      commandsFor(group, { values: {} as Speech['values'], selection: { names, selector: undefined } });
    assert.deepEqual(commands([]), ['kubectl bmh repair --old-address 10.96.14.7 --preventive -n metal']);
    assert.deepEqual(commands(['a', 'b', 'c']), ['kubectl bmh repair a b c --preventive -n metal']);
  }
});

const ages: [seconds: number, text: string][] = [
  [-5, '0s ago'],
  [119, '119s ago'],
  [120, '2m ago'],
  [7_199, '119m ago'],
  [7_200, '2h ago'],
  [172_799, '47h ago'],
  [172_800, '2d ago'],
];
for (const [seconds, text] of ages)
  test(`prints ${seconds} s as ${text}`, () => {
    const now = new Date('2026-01-02T00:00:00Z');
    assert.equal(age(new Date(now.getTime() - seconds * 1000).toISOString(), now), text);
  });
test('prints an invalid time unchanged', () => assert.equal(age('yesterday', new Date(0)), 'yesterday'));
