import assert from 'node:assert/strict';
import { fails, type KubectlCase, masked, prints } from './kubectl.ts';

export const access: KubectlCase[] = [
  {
    name: 'version: that of the server',
    async run(kubectl) {
      const { gitVersion } = JSON.parse((await kubectl('get --raw /version')).stdout);
      const { code, stdout } = await kubectl('version');
      assert.equal(code, 0);
      assert.ok(stdout.split('\n').includes(`Server Version: ${gitVersion}`), stdout);
    },
  },
  {
    name: 'api-resources: of a group, with short names, and of the core',
    async run(kubectl) {
      prints(await kubectl('api-resources --api-group=metal3.io'), [
        'NAME SHORTNAMES APIVERSION NAMESPACED KIND',
        'baremetalhosts bmh,bmhost metal3.io/v1alpha1 true BareMetalHost',
      ]);
      const all = masked((await kubectl('api-resources')).stdout);
      for (const line of [
        'nodes no v1 false Node',
        'namespaces ns v1 false Namespace',
        'customresourcedefinitions crd,crds apiextensions.k8s.io/v1 false CustomResourceDefinition',
        'rolebindings rbac.authorization.k8s.io/v1 true RoleBinding',
      ])
        assert.ok(all.includes(line), `${line} is not in\n${all.join('\n')}`);
    },
  },
  {
    name: 'auth can-i: what a user may and may not, before and after a rule says so, and as another',
    async run(kubectl, { weak }) {
      prints(await kubectl('auth can-i patch bmh --subresource=status'), ['yes']);
      const no = { code: 1, stdout: 'no\n', stderr: '' };
      assert.deepEqual(await weak('auth can-i list bmh'), no);
      assert.deepEqual(await kubectl('auth can-i list bmh --as=jane'), no);
      await kubectl('create role hosts --verb=get,list --resource=baremetalhosts.metal3.io');
      await kubectl('create rolebinding hosts --role=hosts --user=weak --user=jane');
      await seen(() => weak('auth can-i list bmh'));
      await seen(() => kubectl('auth can-i list bmh --as=jane'));
      assert.deepEqual(await weak('auth can-i patch bmh'), no);
      assert.equal((await weak('auth can-i list nodes')).stdout, 'no\n');
      const rules = masked((await weak('auth can-i --list')).stdout);
      assert.ok(rules.includes('baremetalhosts.metal3.io [] [] [get list]'), rules.join('\n'));
    },
  },
  {
    name: 'auth whoami: name and groups',
    async run(_, { weak }) {
      const lines = masked((await weak('auth whoami')).stdout);
      assert.equal(lines[0], 'ATTRIBUTE VALUE');
      assert.ok(lines.includes('Username weak'), lines.join('\n'));
      assert.ok(lines.includes('Groups [system:authenticated]'), lines.join('\n'));
    },
  },
  {
    name: 'a refusal names user, verb, resource and namespace, also when impersonating',
    async run(kubectl, { weak }) {
      const said = (user: string) =>
        `Error from server (Forbidden): baremetalhosts.metal3.io is forbidden: User "${user}" cannot list resource "baremetalhosts" in API group "metal3.io" in the namespace "${kubectl.namespace}"`;
      fails(await weak('get bmh'), said('weak'));
      fails(await kubectl('get bmh --as=jane'), said('jane'));
      fails(
        await weak('get bmh --as=jane'),
        // Releases differ in how they call the right that is missing.
        /^Error from server \(Forbidden\): .* is forbidden: User "weak" cannot impersonate/,
      );
    },
  },
  {
    name: 'a wrong token prints that the user must log in',
    async run(kubectl) {
      fails(
        await kubectl('get bmh --token=wrong'),
        'error: You must be logged in to the server (Unauthorized)',
      );
    },
  },
];

/** Asks until the answer is yes: a server takes up a new rule some moments after it is made. */
async function seen(ask: () => Promise<{ stdout: string }>, seconds = 20): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while ((await ask()).stdout !== 'yes\n') {
    assert.ok(performance.now() < end, `not allowed within ${seconds} s`);
  }
}
