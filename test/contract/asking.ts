import type { Answer } from '../support/http.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { eventually, type Json, post, succeeded } from './exchange.ts';
import { GROUP } from './resources.ts';
import type { Rule } from './rights.ts';

interface Attributes {
  verb: string;
  resource?: string;
  subresource?: string;
  group?: string;
  name?: string;
  namespace?: string;
}

export const rule = (verbs: string[], more: Partial<Rule> = {}): Rule => ({
  apiGroups: [GROUP],
  resources: ['gauges'],
  verbs,
  ...more,
});

/** A user of this case alone, so that no other case's cluster-wide rule reaches it. */
export async function newUser(server: TestServer, namespace: string) {
  const name = `user-${namespace}`;
  const { url, ca } = server.admin;
  const endpoint: Endpoint = { url, ca, ...(await server.clientCertificate(name)) };
  return { subject: { kind: 'User', name } as const, endpoint };
}

/** An access review as `endpoint`, of gauges of this run's group unless told otherwise. */
const review = (endpoint: Endpoint, attributes: Attributes): Promise<Answer> =>
  ask(endpoint, { resourceAttributes: { group: GROUP, resource: 'gauges', ...attributes } });

export const ask = (endpoint: Endpoint, spec: Json): Promise<Answer> =>
  post(endpoint, '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec,
  });

export const may = async (endpoint: Endpoint, attributes: Attributes): Promise<boolean> =>
  succeeded(await review(endpoint, attributes), 201).status.allowed;

/** Waits until a review says so: rules take effect some moments after they are written. */
export const untilMay = (endpoint: Endpoint, attributes: Attributes, allowed = true) =>
  eventually(
    () => review(endpoint, attributes),
    ({ json }) => json.status.allowed === allowed,
  );
