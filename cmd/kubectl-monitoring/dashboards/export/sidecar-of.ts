import { readSidecars } from '../../../../lib/cluster/dashboards/read-sidecars.ts';
import type { RunningSidecar } from '../../../../lib/dashboards/standing/running.ts';
import { chosenSidecar, sidecarFor } from '../shared/sidecar-for.ts';
import type { AskedUi } from './with-ui.ts';

/** The sidecar whose label the containers get, of the UI that is asked or else of the cluster; undefined, with a warning, if it is not known. */
export async function sidecarOf({
  cluster,
  values,
  host,
  warn,
}: AskedUi): Promise<RunningSidecar | undefined> {
  if (!cluster) return sidecarFor({ ...values, offline: false }, host);
  if (values.names !== undefined) return undefined;
  return chosenSidecar(await readSidecars(cluster.session), { near: cluster.namespace, warn });
}
