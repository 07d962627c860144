import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OWN_GUARDS, REENROLL_GUARDS, type ReenrollGuards } from '../../../../lib/hosts/reenroll/guards.ts';
import { RECORD_ANNOTATION, REENROLL_ANNOTATION } from '../../../../lib/objects/names.ts';
import {
  all,
  annotations,
  NEW,
  OLD,
  PAUSED,
  RECORD,
  recorded,
  specImage,
  statusImage,
} from '../../../support/records.ts';
import { undo } from '../guards/runs.ts';
import { errorOf, hostOf, node, operate, type World, world, write } from '../guards/world.ts';
import { DETACHED, letGo, REENROLLMENT, repaired, started } from './records.ts';
import { type RunOptions, reenroll } from './runs.ts';

/** A world in which one guard alone stands between a run and a harm. */
interface Case {
  /** What is seen where the guard is left out, in words. */
  harm: string;
  world(): World;
  options?: Pick<RunOptions, 'others' | 'killedAfter'>;
  /** What other clients do after the run, whatever its result; then the operator reconciles. */
  afterwards?(world: World): void | Promise<void>;
  isHarmed(world: World): boolean;
}

/** A host whose record is right, and whose node Ironic remembers with the former address. */
const remembered = (patch: object = {}, given: Partial<World> = {}): World =>
  world(all(repaired, patch), {
    node: node({ state: 'adopt failed', image: OLD.url }),
    sendsImage: false,
    ...given,
  });
const hasOtherNode = (its: World): boolean => its.node?.id !== 'a';
const LATER = JSON.stringify({ ...REENROLLMENT, node: { id: 'a' } });
const annotationOf = (its: World, key: string) => hostOf(its).metadata.annotations?.[key];

const cases: Record<string, Case> = {
  paused: {
    harm: 'once the host is resumed, the operator detaches it, and no run attaches it',
    world: () => remembered(annotations({ [PAUSED]: 'by hand' })),
    options: { killedAfter: 1 },
    afterwards: (its) => void write(its, annotations({ [PAUSED]: null })),
    isHarmed: (its) => hostOf(its).status?.operationalStatus === 'detached',
  },
  'unfinished-repair': {
    harm: 'an unfinished undo cannot resume, because the host is detached',
    world: () => remembered(recorded(RECORD, null)),
    options: { killedAfter: 1 },
    afterwards: async (its) => void (await undo(its)),
    isHarmed: (its) => annotationOf(its, RECORD_ANNOTATION) !== undefined,
  },
  'foreign-detach': {
    harm: 'a host that another user detached is attached',
    world: () => remembered(all(started('', null), letGo), { node: undefined }),
    isHarmed: (its) => annotationOf(its, DETACHED) === undefined,
  },
  'unreadable-reenroll': {
    harm: "another version's record is gone",
    world: () => remembered(annotations({ [REENROLL_ANNOTATION]: LATER })),
    isHarmed: (its) => annotationOf(its, REENROLL_ANNOTATION) !== LATER,
  },
  'differing-urls': {
    harm: 'the disk is wiped, because another user changed the address while the host was detached',
    world: () => remembered(),
    options: { others: (its, patches) => void (patches === 1 && write(its, specImage(OLD))) },
    isHarmed: ({ wiped }) => wiped,
  },
  'fixed-address': {
    harm: 'the node is deleted and enrolled for nothing: the address does not answer',
    world: () => remembered(all(specImage(OLD), statusImage(OLD))),
    isHarmed: (its) => hasOtherNode(its) && errorOf(its) !== undefined,
  },
  'no-status-image': {
    harm: 'the new node has no image and cannot be adopted',
    world: () => remembered(statusImage({ url: '' })),
    isHarmed: (its) => hasOtherNode(its) && errorOf(its) !== undefined,
  },
  'no-bmc': {
    harm: 'the host is without a node at last',
    world: () => remembered({ spec: { bmc: null } }, { bmcAnswers: false }),
    isHarmed: (its) => its.node === undefined,
  },
  servicing: {
    harm: 'a node is deleted while the firmware of its machine is written',
    world: () => remembered({ status: { operationalStatus: 'servicing' } }),
    isHarmed: hasOtherNode,
  },
  remediation: {
    harm: 'a node is re-enrolled for a Machine that is being deleted',
    world: () =>
      remembered(
        {},
        {
          context: {
            cluster: undefined,
            remediation: { machine: { namespace: 'metal', name: 'm' }, underway: true },
          },
        },
      ),
    isHarmed: hasOtherNode,
  },
  healthy: {
    harm: 'a node that nothing is wrong with is deleted',
    world: () =>
      remembered(
        { status: { errorType: null, errorMessage: '', operationalStatus: 'OK' } },
        { node: node({ image: NEW.url }) },
      ),
    isHarmed: hasOtherNode,
  },
};

test('every guard has a case', () => {
  const names = Object.values(OWN_GUARDS)
    .flat()
    .map(({ name }) => name);
  assert.deepEqual(Object.keys(cases), names);
});

test('a reenroll that no guard refuses succeeds in this world, and a repair alone does not', async () => {
  const its = remembered();
  operate(its);
  assert.notEqual(errorOf(its), undefined, 'Ironic keeps the former address');
  assert.deepEqual(await reenroll(its), []);
  operate(its);
  assert.equal(errorOf(its), undefined);
  assert.deepEqual(hostOf(its).metadata.annotations, {});
  assert.deepEqual([its.node?.id, its.wiped, its.disk], ['b', false, OLD.url]);
});

for (const [name, { harm, world: its, options, afterwards, isHarmed }] of Object.entries(cases))
  describe(`${name}: ${harm}`, () => {
    const played = async (of: World, guards?: ReenrollGuards): Promise<string[]> => {
      const refused = await reenroll(of, { ...options, ...(guards && { guards }) });
      await afterwards?.(of);
      operate(of);
      return refused;
    };
    test('does not happen with the guard', async () => {
      const of = its();
      assert.ok((await played(of)).includes(name));
      assert.equal(isHarmed(of), false);
    });
    test('happens without the guard', async () => {
      const of = its();
      assert.ok(!(await played(of, without(name))).includes(name));
      assert.equal(isHarmed(of), true);
    });
  });

/** All guards but one. */
function without(name: string): ReenrollGuards {
  const left = Object.entries(REENROLL_GUARDS).map(([list, guards]) => [
    list,
    guards.filter((guard: { name: string }) => guard.name !== name),
  ]);
  return Object.fromEntries(left) as ReenrollGuards;
}
