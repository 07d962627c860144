import type { RawAnswer } from '../../kube/api/types.ts';
import { ALERTMANAGER, type PodPlace, PROMETHEUS, placesOf } from '../../metrics/place.ts';
import { COMPONENTS, type ComponentName } from '../../objects/components.ts';
import type { PodObject } from '../../objects/pod.ts';
import type { InstanceState, Watchdog } from '../../status/block.ts';
import { ALERTS_PATH, RULES_PATH, silenceOfAlert, silenceOfRule } from '../../status/watchdog.ts';
import { podsOf } from '../../versions/monitoring.ts';
import type { InstanceObject } from '../../volumes/instance.ts';
import { type Asker, openPod } from '../metrics/pod.ts';
import { reasonOf } from './collections.ts';

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
    const answer = await reader.get(path);
    if (answer.status !== 200) return { reason: answered(answer) };
    try {
      return { silence: silence(answer.body) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { reason: answered(answer) };
    }
  } catch (error) {
    return { reason: reasonOf(error) };
  } finally {
    reader.close();
  }
}

/** Maximum characters shown of an unexpected body. */
const EXCERPT = 100;

const answered = ({ status, body }: RawAnswer): string => {
  const said = body.slice(0, EXCERPT).trim();
  return `it answered ${status}${said ? `: ${said}` : ''}`;
};
