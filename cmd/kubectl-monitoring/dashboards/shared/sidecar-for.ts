import type { Host } from '../../../../lib/cli/command.ts';
import { type FoundSidecars, readSidecars } from '../../../../lib/cluster/dashboards/read-sidecars.ts';
import { type SessionFlags, type Speech, speechOf } from '../../../../lib/cluster/session.ts';
import type { RunningSidecar } from '../../../../lib/dashboards/standing/running.ts';
import type { Naming } from '../../../../lib/objects/monitoring-names.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { readGround } from '../../shared/read-ground.ts';

/** What to check about a container whose sidecar is not known. */
const LABEL_ADVICE = 'check that the sidecar of the dashboard UI looks for the label of the object';

/**
 * The sidecar of the cluster that a new container is for; undefined if its label is given (`--names`), or, with a warning, if
 * there is none that is known.
 *
 * @throws {CommandError} for wrong flags.
 */
export async function sidecarFor(
  values: SessionFlags & { offline: boolean; names: Naming | undefined },
  host: Host,
): Promise<RunningSidecar | undefined> {
  if (values.names !== undefined) return undefined;
  const found = await readGround(values, host, { read: readSidecars, advice: LABEL_ADVICE });
  if (!found) return undefined;
  const { warn } = speechOf(values, host);
  return chosenSidecar(found, { near: MONITORING_NAMESPACE, warn });
}

/** The sidecar whose label is known, of a namespace before others; undefined, with a warning, if there is none. */
export function chosenSidecar(
  { sidecars, unread }: FoundSidecars,
  { near, warn }: { near: string } & Pick<Speech, 'warn'>,
): RunningSidecar | undefined {
  const known = sidecars.filter(({ label, unresolved }) => label !== '' && !unresolved.includes('LABEL'));
  const [first] = known;
  if (first) return known.find(({ workload }) => workload.namespace === near) ?? first;
  const [{ reason } = {}] = unread;
  warn(
    reason === undefined
      ? `the cluster has no sidecar that loads dashboards: ${LABEL_ADVICE}`
      : `no sidecar that loads dashboards was found (${oneLine(reason)}): ${LABEL_ADVICE}`,
  );
  return undefined;
}
