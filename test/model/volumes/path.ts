import type { Violation } from '../explore.ts';
import { eventsText } from '../path.ts';
import type { States } from '../state.ts';
import { recordIn } from './promises.ts';
import { replicasOf, SIZES, type Spec, type World, worldOf } from './world.ts';

/** The path to a broken promise, with the state after each step. */
export const pathText = (violation: Violation, { partsOf }: States): string =>
  eventsText(violation, (state) => standing(worldOf(partsOf(state).subject)));

function standing({ spec, sets, replicas, record: text, lost }: World): string {
  if (lost) return 'a claim is gone';
  const record = recordIn(text);
  const live = sets.map((set) => (set ? `${specText(set)}${set.deleting ? ', going' : ''}` : 'none'));
  const all = replicas.flat();
  const claims = all
    .flatMap(({ claim }) => claim ?? [])
    .map(({ asked, owner }) => SIZES[asked] + (owner ? ` owned by ${owner}` : ''));
  return [
    `spec ${specText(spec)}`,
    `live ${live.join(' + ')}`,
    `pods ${all.filter(({ pod }) => pod).length}`,
    `claims ${claims.join(' + ')}`,
    ...(record ? [`record: ${record.goal}`] : []),
  ].join('; ');
}

const specText = ({ size, paused, policy, ...rest }: Spec): string =>
  [
    SIZES[size],
    `${replicasOf({ size, ...rest })} replicas`,
    ...(paused ? ['paused'] : []),
    ...Object.entries(policy ?? {}).flatMap(([when, what]) => (what === 'Delete' ? [`${when} Delete`] : [])),
  ].join(', ');
