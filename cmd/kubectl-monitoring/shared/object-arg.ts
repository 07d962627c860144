import { objectName } from '../../../lib/kube/api/object-name.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';

/** The object that an argument names. */
export interface ObjectArg {
  /** What the argument has before the name, as `kinds` found it; undefined: a name alone. */
  kind: string | undefined;
  name: string;
  /** The namespace that the argument names; undefined: that of the connection. */
  namespace: string | undefined;
}

/**
 * Reads an argument that names an object: `NAME`, `KIND/NAME` as `-o name` prints it, or `NAMESPACE/NAME`.
 *
 * @param kinds what may stand before the name, with its slash; its first group is the kind.
 * @param what the object in messages: `rule`.
 * @throws {CommandError} if a name is not valid, or the namespace contradicts --namespace.
 */
export function objectArg(
  given: string,
  { kinds, what, values }: { kinds: RegExp; what: string; values: { namespace?: string | undefined } },
): ObjectArg {
  const [, kind] = kinds.exec(given) ?? [];
  const [, within, name = given.replace(kinds, '')] = (!kind && /^([^/]+)\/([^/]+)$/.exec(given)) || [];
  if (within !== undefined && values.namespace !== undefined && within !== values.namespace)
    throw usageError(
      `the namespace "${oneLine(within)}" of the ${what} contradicts --namespace "${oneLine(values.namespace)}"`,
      'Give one of them.',
    );
  objectName(name, 'resource name');
  return { kind, name, namespace: within === undefined ? undefined : objectName(within, 'namespace') };
}
