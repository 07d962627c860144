import { usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

/** An RFC 1123 subdomain. */
const NAME = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

const LONGEST = 253;

/** Whether a name is valid for an object. */
export const isObjectName = (name: string): boolean => NAME.test(name);

/**
 * A name from the command line or a kubeconfig, checked so that it is safe as a segment of a path.
 *
 * @throws {CommandError} if it is not a valid name.
 */
export function objectName(name: string, what: 'resource name' | 'namespace'): string {
  if (isObjectName(name)) return name;
  throw usageError(
    `invalid ${what} "${oneLine(name.slice(0, LONGEST))}": a lowercase RFC 1123 subdomain consists of lower case letters, digits, '-' and '.'`,
    `Give the ${what === 'namespace' ? 'namespace' : 'name'} as kubectl get shows it.`,
  );
}

/** A name from the cluster as a segment of a path, encoded so that it stays one segment. */
export const pathPart = (name: string): string => encodeURIComponent(name.toWellFormed());

/** The path of a collection in a namespace, or in all namespaces if undefined. */
export const collectionPath = (api: string, resource: string, namespace: string | undefined): string =>
  `${api}${namespace === undefined ? '' : `/namespaces/${pathPart(namespace)}`}/${resource}`;
