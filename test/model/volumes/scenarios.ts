import type { Mode } from '../../../lib/volumes/record.ts';
import type { Command } from './command.ts';
import type { Claim, Replica, Spec, World } from './world.ts';

/** Concurrent commands, each started any number of times, with all controllers and crashes. */
export interface Scenario {
  name: string;
  commands: readonly Command[];
  /** The initial worlds. */
  worlds: readonly World[];
}

const resize = (mode: Mode, options: Partial<Command['options']> = {}): Command => ({
  name: `resize ${mode}`,
  goal: 'resize',
  options: { size: '20Gi', mode, retain: false, includeOrphaned: false, accepted: new Set(), ...options },
});

const DOCUMENTED = resize('offline');
const ONLINE = resize('online');
const UNDO: Command = { ...DOCUMENTED, name: 'undo', goal: 'undo' };
const RETAINING = resize('offline', { retain: true });
const ONLINE_RETAINING = resize('online', { retain: true });
const limited = (mode: Mode): Command => ({
  ...resize(mode, { retentionSize: '16GB' }),
  name: `resize ${mode} with its retentionSize`,
});
const LIMITED = limited('offline');
const ONLINE_LIMITED = limited('online');
const BIGGER: Command = { ...resize('offline', { size: '30Gi' }), name: 'resize to another size' };

const second = (command: Command): Command => ({ ...command, name: `second ${command.name}` });
const endless = (command: Command): Command => ({ ...command, endless: true });

const DELETE: Spec = { size: 0, policy: { whenDeleted: 'Delete' } };
const DELETE_SCALED: Spec = { size: 0, policy: { whenScaled: 'Delete' } };
const LIMIT: Spec = { size: 0, retentionSize: '8GB' };
const COUNTED: Spec = { size: 0, replicas: 1, paused: false };

/** All scenarios: two concurrent runs, or one run and another user or GitOps that meddles once. */
export const SCENARIOS: readonly Scenario[] = [
  scenario('offline', [DOCUMENTED, second(DOCUMENTED)], [settled()]),
  scenario('offline', [DOCUMENTED, UNDO], [settled()]),
  scenario('offline', [DOCUMENTED, BIGGER], [settled()]),
  scenario('online', [ONLINE, second(ONLINE)], [settled()]),
  scenario('online', [ONLINE, UNDO], [settled(COUNTED)]),
  scenario('offline beside online', [DOCUMENTED, ONLINE], [settled()]),
  scenario('retention policy Delete', [RETAINING, UNDO], [settled(DELETE)]),
  scenario(
    'retention policy Delete',
    [RETAINING, second(RETAINING)],
    [settled(DELETE), settled(DELETE_SCALED)],
  ),
  scenario('retention policy Delete', [ONLINE_RETAINING, UNDO], [settled(DELETE)]),
  scenario('retention policy Delete, not retained', [DOCUMENTED, ONLINE].map(endless), dangerous()),
  scenario('retentionSize', [LIMITED, UNDO], [settled(LIMIT)]),
  scenario('retentionSize', [ONLINE_LIMITED, UNDO], [settled(LIMIT)]),
  scenario('retentionSize beside a resize that leaves it', [LIMITED, DOCUMENTED], [settled(LIMIT)]),
  scenario('meddling, retentionSize', [LIMITED], [settled(LIMIT, { left: 1 })]),
  scenario('meddling, retentionSize', [ONLINE_LIMITED], [settled(LIMIT, { left: 1 })]),
  scenario('two shards', [DOCUMENTED], [settled({}, { shards: 2 })]),
  scenario('two shards', [ONLINE], [settled({}, { shards: 2 })]),
  scenario('storage that grows offline', [DOCUMENTED], [settled(COUNTED, { offline: true })]),
  scenario('storage that grows offline', [endless(ONLINE), UNDO], [settled({}, { offline: true })]),
  scenario('meddling', [DOCUMENTED], [settled({}, { left: 1 }), settled(COUNTED, { left: 1 })]),
  scenario('meddling', [ONLINE], [settled({}, { left: 1 })]),
  scenario(
    'meddling, retention policy Delete',
    [RETAINING],
    [settled(DELETE, { left: 1 }), settled(DELETE_SCALED, { left: 1 })],
  ),
  scenario('meddling, retention policy Delete', [ONLINE_RETAINING], [settled(DELETE, { left: 1 })]),
  scenario('meddling, retention policy Delete, not retained', [endless(DOCUMENTED)], dangerous(1)),
];

function scenario(name: string, commands: Command[], worlds: World[]): Scenario {
  return { name: `${name}: ${commands.map((command) => command.name).join(' + ')}`, commands, worlds };
}

/** Worlds in which a resize must not start: policies that delete claims, in the resource or in objects that lag behind it. */
function dangerous(left = 0): World[] {
  const taking = settled(DELETE, { left });
  const owned: Replica[][] = [[{ pod: 'controlled', claim: { asked: 0, has: 0, owner: 'set' } }]];
  const kept = settled({}, { left });
  const live = taking.sets;
  return [
    taking,
    settled(DELETE_SCALED, { left }),
    // The policy of the resource has not reached the StatefulSet, or the claims' owners.
    { ...taking, sets: kept.sets, replicas: kept.replicas },
    { ...kept, sets: live },
    { ...kept, replicas: owned },
    { ...kept, sets: live, replicas: owned },
    {
      ...kept,
      spec: { size: 0, replicas: 0 },
      sets: [{ replicas: 0, size: 0 }],
      replicas: [[{ claim: { asked: 0, has: 0, owner: 'set' } }]],
    },
  ];
}

/** An instance with one pod per shard, with nothing left to do for any controller. */
export function settled(
  spec: Partial<Spec> = {},
  { shards = 1, left = 0, offline = false }: { shards?: number; left?: number; offline?: boolean } = {},
): World {
  const whole: Spec = { size: 0, ...spec };
  const { policy } = whole;
  const claim: Claim = { asked: 0, has: 0, ...(policy?.whenDeleted === 'Delete' && { owner: 'set' }) };
  const replica: Replica = { pod: 'controlled', claim };
  return {
    spec: whole,
    sets: Array.from({ length: shards }, () => ({ replicas: 1, size: 0, ...(policy && { policy }) })),
    replicas: Array.from({ length: shards }, () => [replica]),
    offline,
    meddling: { left, manifest: whole },
  };
}
