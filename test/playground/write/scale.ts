import { badRequest, invalid, Refusal } from '../http/status.ts';
import { at, type Fields, isFields, type Obj } from '../objects/model.ts';
import { patched, patchType } from '../patch/patch.ts';
import { inGroup } from '../resources/built-in.ts';
import type { Resource, Scaling } from '../resources/types.ts';
import { integer, object, string } from '../schema/shorthand.ts';
import { type Body, coercePatched, decode, parseBody } from './decode.ts';
import { current, type Operation } from './operation.ts';
import { update } from './update.ts';

/** The kind of the subresource `scale`, whatever it scales. */
const scale = inGroup('autoscaling', {
  plural: 'scales',
  singular: 'scale',
  kind: 'Scale',
  namespaced: true,
  schema: object({
    spec: object({ replicas: integer }),
    status: object({ replicas: integer, selector: string }),
  }),
  columns: [],
});

/** How many replicas an object wants and has. Throws a 500 where it doesn't say what it wants, as the real server does. */
export function scaleOf(object: Obj, scaling: Scaling): Obj {
  if (typeof at(object, ...scaling.wanted) === 'number') return written(object, scaling);
  const message = `the spec replicas field ${JSON.stringify(fieldOf(scaling))} does not exist`;
  throw new Refusal(500, 'InternalError', `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
  });
}

const fieldOf = ({ wanted }: Scaling): string => `.${wanted.join('.')}`;

function written(object: Obj, { wanted, present, selector }: Scaling): Obj {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = at(object, ...wanted);
  const labels = selector(object);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      name,
      ...(namespace && { namespace }),
      ...(uid && { uid }),
      ...(resourceVersion && { resourceVersion }),
      ...(creationTimestamp && { creationTimestamp }),
    },
    spec: replicas ? { replicas } : {},
    status: { replicas: Number(at(object, ...present) ?? 0), ...(labels && { selector: labels }) },
  };
}

/** Sets the replicas that an object wants to what a PUT of its scale says, and gives the scale then. */
export async function replaceScale(operation: Operation, scaling: Scaling, body: Body): Promise<Obj> {
  const { object: sent } = decode(await parseBody(body), scale);
  return rescale(operation, scaling, sent);
}

/** The same by a patch of its scale. */
export function patchScale(operation: Operation, scaling: Scaling, { bytes, contentType }: Body): Obj {
  const type = patchType(contentType, { custom: operation.resource.custom });
  const before = written(current(operation), scaling);
  const { object: sent } = coercePatched(
    patched(before, bytes.toString('utf8'), { type, resource: scale }),
    scale,
  );
  return rescale(operation, scaling, sent);
}

function rescale(operation: Operation, scaling: Scaling, { metadata, spec }: Obj): Obj {
  const { name } = operation;
  if (metadata.name !== name) {
    throw badRequest(
      `the name of the object (${metadata.name ?? ''}) does not match the name on the URL (${name})`,
    );
  }
  const old = current(operation);
  const replicas = Number(at(spec, 'replicas') ?? 0);
  if (replicas < 0) throw negative(operation, scaling, replicas);
  const next = structuredClone(old);
  next.metadata.resourceVersion = metadata.resourceVersion ?? old.metadata.resourceVersion ?? '';
  setAt(next, scaling.wanted, replicas);
  return scaleOf(update(operation, old, next), scaling);
}

function negative({ resource, name }: Operation, scaling: Scaling, value: number): Refusal {
  const reason = 'FieldValueInvalid';
  if (resource.custom) {
    const detail = 'should be a non-negative integer';
    return invalid(resource.group, resource.kind, name, [{ reason, field: fieldOf(scaling), value, detail }]);
  }
  const detail = 'must be greater than or equal to 0';
  return invalid(scale.group, scale.kind, name, [{ reason, field: 'spec.replicas', value, detail }]);
}

function setAt(object: Fields, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    object[key] = value;
    return;
  }
  const child = isFields(object[key]) ? object[key] : {};
  object[key] = child;
  setAt(child, rest, value);
}

/** What discovery says of the subresource `scale`. */
export const scaleKind: Pick<Resource, 'group' | 'version' | 'kind'> = scale;
