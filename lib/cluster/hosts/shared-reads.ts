import type { Host } from '../../hosts/host.ts';
import type { Target } from '../../hosts/image.ts';
import type { ImageProbe } from '../../hosts/probe.ts';
import { changePermissions } from '../../hosts/rbac.ts';
import { missingPermissions, type Permission } from '../../kube/api/access.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import { type ContextReading, readContext } from './read-context.ts';
import { probingOnce, readingOnce, remembered } from './read-once.ts';

/** Reads of a cluster that many hosts share, each done once. */
export interface SharedReads {
  context(host: Host): Promise<ContextReading>;
  probe(namespace: string, target: Target): Promise<ImageProbe>;
  /** The rights missing for a host: checked for its namespace and, only if one is missing there, for the host. */
  missing(group: string, host: Host): Promise<readonly Permission[]>;
}

export function sharedReads(client: KubeClient, signal: AbortSignal): SharedReads {
  const once = readingOnce(client);
  const rights = new Map<string, Promise<Permission[]>>();
  return {
    context: (host) => readContext(once, host),
    probe: probingOnce(client, signal),
    async missing(group, { namespace, name }) {
      const everywhere = await remembered(rights, namespace, () =>
        missingPermissions(client, changePermissions(group, { namespace })),
      );
      return everywhere.length === 0
        ? []
        : missingPermissions(client, changePermissions(group, { namespace, name }));
    },
  };
}
