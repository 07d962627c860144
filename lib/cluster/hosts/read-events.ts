import type { HostEvent } from '../../hosts/diagnosis/evidence.ts';
import type { Host } from '../../hosts/host.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import { textOf } from '../../objects/fields.ts';
import { HOST_KIND } from '../../objects/names.ts';

type EventObject = KubeObject & {
  reason?: unknown;
  message?: unknown;
  count?: unknown;
  series?: { count?: unknown; lastObservedTime?: unknown };
  lastTimestamp?: unknown;
  eventTime?: unknown;
};

/** The Events about a host, the latest first. */
export async function readEvents(
  client: KubeClient,
  { namespace, name }: Pick<Host, 'namespace' | 'name'>,
): Promise<HostEvent[]> {
  const { items } = await client.send<KubeList<EventObject>>({
    method: 'GET',
    path: `/api/v1/namespaces/${pathPart(namespace)}/events`,
    query: { fieldSelector: `involvedObject.kind=${HOST_KIND},involvedObject.name=${name}` },
  });
  return items.map(readEvent).toSorted((a, b) => (b.last ?? '').localeCompare(a.last ?? '', 'en'));
}

function readEvent({ metadata, reason, message, count, series, ...times }: EventObject): HostEvent {
  const last = [series?.lastObservedTime, times.lastTimestamp, times.eventTime, metadata.creationTimestamp];
  const counted = [series?.count, count].find((one) => typeof one === 'number');
  return {
    reason: textOf(reason ?? ''),
    message: textOf(message ?? ''),
    count: typeof counted === 'number' ? counted : 1,
    last: last.find((time) => typeof time === 'string'),
  };
}
