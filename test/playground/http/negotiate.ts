import { notAcceptable } from './status.ts';

/** What an answer is turned into: the object itself, a table, its metadata alone, or aggregated discovery. */
export type Shape = 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** One media range of an Accept header, with its parameters. */
export interface Clause {
  type: string;
  as: string;
  group: string;
  version: string;
}

const shapes: readonly string[] = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'];

/** The shape of the first clause of an Accept header that can be served. Throws a 406 otherwise. */
export function acceptedShape(accept: string | undefined): Shape {
  for (const { type, as, group, version } of clauses(accept)) {
    if (!json.includes(type)) continue;
    if (as === '') return 'object';
    const known = group === 'meta.k8s.io' && (version === 'v1' || version === 'v1beta1');
    if (known && shapes.includes(as)) return as as Shape;
  }
  throw notAcceptable(['application/json']);
}

/** The version of aggregated discovery that is asked for before plain JSON; undefined where it is not. */
export function acceptsAggregated(accept: string | undefined): string | undefined {
  const served = clauses(accept).find(
    ({ type, as, group, version }) =>
      json.includes(type) &&
      (as === '' || (as === 'APIGroupDiscoveryList' && group === 'apidiscovery.k8s.io' && version === 'v2')),
  );
  return served?.as === 'APIGroupDiscoveryList' ? served.version : undefined;
}

const json = ['application/json', 'application/*', '*/*'];

function clauses(accept = '*/*'): Clause[] {
  return accept.split(',').map((clause) => {
    const [type = '', ...parameters] = clause.split(';').map((part) => part.trim());
    const of = (name: string) =>
      parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
    return { type, as: of('as'), group: of('g'), version: of('v') };
  });
}
