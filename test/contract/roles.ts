import assert from 'node:assert/strict';
import { may, newUser, rule, untilMay } from './asking.ts';
import { type Case, get, type Json, patch, post, remove, succeeded } from './exchange.ts';
import { gauges, zones } from './resources.ts';
import { bind, forbidden, grant, makeRole, rbac } from './rights.ts';

const fields = ({ details }: Json): string[] => details.causes.map(({ field }: Json) => field);

export const roles: Case[] = [
  {
    name: 'a role without verbs, and a binding to something other than a role, are 422 with causes',
    async run({ admin }, namespace) {
      const apiVersion = 'rbac.authorization.k8s.io/v1';
      const role = { apiVersion, kind: 'Role', metadata: { name: 'a' }, rules: [{ verbs: [] }] };
      const wrongRole = succeeded(await post(admin, rbac(namespace, 'roles'), role), 422);
      assert.deepEqual(fields(wrongRole), ['rules[0].verbs', 'rules[0].apiGroups', 'rules[0].resources']);
      const binding = { apiVersion, kind: 'RoleBinding', metadata: { name: 'a' }, roleRef: { kind: 'Zone' } };
      const wrongBinding = succeeded(await post(admin, rbac(namespace, 'rolebindings'), binding), 422);
      assert.deepEqual(fields(wrongBinding), ['roleRef.kind', 'roleRef.name']);
    },
  },
  {
    name: 'the role of a binding cannot be changed',
    async run(server, namespace) {
      await grant(server, namespace, [rule(['get'])]);
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'other' };
      const answer = await patch(server.admin, `${rbac(namespace, 'rolebindings')}/granted`, { roleRef });
      assert.deepEqual(fields(succeeded(answer, 422)), ['roleRef']);
      assert.match(answer.json.message, /: cannot change roleRef$/);
    },
  },
  {
    name: 'ClusterRole and RoleBinding: the rules, in one namespace only',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      const verbs = ['get'];
      await makeRole(server, '*', namespace, [rule(verbs), rule(verbs, { resources: ['zones'] })]);
      await bind(server, namespace, { kind: 'ClusterRole', name: namespace }, subject);
      await untilMay(endpoint, { verb: 'get', namespace });
      assert.equal(await may(endpoint, { verb: 'get', namespace: 'default' }), false);
      assert.equal(await may(endpoint, { verb: 'get', resource: 'zones' }), false);
    },
  },
  {
    name: 'ClusterRole and ClusterRoleBinding: every namespace, and what has none',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      const rules = [rule(['get']), rule(['list'], { resources: ['zones'] })];
      await grant(server, '*', rules, subject, namespace);
      await untilMay(endpoint, { verb: 'list', resource: 'zones' });
      assert.equal(await may(endpoint, { verb: 'get', namespace }), true);
      assert.equal(await may(endpoint, { verb: 'get', namespace: 'default' }), true);
      assert.equal(await may(endpoint, { verb: 'get' }), true);
      succeeded(await get(endpoint, zones()));
    },
  },
  {
    name: 'deleting a binding revokes the permission',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      await grant(server, namespace, [rule(['list'])], subject);
      await untilMay(endpoint, { verb: 'list', namespace });
      succeeded(await remove(server.admin, `${rbac(namespace, 'rolebindings')}/granted`));
      await untilMay(endpoint, { verb: 'list', namespace }, false);
      forbidden(await get(endpoint, gauges(namespace)), { user: subject.name, verb: 'list', namespace });
    },
  },
];
