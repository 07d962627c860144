import type { Change } from './controllers.ts';
import { isSame, respecified, type Spec, type World } from './world.ts';

/** What others than the tool and the controllers do with a resource, as long as they may. */
export function others(world: World): Change[] {
  const { spec, meddling, stray } = world;
  if (meddling.left === 0 || stray) return [];
  const changes: [who: string, what: string, after: Spec][] = [
    ['GitOps', 'applies its manifest', meddling.manifest],
    ['somebody', 'sets whenDeleted: Delete', { ...spec, policy: { whenDeleted: 'Delete' } }],
    ['somebody', 'sets whenScaled: Delete', { ...spec, policy: { whenScaled: 'Delete' } }],
    ['somebody', 'sets retentionSize', spec.retentionSize ? { ...spec, retentionSize: '5GB' } : spec],
    ['somebody', 'scales to 2 replicas', { ...spec, replicas: 2 }],
    ['somebody', 'pauses the operator', { ...spec, paused: true }],
    ['somebody', 'unpauses the operator', spec.paused ? { ...spec, paused: false } : spec],
  ];
  return changes.flatMap(([who, what, after]): Change[] => {
    const next = respecified(world, after, 'others');
    if (next === world) return [];
    const isPolicy = !isSame(spec.policy, after.policy);
    const used = {
      ...meddling,
      left: meddling.left - 1,
      ...(who === 'GitOps' ? { synced: true as const } : { somebody: true as const }),
      ...(isPolicy && { policy: true as const }),
    };
    return [{ who, what, world: { ...next, meddling: used } }];
  });
}
