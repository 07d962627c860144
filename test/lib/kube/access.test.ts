import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { missingPermissions, type Permission, ruleFor, userName } from '../../../lib/kube/api/access.ts';
import { ApiError } from '../../../lib/kube/api/errors.ts';
import type { KubeClient, KubeRequest } from '../../../lib/kube/api/types.ts';

const read = { group: 'metal3.io', resource: 'baremetalhosts', namespace: 'metal3' };

test('reviews permissions concurrently and returns the missing ones in order', async () => {
  const asked: KubeRequest[] = [];
  let answer = () => {};
  const all = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const client = {
    async send({ body, ...rest }: KubeRequest) {
      asked.push({ body, ...rest });
      if (asked.length === 3) answer();
      await all;
      const { verb } = (body as { spec: { resourceAttributes: Permission } }).spec.resourceAttributes;
      return { status: { allowed: verb === 'get' } };
    },
  } as unknown as KubeClient;
  const permissions = ['patch', 'get', 'list'].map((verb) => ({ ...read, verb }));
  assert.deepEqual(await missingPermissions(client, permissions), [permissions[0], permissions[2]]);
  assert.deepEqual(asked[0], {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: permissions[0] },
    },
  });
});

test('merges rules by namespace, group, names and verbs', () => {
  const rule = ruleFor([
    { ...read, verb: 'get' },
    { ...read, verb: 'patch' },
    { ...read, verb: 'patch', subresource: 'status' },
    { ...read, verb: 'get', subresource: 'status' },
    { ...read, verb: 'get' },
    { ...read, verb: 'delete', name: 'host-0' },
    { verb: 'list', group: '', resource: 'nodes' },
  ]);
  assert.equal(
    rule,
    [
      '# in a Role of namespace metal3',
      '- apiGroups: ["metal3.io"]',
      '  resources: ["baremetalhosts", "baremetalhosts/status"]',
      '  verbs: ["get", "patch"]',
      '- apiGroups: ["metal3.io"]',
      '  resources: ["baremetalhosts"]',
      '  resourceNames: ["host-0"]',
      '  verbs: ["delete"]',
      '# in a ClusterRole',
      '- apiGroups: [""]',
      '  resources: ["nodes"]',
      '  verbs: ["list"]',
    ].join('\n'),
  );
});

for (const [what, answers, wanted] of [
  ['the name', { v1: { status: { userInfo: { username: 'jane' } } } }, 'jane'],
  [
    'the name that Kubernetes 1.27 gives',
    { v1beta1: { status: { userInfo: { username: 'jane' } } } },
    'jane',
  ],
  ['nothing where no version is served', {}, undefined],
  ['nothing where the name is empty', { v1: { status: { userInfo: { username: '' } } } }, undefined],
  [
    'nothing where the name has no end',
    { v1: { status: { userInfo: { username: 'a'.repeat(1025) } } } },
    undefined,
  ],
  ['nothing where the answer has another form', { v1: { status: 'x' } }, undefined],
] as const)
  test(`the user of a review: ${what}`, async () => {
    const client = {
      async send({ path }: KubeRequest) {
        const version = path.split('/')[3] as 'v1';
        const answer = (answers as Record<string, object>)[version];
        if (!answer) throw new ApiError({ reason: 'NotFound' }, 404);
        return answer;
      },
    } as unknown as KubeClient;
    assert.equal(await userName(client, new AbortController().signal), wanted);
  });
