import type { Chain } from '../../alerts/watchdog/chain.ts';
import type { ComponentName } from '../../objects/components.ts';
import { WATCHDOG } from '../../objects/names.ts';
import type { Asker } from '../metrics/pod.ts';
import type { Member } from '../watchdog/members.ts';
import { readChains } from '../watchdog/read-chains.ts';
import type { BlockObjects } from './read-objects.ts';

/** The chains of the watchdog alert through the metrics servers and alert managers of a block (§1). */
export function readWatchdog(
  asker: Asker,
  { instances, pods }: Pick<BlockObjects, 'instances' | 'pods'>,
  now: Date,
): Promise<Chain[]> {
  const members = (name: ComponentName): Member[] =>
    instances
      .filter(({ component }) => component.name === name)
      .map(({ object }) => ({ object, pods: pods.get(object.metadata.namespace ?? '') }));
  return readChains(
    asker,
    { servers: members('metrics'), managers: members('alerts') },
    { alert: WATCHDOG, check: undefined, now },
  );
}
