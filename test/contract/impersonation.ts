import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import { type Case, eventually, get, post, refused, succeeded } from './exchange.ts';
import { GROUP, gauges } from './resources.ts';
import { forbidden, grant } from './rights.ts';

const readers = [{ apiGroups: [GROUP], resources: ['gauges'], verbs: ['list'] }];
const users = { apiGroups: [''], resources: ['users'], verbs: ['impersonate'] };
const uids = { apiGroups: ['authentication.k8s.io'], resources: ['uids'], verbs: ['impersonate'] };
const scopes = {
  apiGroups: ['authentication.k8s.io'],
  resources: ['userextras/scopes'],
  resourceNames: ['view'],
  verbs: ['impersonate'],
};

/** A user of this case alone who may impersonate as `rules` say, and the headers that make the administrator that user. */
async function actor(server: TestServer, namespace: string, rules: (typeof users)[]) {
  const user = `actor-${namespace}`;
  await grant(server, '*', rules, { kind: 'User', name: user }, user);
  const certificate = await server.clientCertificate(user);
  const { url, ca } = server.admin;
  return { user, endpoint: { url, ca, ...certificate } };
}

export const impersonation: Case[] = [
  {
    name: 'Impersonate-User: the request is authorized as that user',
    async run({ admin }, namespace) {
      const answer = await get(admin, gauges(namespace), { 'impersonate-user': 'jane' });
      forbidden(answer, { user: 'jane', verb: 'list', namespace });
    },
  },
  {
    name: 'user, uid, groups and extra become the user that the server sees',
    async run({ admin }) {
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
      const answer = await post(admin, '/apis/authentication.k8s.io/v1/selfsubjectreviews', body, {
        'impersonate-user': 'jane',
        'impersonate-uid': '7',
        'impersonate-group': ['one', 'two'],
        'impersonate-extra-scopes': ['view', 'edit'],
      });
      assert.deepEqual(succeeded(answer, 201).status.userInfo, {
        username: 'jane',
        uid: '7',
        groups: ['one', 'two', 'system:authenticated'],
        extra: { scopes: ['view', 'edit'] },
      });
    },
  },
  {
    name: 'Impersonate-Group: repeated, each group counts',
    async run(server, namespace) {
      await grant(server, namespace, readers, { kind: 'Group', name: `second-${namespace}` });
      const headers = { 'impersonate-user': 'jane', 'impersonate-group': ['first', `second-${namespace}`] };
      await eventually(
        () => get(server.admin, gauges(namespace), headers),
        ({ status }) => status === 200,
      );
      const one = await get(server.admin, gauges(namespace), { ...headers, 'impersonate-group': 'first' });
      forbidden(one, { user: 'jane', verb: 'list', namespace });
    },
  },
  {
    name: 'an impersonated user does not have the permissions of the real user, but may use discovery like any user',
    async run({ admin }) {
      const answer = await get(admin, `/apis/${GROUP}`, { 'impersonate-user': 'jane' });
      assert.equal(answer.status, 200, answer.text);
    },
  },
  {
    name: 'a user without permission to impersonate gets 403',
    async run({ weak }, namespace) {
      const answer = await get(weak, gauges(namespace), { 'impersonate-user': 'jane' });
      assert.deepEqual([answer.status, answer.json.reason], [403, 'Forbidden']);
      // Releases differ in how they call the right that is missing.
      assert.match(answer.json.message, / is forbidden: User "weak" cannot impersonate/);
    },
  },
  {
    name: 'permission to impersonate users does not cover groups, uids or extras',
    async run(server, namespace) {
      const { user, endpoint } = await actor(server, namespace, [users]);
      const as = { 'impersonate-user': 'jane' };
      await eventually(
        () => get(endpoint, '/version', as),
        ({ status }) => status === 200,
      );
      const attempt = { user, verb: 'impersonate' };
      const group = await get(endpoint, '/version', { ...as, 'impersonate-group': 'system:masters' });
      forbidden(group, { ...attempt, group: '', resource: 'groups', name: 'system:masters' });
      const uid = await get(endpoint, '/version', { ...as, 'impersonate-uid': '7' });
      forbidden(uid, { ...attempt, group: 'authentication.k8s.io', resource: 'uids', name: '7' });
      const extra = await get(endpoint, '/version', { ...as, 'impersonate-extra-scopes': 'view' });
      const userextras = { group: 'authentication.k8s.io', resource: 'userextras', subresource: 'scopes' };
      forbidden(extra, { ...attempt, ...userextras, name: 'view' });
    },
  },
  {
    name: 'a uid and an extra need their own rules',
    async run(server, namespace) {
      const { user, endpoint } = await actor(server, namespace, [users, uids, scopes]);
      const as = { 'impersonate-user': 'jane', 'impersonate-uid': '7', 'impersonate-extra-scopes': 'view' };
      await eventually(
        () => get(endpoint, '/version', as),
        ({ status }) => status === 200,
      );
      const other = await get(endpoint, '/version', { ...as, 'impersonate-extra-scopes': 'edit' });
      const userextras = { group: 'authentication.k8s.io', resource: 'userextras', subresource: 'scopes' };
      forbidden(other, { user, verb: 'impersonate', ...userextras, name: 'edit' });
    },
  },
  {
    name: 'a group without a user to impersonate is an error',
    async run({ admin }) {
      const answer = await get(admin, '/version', { 'impersonate-group': 'readers' });
      refused(answer, { code: 400, reason: 'BadRequest', message: /without impersonating a user/ });
    },
  },
];
