import { badRequest, conflict, type Finding, invalid } from '../http/status.ts';
import { at, type Fields, isFields, list, now, type Obj, text } from '../objects/model.ts';
import { storageKey } from '../resources/types.ts';
import { type Body, parseBody } from './decode.ts';
import { current, type Operation, save } from './operation.ts';
import { dryRunFindings } from './options.ts';

export interface DeleteOptions {
  dryRun: boolean;
  /** Undefined: the resource's own. */
  gracePeriodSeconds: number | undefined;
  propagationPolicy: string;
  uid: string;
  resourceVersion: string;
}

/** Reads the options of a deletion from its body or, where it has none, its query. Throws a 400 or 422. */
export async function deleteOptions(body: Body, query: URLSearchParams): Promise<DeleteOptions> {
  const sent = body.bytes.length === 0 ? fromQuery(query) : await parseBody(body);
  if (!isFields(sent)) throw badRequest('decoded object cannot be converted to DeleteOptions');
  const dryRun = list(sent, 'dryRun').map(String);
  const policy = text(sent, 'propagationPolicy');
  const findings: Finding[] = [];
  if (!['', 'Foreground', 'Background', 'Orphan'].includes(policy)) {
    const detail = 'supported values: "Foreground", "Background", "Orphan", "nil"';
    findings.push({ reason: 'FieldValueNotSupported', field: 'propagationPolicy', value: policy, detail });
  }
  findings.push(...dryRunFindings(dryRun));
  if (findings.length > 0) throw invalid('meta.k8s.io', 'DeleteOptions', '', findings);
  const grace = sent.gracePeriodSeconds;
  return {
    dryRun: dryRun.length > 0,
    gracePeriodSeconds: typeof grace === 'number' ? Math.max(grace, grace < 0 ? 1 : 0) : undefined,
    propagationPolicy: policy || (at(sent, 'orphanDependents') === true ? 'Orphan' : ''),
    uid: text(sent, 'preconditions', 'uid'),
    resourceVersion: text(sent, 'preconditions', 'resourceVersion'),
  };
}

/**
 * Deletes an object. Gives its last state and whether it is gone: one with finalizers or a grace period only gets
 * its deletionTimestamp, and goes when they are done.
 */
export function remove(operation: Operation, options: DeleteOptions): { object: Obj; gone: boolean } {
  const { store, resource, namespace, name } = operation;
  const old = current(operation);
  holdPreconditions(operation, old, options);
  const finalizers = finalizersFor(operation, old, options);
  const grace = gracePeriod(operation, old, options);
  // A namespace is held by finalizers of its spec, until its contents are gone.
  const held = finalizers.length + list(old, 'spec', 'finalizers').length > 0;
  if (!held && grace === 0) {
    if (!options.dryRun) store.remove(storageKey(resource), namespace, name);
    return { object: old, gone: true };
  }
  const { deletionTimestamp, generation } = old.metadata;
  const first = deletionTimestamp === undefined;
  const object: Obj = {
    ...old,
    metadata: {
      ...old.metadata,
      ...(first && generation !== undefined && { generation: generation + 1 }),
      deletionTimestamp: deletionTimestamp ?? later(grace),
      deletionGracePeriodSeconds: first
        ? grace
        : Math.min(grace, old.metadata.deletionGracePeriodSeconds ?? grace),
      ...(finalizers.length > 0 && { finalizers }),
    },
  };
  resource.prepare?.(object, old);
  const same = !first && finalizers.length === (old.metadata.finalizers ?? []).length;
  return { object: same ? old : save(operation, object), gone: false };
}

function holdPreconditions({ resource, name }: Operation, { metadata }: Obj, options: DeleteOptions): void {
  const named = { group: resource.group, plural: resource.kind };
  if (options.uid !== '' && options.uid !== metadata.uid) {
    throw conflict(
      named,
      name,
      `the UID in the precondition (${options.uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (options.resourceVersion !== '' && options.resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      named,
      name,
      `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

/** The finalizers that a deletion leaves or sets: those of the garbage collector follow the policy asked for. */
function finalizersFor(
  { resource }: Operation,
  { metadata }: Obj,
  { propagationPolicy }: DeleteOptions,
): string[] {
  const own = metadata.finalizers ?? [];
  if (metadata.deletionTimestamp !== undefined) return own;
  const { cleanup } = resource;
  const finalizers = cleanup === undefined || own.includes(cleanup) ? own : [...own, cleanup];
  if (propagationPolicy === '') return finalizers;
  const others = finalizers.filter((one) => one !== 'orphan' && one !== 'foregroundDeletion');
  if (propagationPolicy === 'Orphan') return [...others, 'orphan'];
  return propagationPolicy === 'Foreground' ? [...others, 'foregroundDeletion'] : others;
}

/** Only a pod that runs somewhere is given time to end. */
function gracePeriod({ resource }: Operation, pod: Fields, { gracePeriodSeconds }: DeleteOptions): number {
  const running =
    storageKey(resource) === 'pods.' &&
    text(pod, 'spec', 'nodeName') !== '' &&
    !['Succeeded', 'Failed'].includes(text(pod, 'status', 'phase'));
  if (!running) return 0;
  return gracePeriodSeconds ?? Number(at(pod, 'spec', 'terminationGracePeriodSeconds') ?? 30);
}

const later = (seconds: number): string =>
  seconds === 0 ? now() : `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}Z`;

function fromQuery(query: URLSearchParams): Fields {
  const grace = query.get('gracePeriodSeconds');
  return {
    dryRun: query.getAll('dryRun'),
    propagationPolicy: query.get('propagationPolicy') ?? '',
    orphanDependents: query.get('orphanDependents') === 'true',
    ...(grace !== null && { gracePeriodSeconds: Number(grace) }),
  };
}
