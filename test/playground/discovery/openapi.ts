import { createHash } from 'node:crypto';
import type { Fields } from '../objects/model.ts';
import { groupVersion, type Resource } from '../resources/types.ts';

/** The body of `/openapi/v3`: the path of the spec of each group version. */
export function openApiIndex(resources: readonly Resource[]): Fields {
  const paths = [...new Set(resources.map(documentPath))].sort().map((path): [string, Fields] => {
    const document = JSON.stringify(openApiDocument(path, resources));
    const hash = createHash('sha512').update(document).digest('hex').toUpperCase();
    return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }];
  });
  return { paths: Object.fromEntries(paths) };
}

/**
 * The spec of one group version, as far as kubectl needs it: which operations take which parameters, and the
 * schemas of custom resources. kubectl knows those of built-in types itself. Undefined for any other path.
 */
export function openApiDocument(path: string, resources: readonly Resource[]): Fields | undefined {
  const served = resources.filter((resource) => documentPath(resource) === path);
  if (served.length === 0) return undefined;
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.36.3' },
    paths: Object.fromEntries(served.filter(({ verbs }) => verbs.includes('patch')).flatMap(operations)),
    components: { schemas: Object.fromEntries(served.filter(({ custom }) => custom).map(component)) },
  };
}

const documentPath = (resource: Resource): string =>
  `${resource.group === '' ? 'api' : 'apis'}/${groupVersion(resource)}`;

const gvk = ({ group, version, kind }: Resource): Fields => ({ group, version, kind });

const parameters = ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({
  name,
  in: 'query',
  schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
}));

function operations(resource: Resource): [string, Fields][] {
  const scope = resource.namespaced ? '/namespaces/{namespace}' : '';
  const path = `/${documentPath(resource)}${scope}/${resource.plural}/{name}`;
  const patch = {
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': gvk(resource),
    parameters,
  };
  return ['', ...resource.subresources].map((subresource) => [
    subresource === '' ? path : `${path}/${subresource}`,
    { patch },
  ]);
}

/** A custom resource's schema under the name that its group, reversed, gives it. */
function component(resource: Resource): [string, Fields] {
  const name = [...resource.group.split('.').reverse(), resource.version, resource.kind].join('.');
  const metadata = { type: 'object', description: 'Standard metadata of an object.' };
  const properties = { ...resource.schema.properties, metadata };
  return [name, { ...resource.schema, properties, 'x-kubernetes-group-version-kind': [gvk(resource)] }];
}
