import type { Host } from '../../test/operators/host.ts';
import { type Call, call } from '../../test/support/http.ts';
import type { Ground } from './ground.ts';

/** A host that a bench repairs again and again, and the image address that it gets each time. */
export interface BrokenHost {
  broken: Host;
  target: string;
}

const pathOf = ({ metadata: { name, namespace } }: Host): string =>
  `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${name}`;

/** Puts the host back to what the update left behind: both addresses stale, an error, no pause. */
export async function breakHost({ server }: Ground, { broken }: BrokenHost): Promise<void> {
  const path = pathOf(broken);
  const { metadata } = await send(server, { path });
  const annotations = Object.fromEntries(Object.keys(metadata.annotations ?? {}).map((key) => [key, null]));
  await send(server, {
    method: 'PATCH',
    // As an interactive edit: the field manager of a GitOps tool would be refused.
    path: `${path}?fieldManager=kubectl-edit`,
    body: { metadata: { annotations }, spec: { image: broken.spec.image } },
  });
  await send(server, { method: 'PATCH', path: `${path}/status`, body: { status: broken.status } });
}

/** @throws where the host is not as a repair leaves it. */
export async function checkHost({ server }: Ground, { broken, target }: BrokenHost): Promise<void> {
  const { metadata, spec, status } = await send(server, { path: pathOf(broken) });
  const { errorCount, errorMessage, provisioning } = status;
  const isDone =
    errorCount === 0 &&
    errorMessage === '' &&
    spec.image.url === target &&
    provisioning.image.url === target &&
    Object.keys(metadata.annotations ?? {}).length === 0;
  if (!isDone) throw new Error(`The host is not repaired: ${JSON.stringify({ metadata, spec, status })}`);
}

async function send({ admin }: Ground['server'], request: Call) {
  const { status, json, text } = await call(admin, request);
  if (status !== 200) throw new Error(`${request.method ?? 'GET'} ${request.path}: HTTP ${status}: ${text}`);
  return json;
}
