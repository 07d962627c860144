import { readSidecars } from '../../../../lib/cluster/dashboards/read-sidecars.ts';
import type { RunningSidecar } from '../../../../lib/dashboards/standing/running.ts';
import { chosenSidecar, LABEL_ADVICE } from '../shared/sidecar-for.ts';
import type { AskedUi } from './with-ui.ts';

/** The sidecar of the UI that is asked, whose label the containers get; undefined, with a warning, if it is not known. */
export async function sidecarOf({ cluster, values, warn }: AskedUi): Promise<RunningSidecar | undefined> {
  if (values.names !== undefined) return undefined;
  if (!cluster) {
    warn(`the object has the label of the platform: ${LABEL_ADVICE}, or use --names=upstream`);
    return undefined;
  }
  return chosenSidecar(await readSidecars(cluster.session), { near: cluster.namespace, warn });
}
