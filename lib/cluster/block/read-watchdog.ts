import { ALERTMANAGER, type PodPlace, PROMETHEUS, placesOf } from '../../metrics/place.ts';
import { COMPONENTS, type ComponentName } from '../../objects/components.ts';
import type { PodObject } from '../../objects/pod.ts';
import type { InstanceState, Watchdog } from '../../status/block.ts';
import { ALERTS_PATH, RULES_PATH, silenceOfAlert, silenceOfRule } from '../../status/watchdog.ts';
import { podsOf } from '../../versions/monitoring.ts';
import type { InstanceObject } from '../../volumes/instance.ts';
import { askPod } from '../metrics/ask-pod.ts';
import { type Asker, openPod } from '../metrics/pod.ts';

/** How a replica is asked about the watchdog alert. */
const HOPS = {
  metrics: { served: PROMETHEUS, path: RULES_PATH, silence: silenceOfRule },
  alerts: { served: ALERTMANAGER, path: ALERTS_PATH, silence: silenceOfAlert },
} as const;

/** Queries every ready replica for the watchdog alert; undefined for a ruler and an agent. */
export async function readWatchdog(
  asker: Asker,
  {
    component,
    object,
    pods,
  }: { component: ComponentName; object: InstanceObject; pods: readonly PodObject[] },
): Promise<InstanceState['watchdog']> {
  if (component !== 'metrics' && component !== 'alerts') return undefined;
  const { served, ...hop } = HOPS[component];
  const own = podsOf(COMPONENTS[component], object, pods);
  const results = await Promise.all(
    placesOf(served, [object], own).map(async (place) => ({
      pod: place.pod,
      ...(await ask(asker, place, hop)),
    })),
  );
  return {
    alive: results.flatMap(({ pod, silence, reason }) =>
      silence === undefined && reason === undefined ? pod : [],
    ),
    silent: results.flatMap(({ pod, silence }) => (silence === undefined ? [] : { pod, reason: silence })),
    unasked: results.flatMap(({ pod, reason }) => (reason === undefined ? [] : { pod, reason })),
  } satisfies Watchdog;
}

async function ask(
  asker: Asker,
  place: PodPlace,
  { path, silence }: { path: string; silence(body: string): string | undefined },
): Promise<{ silence?: string | undefined; reason?: string }> {
  const reader = openPod(asker, place);
  try {
    const answer = await askPod(reader, path, silence);
    return 'reason' in answer ? answer : { silence: answer.value };
  } finally {
    reader.close();
  }
}
