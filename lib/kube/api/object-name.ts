import { usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

/** What names of objects are made of: a subdomain of RFC 1123. */
const NAME = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

const LONGEST = 253;

/** Whether an object can have that name. */
export const isObjectName = (name: string): boolean => NAME.test(name);

/**
 * A name from the command line or a kubeconfig, as it may become a part of a path: one that no object can have never gets
 * there, where it could mean another path.
 *
 * @throws {CommandError} for any other.
 */
export function objectName(name: string, what: 'resource name' | 'namespace'): string {
  if (isObjectName(name)) return name;
  throw usageError(
    `invalid ${what} "${oneLine(name.slice(0, LONGEST))}": a lowercase RFC 1123 subdomain consists of lower case letters, digits, '-' and '.'`,
    `Give the ${what === 'namespace' ? 'namespace' : 'name'} as kubectl get shows it.`,
  );
}

/** A name that an object holds, as a part of a path: whatever it is made of, it stays one part. */
export const pathPart = (name: string): string => encodeURIComponent(name.toWellFormed());

/** Path of a collection in a namespace or, where that is undefined, in all of them. */
export const collectionPath = (api: string, resource: string, namespace: string | undefined): string =>
  `${api}${namespace === undefined ? '' : `/namespaces/${pathPart(namespace)}`}/${resource}`;
