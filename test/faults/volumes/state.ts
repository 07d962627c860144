import { COMPONENTS } from '../../../lib/objects/components.ts';
import { recordName } from '../../../lib/volumes/record.ts';
import type { RetentionPolicy } from '../../scenarios/components.ts';
import type { ClaimView, MonitoringStage } from '../../support/monitoring-stage.ts';
import { NAME } from './procedures.ts';

/** A Prometheus with all that a resize could leave changed; absent is undefined. */
export interface State {
  replicas: number | undefined;
  paused: boolean | undefined;
  policy: RetentionPolicy | undefined;
  retentionSize: string | undefined;
  /** Size in its claim template. */
  size: string;
  /** Size in the claim template of the live StatefulSet; undefined where there is none. */
  live: string | undefined;
  claims: Record<string, ClaimView>;
  /** Uids of the pods, by name. */
  pods: Record<string, string>;
  /** What the record of an unfinished run says; undefined where there is none. */
  record: string | undefined;
  /** The uids of claims whose volume was deleted. */
  lost: readonly string[];
}

/** How things are now. */
export async function stateOf(stage: MonitoringStage): Promise<State> {
  const { path } = stage;
  const [instance, sets, claims, pods, records] = await Promise.all([
    stage.get(path('prometheuses', NAME)),
    stage.list(path('statefulsets')),
    stage.claims(),
    stage.pods(),
    stage.list(path('configmaps')),
  ]);
  const {
    replicas,
    paused,
    persistentVolumeClaimRetentionPolicy: policy,
    storage,
    retentionSize,
  } = instance.spec;
  const record = records.find(({ metadata }) => metadata.name === recordName(COMPONENTS.metrics, NAME));
  return {
    replicas,
    paused,
    policy,
    retentionSize,
    size: sizeOf(storage.volumeClaimTemplate),
    live: sets[0] && sizeOf(sets[0].spec.volumeClaimTemplates[0]),
    claims,
    pods,
    record: record?.data['record.json'],
    lost: [...stage.storage.lostUids],
  };
}

const sizeOf = (template: { spec: { resources: { requests: { storage: string } } } }): string =>
  template.spec.resources.requests.storage;

/** How things are, in a line. */
export function stateText({
  replicas,
  paused,
  policy,
  retentionSize,
  size,
  live,
  claims,
  record,
  lost,
}: State): string {
  return [
    `replicas ${replicas}`,
    `paused ${paused}`,
    `policy ${JSON.stringify(policy)}`,
    `retentionSize ${retentionSize}`,
    `template ${size}`,
    `StatefulSet ${live ?? '(none)'}`,
    ...Object.entries(claims).map(
      ([name, { request, capacity, owners }]) =>
        `claim ${name} ${capacity} of ${request}${owners.map((owner) => ` owned by ${owner}`).join('')}`,
    ),
    record === undefined ? 'no record' : `record ${record}`,
    `${lost.length} lost in this namespace`,
  ].join(', ');
}
