import type { Host } from '../../../lib/hosts/host.ts';
import type { Connection } from '../../../lib/kube/config/connection.ts';
import { hostResource } from '../../../lib/objects/names.ts';

/** Which host a report is of, and where that is. */
export const placeOf = (
  { context, server }: Pick<Connection, 'context' | 'server'>,
  group: string,
  { name, namespace }: Pick<Host, 'name' | 'namespace'>,
) => ({ host: name, namespace, resource: hostResource(group, name), context, server });
