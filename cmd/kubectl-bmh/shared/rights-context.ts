import type { Session } from '../../../lib/cluster/session.ts';
import { type ServiceAddress, serviceAddress } from '../../../lib/hosts/probe.ts';
import { findHostGroup } from '../../../lib/kube/api/discovery.ts';
import { IMAGE_SERVICE, USUAL_HOST_GROUP } from '../../../lib/objects/names.ts';
import { asPart, reportable } from '../../../lib/words/errors.ts';
import { checkService, notAService } from './repair-options.ts';

/** The service that images are at: `httpd-http.metal.svc:8080`. */
export function imagesAt(service = IMAGE_SERVICE): ServiceAddress {
  checkService(service);
  const address = serviceAddress(`http://${service}/`);
  if (!address) throw notAService(service);
  return address;
}

/** Falls back to the usual group, so that roles can be printed before there is a cluster or a host CRD. */
export async function hostGroup({ client, warn }: Session): Promise<string> {
  try {
    return await findHostGroup(client);
  } catch (error) {
    warn(`assuming that hosts are in the API group ${USUAL_HOST_GROUP}: ${asPart(reportable(error))}`);
    return USUAL_HOST_GROUP;
  }
}
