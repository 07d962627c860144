import {
  type Account,
  type Grants,
  isGranted,
  type Need,
  rolesFor,
  userOf,
} from '../../dashboards/standing/access.ts';
import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { collectionPath, pathPart } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';

/** What an account is asked about. */
export interface Question {
  account: Account;
  need: Need;
}

/** Whether an account may do that; undefined if it is unknown. */
export type Access = (account: Account, need: Need) => boolean | undefined;

/**
 * What accounts may do: as the API server says, which takes `create` on `subjectaccessreviews`; or else by the roles and bindings, as
 * far as they can be read.
 *
 * @throws {CommandError} if the API server cannot be reached.
 */
export async function readAccess(client: KubeClient, questions: readonly Question[]): Promise<Access> {
  const asked = new Map(questions.map((question) => [keyOf(question), question]));
  const answers = new Map<string, boolean | undefined>();
  const open: [string, Question][] = [];
  await Promise.all(
    [...asked].map(async ([key, question]) => {
      const allowed = await review(client, question);
      if (allowed === undefined) open.push([key, question]);
      else answers.set(key, allowed);
    }),
  );
  if (open.length > 0) {
    const grantsFor = readGrants(client);
    for (const [key, { account, need }] of open) {
      const { grants, isComplete } = await grantsFor(account, need.namespace);
      answers.set(key, isGranted(grants, account, need) || (isComplete ? false : undefined));
    }
  }
  return (account, need) => answers.get(keyOf({ account, need }));
}

const keyOf = ({ account, need }: Question): string =>
  JSON.stringify([userOf(account), need.verb, need.resource, need.namespace]);

/** Undefined if the user may not ask. */
async function review(client: KubeClient, { account, need }: Question): Promise<boolean | undefined> {
  const { verb, resource, namespace } = need;
  try {
    const { status } = await client.send<{ status?: { allowed?: boolean } }>({
      method: 'POST',
      path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: {
          user: userOf(account),
          groups: [
            'system:serviceaccounts',
            `system:serviceaccounts:${account.namespace}`,
            'system:authenticated',
          ],
          resourceAttributes: { verb, group: '', resource, ...(namespace !== undefined && { namespace }) },
        },
      },
    });
    return status?.allowed === true;
  } catch (error) {
    if (isForbidden(error) || isNotFound(error)) return undefined;
    throw error;
  }
}

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

interface ReadGrants {
  grants: Grants;
  /** Whether all that could grant something was read. */
  isComplete: boolean;
}

/** Reads what is bound to accounts, in the cluster and in a namespace, each collection and role once. */
function readGrants(
  client: KubeClient,
): (account: Account, namespace: string | undefined) => Promise<ReadGrants> {
  const collections = new Map<string, Promise<KubeObject[] | undefined>>();
  const roles = new Map<string, Promise<KubeObject | undefined>>();
  const once = <T>(known: Map<string, Promise<T | undefined>>, path: string, read: () => Promise<T>) => {
    const reading = known.get(path) ?? unlessHidden(read());
    known.set(path, reading);
    return reading;
  };
  const list = (path: string) => once(collections, path, () => allOf<KubeObject>(client, { path }));
  return async (account, namespace) => {
    const lists = await Promise.all([
      list(`${RBAC}/clusterrolebindings`),
      ...(namespace === undefined ? [] : [list(collectionPath(RBAC, 'rolebindings', namespace))]),
    ]);
    const bindings = lists.flatMap((items) => items ?? []);
    const names = [...new Set(rolesFor(bindings, account).map(({ role }) => role))];
    const read = await Promise.all(
      names.map(async (name) => {
        const path = rolePath(name);
        return [
          name,
          await once(roles, path, () => client.send<KubeObject>({ method: 'GET', path })),
        ] as const;
      }),
    );
    return {
      grants: { bindings, roles: new Map(read) },
      isComplete: !lists.includes(undefined) && read.every(([, role]) => role !== undefined),
    };
  };
}

/** The path of a role: `ClusterRole//name`, `Role/namespace/name`. */
function rolePath(key: string): string {
  const [kind, namespace = '', name = ''] = key.split('/');
  return `${kind === 'Role' ? collectionPath(RBAC, 'roles', namespace) : `${RBAC}/clusterroles`}/${pathPart(name)}`;
}

/** A role that is not there grants nothing, but nothing is known of it either: it may have been deleted in between. */
const unlessHidden = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isForbidden(error) || isNotFound(error)) return undefined;
    throw error;
  });
