import type { Change } from './controllers.ts';
import { isSame, respecified, type Spec, type World } from './world.ts';

/** What GitOps and users do with a resource while meddling is left. */
export function others(world: World): Change[] {
  const { spec, meddling, stray } = world;
  if (meddling.left === 0 || stray) return [];
  const changes: [who: string, what: string, after: Spec][] = [
    ['GitOps', 'applies its manifest', meddling.manifest],
    ['another user', 'sets whenDeleted: Delete', { ...spec, policy: { whenDeleted: 'Delete' } }],
    ['another user', 'sets whenScaled: Delete', { ...spec, policy: { whenScaled: 'Delete' } }],
    ['another user', 'sets retentionSize', spec.retentionSize ? { ...spec, retentionSize: '5GB' } : spec],
    ['another user', 'scales to 2 replicas', { ...spec, replicas: 2 }],
    ['another user', 'pauses the operator', { ...spec, paused: true }],
    ['another user', 'unpauses the operator', spec.paused ? { ...spec, paused: false } : spec],
  ];
  return changes.flatMap(([who, what, after]): Change[] => {
    const next = respecified(world, after, 'others');
    if (next === world) return [];
    const isPolicy = !isSame(spec.policy, after.policy);
    const used = {
      ...meddling,
      left: meddling.left - 1,
      ...(who === 'GitOps' ? { synced: true as const } : { user: true as const }),
      ...(isPolicy && { policy: true as const }),
    };
    return [{ who, what, world: { ...next, meddling: used } }];
  });
}
