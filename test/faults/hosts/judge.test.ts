import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECORD_ANNOTATION, REENROLL_ANNOTATION } from '../../../lib/objects/names.ts';
import { DETACHED, type Host } from '../../operators/host.ts';
import { brokenHost, image } from '../../scenarios/hosts.ts';
import { PAUSED } from '../../support/records.ts';
import {
  isAtGoal,
  isEnrolledAgain,
  isExposed,
  isLost,
  listSays,
  saysPaused,
  unfinishedGoal,
} from './judge.ts';
import { FORMER, type HostProcedure, NEW, OTHER, procedures } from './procedures.ts';

const repair = procedures.find(({ goal }) => goal === 'repair') as HostProcedure;
const undo = procedures.find(({ goal }) => goal === 'undo') as HostProcedure;

/** A host with these addresses in spec and status, and these annotations. */
const host = (spec: string, status: string, annotations: Record<string, string> = {}): Host =>
  brokenHost('host-0', 0, {
    image: image(status),
    spec: { image: image(spec) },
    namespace: 'metal3',
    annotations,
  }).host;

const record = (goal: string) => ({ [PAUSED]: 'true', [RECORD_ANNOTATION]: JSON.stringify({ goal }) });
const ended = (stderr: string, { code = 1, stdout = '' } = {}) => ({
  program: 'kubectl-bmh' as const,
  words: ['repair', 'host-0'],
  code,
  signal: null,
  stdout,
  stderr,
});

test('the goal is one image in spec and status: the new one, the former one, or what a second run brought', () => {
  assert.ok(isAtGoal(host(NEW, NEW), repair));
  assert.ok(!isAtGoal(host(NEW, FORMER), repair));
  assert.ok(!isAtGoal(host(FORMER, FORMER), repair));
  assert.ok(isAtGoal(host(FORMER, FORMER), undo));
  assert.ok(!isAtGoal(host(OTHER, OTHER), repair));
  assert.ok(isAtGoal(host(OTHER, OTHER), repair, [OTHER]));
  const wrongChecksum = host(NEW, NEW);
  wrongChecksum.spec.image = { ...wrongChecksum.spec.image, url: NEW, checksum: `${FORMER}.md5sum` };
  assert.ok(!isAtGoal(wrongChecksum, repair));
});

test('a run has said it when it names the host, its pause and the command that resumes it', () => {
  const left = host(FORMER, NEW, record('undo'));
  assert.equal(unfinishedGoal(left), 'undo');
  const said = (goal: string) =>
    `host metal3/host-0 is paused by this unfinished repair; to continue: kubectl bmh ${goal} host-0 -n metal3`;
  assert.ok(saysPaused(ended(said('undo')), left));
  assert.ok(!saysPaused(ended(said('repair')), left), 'a repair refuses where an undo is unfinished');
  assert.ok(saysPaused(ended(said('undo')), host(FORMER, NEW, record('repair'))));
  assert.ok(!saysPaused(ended(said('undo'), { code: 0 }), left));
  assert.ok(!saysPaused(ended('host metal3/host-0 is not paused, and no run is unfinished'), left));
});

test('a list says it by whose pause it shows', () => {
  const listed = (paused: string, verdict: string) =>
    ended('', {
      code: 0,
      stdout: JSON.stringify({ items: [{ metadata: { name: 'host-0' }, paused, verdict }] }),
    });
  const left = host(FORMER, NEW, record('repair'));
  assert.ok(listSays(listed('repair', 'in-progress'), left));
  assert.ok(!listSays(listed('', 'in-progress'), left));
  assert.ok(!listSays(listed('repair', 'healthy'), left));
});

test('a host is lost outside "provisioned", and exposed without a pause between two addresses', () => {
  assert.ok(isExposed(host(FORMER, NEW)));
  assert.ok(!isExposed(host(FORMER, NEW, record('repair'))));
  assert.ok(!isExposed(host(NEW, NEW)));
  assert.ok(!isLost(host(NEW, NEW)));
  const { status, ...rest } = host(NEW, NEW);
  assert.ok(status);
  const provisioning = { ...status.provisioning, state: 'deprovisioning' };
  assert.ok(isLost({ ...rest, status: { ...status, provisioning } }));
});

test('a detached host is said to be so, listed so, and not exposed; it is enrolled again with another node', () => {
  const left = host(FORMER, NEW, { [DETACHED]: 'x', [REENROLL_ANNOTATION]: '{}' });
  assert.equal(unfinishedGoal(left), 'reenroll');
  const said = (how: string, command = 'reenroll') =>
    ended(`host metal3/host-0 ${how} by this run; to continue: kubectl bmh ${command} host-0 -n metal3`);
  assert.ok(saysPaused(said('is detached'), left));
  assert.ok(saysPaused(said('may be detached'), left));
  assert.ok(!saysPaused(said('is paused'), left));
  assert.ok(!saysPaused(said('is detached', 'undo'), left));
  const row = (reason: string) =>
    ended('', {
      code: 0,
      stdout: JSON.stringify({
        items: [{ metadata: { name: 'host-0' }, paused: '', verdict: 'in-progress', reason }],
      }),
    });
  assert.ok(listSays(row('unfinished-reenroll'), left));
  assert.ok(!listSays(row(''), left));
  assert.ok(!isExposed(left));
  const { status, ...rest } = host(NEW, NEW);
  assert.ok(status);
  const { errorType: _, ...well } = { ...status, operationalStatus: 'OK' };
  const other = { ...rest, status: { ...well, provisioning: { ...status.provisioning, ID: 'b' } } };
  assert.ok(isEnrolledAgain(other, { ...rest, status }));
  assert.ok(!isEnrolledAgain({ ...rest, status: well }, { ...rest, status }), 'the same node');
  assert.ok(!isEnrolledAgain({ ...other, status: { ...other.status, errorType: 'x' } }, { ...rest, status }));
});
