import { badRequest, conflict, notFound, Refusal } from '../http/status.ts';
import { isFields, list, now, type Obj, text } from '../objects/model.ts';
import { core } from '../resources/built-in.ts';
import { storageKey } from '../resources/types.ts';
import { object, open, string } from '../schema/shorthand.ts';
import { holdNamespace } from './create.ts';
import { type Body, decode, parseBody } from './decode.ts';
import { type Operation, save } from './operation.ts';

/** What a scheduler sends to bind a pod. It is not stored. */
const binding = core({
  plural: 'bindings',
  singular: 'binding',
  kind: 'Binding',
  namespaced: true,
  schema: object({ target: open({ kind: string, name: string }) }),
  columns: [],
});

/** Binds the pod that an operation is about to the node that a `Binding` names: once and for all. Throws a 409 later. */
export async function bind(operation: Operation, body: Body): Promise<void> {
  const { object: sent } = decode(await parseBody(body), binding);
  const { store, resource, namespace, name } = operation;
  holdNamespace(sent, namespace);
  if (sent.metadata.name !== name) throw badRequest('name in URL does not match name in Binding object');
  holdTarget(sent);
  const pod = store.get(storageKey(resource), namespace, name);
  if (pod === undefined) throw notFound(resource, name);
  holdUid(operation, pod, sent);
  holdUnbound(pod);
  save(operation, bound(pod, sent));
}

function holdTarget({ target }: Obj): void {
  const kind = text(target, 'kind');
  if (kind !== '' && kind !== 'Node') {
    const message = `target.kind: Unsupported value: ${JSON.stringify(kind)}: supported values: "Node", "<empty>"`;
    throw new Refusal(500, '', message);
  }
  if (text(target, 'name') === '') throw new Refusal(500, '', 'target.name: Required value');
}

function holdUid({ resource, namespace, name }: Operation, { metadata }: Obj, sent: Obj): void {
  const { uid } = sent.metadata;
  if (uid === undefined || uid === metadata.uid) return;
  const failed = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`;
  throw conflict(
    resource,
    name,
    `StorageError: invalid object, Code: 4, Key: /registry/pods/${namespace}/${name}, ResourceVersion: 0, AdditionalErrorMsg: ${failed}`,
  );
}

function holdUnbound(pod: Obj): void {
  const { name, deletionTimestamp } = pod.metadata;
  const refuse = (why: string) => conflict({ group: '', plural: 'pods/binding' }, name, why);
  if (deletionTimestamp !== undefined)
    throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  const node = text(pod, 'spec', 'nodeName');
  if (node !== '') throw refuse(`pod ${name} is already assigned to node ${JSON.stringify(node)}`);
}

/** The pod on its node, with the labels and annotations that the binding brings. */
function bound(pod: Obj, { metadata, target }: Obj): Obj {
  const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now() };
  const others = list(pod, 'status', 'conditions').filter((one) => text(one, 'type') !== scheduled.type);
  const { labels, annotations } = pod.metadata;
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ...(metadata.labels && { labels: { ...labels, ...metadata.labels } }),
      ...(metadata.annotations && { annotations: { ...annotations, ...metadata.annotations } }),
    },
    spec: { ...(isFields(pod.spec) && pod.spec), nodeName: text(target, 'name') },
    status: { ...(isFields(pod.status) && pod.status), conditions: [...others, scheduled] },
  };
}
