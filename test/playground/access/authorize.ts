import type { ResourcePath } from '../http/request-info.ts';
import { forbidden, type Refusal } from '../http/status.ts';
import { list, type Obj, text } from '../objects/model.ts';
import type { Store } from '../objects/store.ts';
import { MASTERS, serviceAccount, type User } from './user.ts';

/** A request to authorize: a verb on a resource or, without one, on a path. */
export interface Attempt {
  verb: string;
  path: string;
  resource?: ResourcePath;
}

export interface Decision {
  allowed: boolean;
  /** Which binding allows it, or which of them could not be followed; may be empty. */
  reason: string;
}

/** Judges by the roles and bindings that are stored at the moment. */
export interface Authorizer {
  decide(user: User, attempt: Attempt): Decision;
  /** The rules that hold for a user in a namespace, and what could not be followed. */
  rules(user: User, namespace: string): { rules: unknown[]; errors: string[] };
}

const RBAC = 'rbac.authorization.k8s.io';

export function createAuthorizer(store: Store): Authorizer {
  return {
    decide(user, attempt) {
      if (user.groups.includes(MASTERS)) return { allowed: true, reason: '' };
      const errors: string[] = [];
      for (const { binding, subject } of bindingsOf(store, user, attempt.resource?.namespace ?? '')) {
        const role = roleOf(store, binding);
        if (role === undefined) errors.push(missingRole(binding));
        else if (list(role, 'rules').some((rule) => covers(rule, attempt))) {
          return { allowed: true, reason: `RBAC: allowed by ${describe(binding, subject)}` };
        }
      }
      return { allowed: false, reason: errors.length === 0 ? '' : `RBAC: ${aggregate(errors)}` };
    },
    rules(user, namespace) {
      const errors: string[] = [];
      const rules: unknown[] = [];
      for (const { binding } of bindingsOf(store, user, namespace)) {
        const role = roleOf(store, binding);
        if (role === undefined) errors.push(missingRole(binding));
        else rules.push(...list(role, 'rules'));
      }
      return { rules, errors };
    },
  };
}

/** The 403 that says what is missing where a user may not do something; undefined where it may. */
export function refusalOf(authorizer: Authorizer, user: User, attempt: Attempt): Refusal | undefined {
  const { allowed, reason } = authorizer.decide(user, attempt);
  if (allowed) return undefined;
  const { group = '', plural = '', name = '' } = attempt.resource ?? {};
  const why = `User "${user.name}" cannot ${what(attempt)}`.replaceAll(
    /[&<>]/g,
    (character) => escapes[character] ?? '',
  );
  return forbidden({ group, plural }, name, reason === '' ? why : `${why}: ${reason}`);
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function what({ verb, path, resource }: Attempt): string {
  if (resource === undefined) return `${verb} path "${path}"`;
  const { group, plural, subresource, namespace } = resource;
  const full = subresource === '' ? plural : `${plural}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return `${verb} resource "${full}" in API group "${group}" ${where}`;
}

interface Bound {
  binding: Obj;
  /** The first of the binding's subjects that the user is. */
  subject: unknown;
}

function bindingsOf(store: Store, user: User, namespace: string): Bound[] {
  const inNamespace = store
    .list(`rolebindings.${RBAC}`)
    .filter(({ metadata }) => namespace !== '' && metadata.namespace === namespace);
  return [...store.list(`clusterrolebindings.${RBAC}`), ...inNamespace].flatMap((binding) => {
    const subject = list(binding, 'subjects').find((one) =>
      isSubject(user, one, binding.metadata.namespace ?? ''),
    );
    return subject === undefined ? [] : [{ binding, subject }];
  });
}

function isSubject(user: User, subject: unknown, namespace: string): boolean {
  const name = text(subject, 'name');
  switch (text(subject, 'kind')) {
    case 'User':
      return user.name === name;
    case 'Group':
      return user.groups.includes(name);
    case 'ServiceAccount': {
      const account = serviceAccount(user);
      return account?.name === name && account.namespace === (text(subject, 'namespace') || namespace);
    }
    default:
      return false;
  }
}

function roleOf(store: Store, binding: Obj): Obj | undefined {
  const name = text(binding, 'roleRef', 'name');
  if (text(binding, 'roleRef', 'kind') === 'ClusterRole') return store.get(`clusterroles.${RBAC}`, '', name);
  return store.get(`roles.${RBAC}`, binding.metadata.namespace ?? '', name);
}

function covers(rule: unknown, { verb, path, resource }: Attempt): boolean {
  const names = (field: string) => list(rule, field) as string[];
  const has = (field: string, ...wanted: string[]) =>
    names(field).some((one) => one === '*' || wanted.includes(one));
  if (!has('verbs', verb)) return false;
  if (resource === undefined) {
    return names('nonResourceURLs').some(
      (url) => url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1))),
    );
  }
  const { group, plural, subresource, name } = resource;
  const resources = subresource === '' ? [plural] : [`${plural}/${subresource}`, `*/${subresource}`];
  const named = names('resourceNames');
  return (
    has('apiGroups', group) && has('resources', ...resources) && (named.length === 0 || named.includes(name))
  );
}

function describe({ kind, metadata, roleRef }: Obj, subject: unknown): string {
  const full = metadata.namespace ? `${metadata.name}/${metadata.namespace}` : metadata.name;
  const account = `${text(subject, 'name')}/${text(subject, 'namespace') || metadata.namespace}`;
  const who = text(subject, 'kind') === 'ServiceAccount' ? account : text(subject, 'name');
  const role = `${text(roleRef, 'kind')} "${text(roleRef, 'name')}"`;
  return `${kind} "${full}" of ${role} to ${text(subject, 'kind')} "${who}"`;
}

function missingRole({ roleRef }: Obj): string {
  const plural = `${text(roleRef, 'kind').toLowerCase()}`;
  return `${plural}.${RBAC} "${text(roleRef, 'name')}" not found`;
}

const aggregate = (errors: string[]): string => {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
};
