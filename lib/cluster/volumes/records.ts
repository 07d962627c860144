import { isForbidden } from '../../kube/api/errors.ts';
import type { KubeClient, KubeList } from '../../kube/api/types.ts';
import { COMPONENTS, type Component, type ResizableName } from '../../objects/components.ts';
import { MONITORING_MANAGER } from '../../objects/names.ts';
import { type RecordObject, recordName } from '../../volumes/record.ts';
import { CommandError } from '../../words/errors.ts';
import { readRecord } from './read.ts';

/** The record of an unfinished run, and the instance that it names. */
export interface FoundRecord {
  component: Component<ResizableName>;
  name: string;
  record: RecordObject;
}

const { metrics, alerts, ruler } = COMPONENTS;
export const RESIZABLE = [metrics, alerts, ruler] as const;

interface Wanted {
  namespace: string;
  name: string | undefined;
  /** Undefined: any. */
  component: ResizableName | undefined;
}

/** The records of unfinished runs in a namespace: of every instance with this name, or of all. */
export async function findRecords(
  client: KubeClient,
  { namespace, name, component }: Wanted,
): Promise<FoundRecord[]> {
  const kinds = RESIZABLE.filter((one) => component === undefined || one.name === component);
  if (name === undefined) return listed(client, namespace);
  const records = await Promise.all(
    kinds.map((kind) => readRecord(client, { component: kind, namespace, name })),
  );
  return kinds.flatMap((kind, index) => {
    const record = records[index];
    return record ? [{ component: kind, name, record }] : [];
  });
}

async function listed(client: KubeClient, namespace: string): Promise<FoundRecord[]> {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const query = { labelSelector: `app.kubernetes.io/managed-by=${MONITORING_MANAGER}` };
  const { items } = await client
    .send<KubeList<RecordObject>>({ method: 'GET', path, query })
    .catch((error: unknown) => {
      if (!isForbidden(error)) throw error;
      throw new CommandError('refusal', 'error: not allowed: list configmaps', {
        hint: 'Without it, unfinished resizes cannot be found: give the name of the instance.',
        cause: error,
      });
    });
  return items.flatMap((record) =>
    RESIZABLE.flatMap((component) => {
      const lead = recordName(component, '');
      const { name } = record.metadata;
      return name.startsWith(lead) ? [{ component, name: name.slice(lead.length), record }] : [];
    }),
  );
}
