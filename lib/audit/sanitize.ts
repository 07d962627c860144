import type { Finding, Path } from './finding.ts';

/** A field as text: `spec.updates[0].url`, `metadata.annotations["a.io/b"].spec.image.url`. */
export const fieldText = ({ path, inner = [] }: Pick<Finding, 'path' | 'inner'>): string =>
  dotted([...path, ...inner]);

/** The same for a table: without the prefix of an annotation's name. */
export function shortFieldText({ path, inner }: Pick<Finding, 'path' | 'inner'>): string {
  return inner ? `${String(path.at(-1)).split('/').at(-1)}: ${dotted(inner)}` : dotted(path);
}

const dotted = (path: Path): string =>
  path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return /^[\w-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('')
    .replace(/^\./, '');

/** An object as `-o name` prints it: `baremetalhost.metal3.io/worker-0`, `configmap/ironic`. */
export function resourceText({
  kind,
  apiVersion,
  name,
}: Pick<Finding, 'kind' | 'apiVersion' | 'name'>): string {
  const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [];
  return `${kind.toLowerCase()}${group ? `.${group}` : ''}/${name}`;
}
