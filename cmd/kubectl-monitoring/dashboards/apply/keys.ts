import type { DashboardManifest } from '../../../../lib/dashboards/manifests.ts';
import { fieldsOf } from '../../../../lib/objects/fields.ts';
import { managerText, owners } from '../../../../lib/objects/gitops.ts';
import { MONITORING_MANAGER } from '../../../../lib/objects/names.ts';
import { listed } from '../../../../lib/words/text.ts';
import type { Plan } from '../../shared/apply/description.ts';

const FIELDS = ['data', 'binaryData'];

/** The names of an object's files, with the field that they are in. */
const keysOf = (object: unknown): { field: string; key: string }[] =>
  FIELDS.flatMap((field) =>
    Object.keys(fieldsOf(fieldsOf(object)?.[field]) ?? {}).map((key) => ({ field, key })),
  );

/** The files of a container as fields, by their name. Who owns another file of it does not revert these. */
export const keyFields = (manifest: DashboardManifest): Record<string, string[]> =>
  Object.fromEntries(keysOf(manifest).map(({ field, key }) => [key, [`f:${field}`, `f:${key}`]]));

/** The files of a container that an apply leaves there, although its file no longer has them: other clients own them. */
export function keptKeys({ namespace, resource, request, after }: Plan): string[] {
  if (!after) return [];
  const given = new Set(keysOf(request.body).map(({ key }) => key));
  return keysOf(after)
    .filter(({ key }) => !given.has(key))
    .map(({ field, key }) => {
      const others = owners(after, [`f:${field}`, `f:${key}`]).filter((name) => name !== MONITORING_MANAGER);
      const owner =
        others.length > 0 ? `${listed(others.map(managerText))} owns it` : 'another client owns it';
      return `${resource} in namespace ${namespace} keeps ${key}, which is not in your file: ${owner}`;
    });
}
