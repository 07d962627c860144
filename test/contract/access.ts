import assert from 'node:assert/strict';
import { may, newUser, rule, untilMay } from './asking.ts';
import { type Case, get, makeGauge, patch, post, readGauge, remove, succeeded } from './exchange.ts';
import { API_VERSION, gauge, gauges } from './resources.ts';
import { forbidden, grant } from './rights.ts';

export const access: Case[] = [
  {
    name: 'Role and RoleBinding: these verbs, this resource, this namespace; a subresource is a resource of its own',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      await grant(server, namespace, [rule(['get', 'patch'])], subject);
      await untilMay(endpoint, { verb: 'patch', namespace });
      assert.equal(await may(endpoint, { verb: 'get', namespace }), true);
      assert.equal(await may(endpoint, { verb: 'delete', namespace }), false);
      assert.equal(await may(endpoint, { verb: 'get', namespace: 'default' }), false);
      assert.equal(await may(endpoint, { verb: 'get' }), false);
      assert.equal(await may(endpoint, { verb: 'get', namespace, resource: 'others' }), false);
      assert.equal(await may(endpoint, { verb: 'get', namespace, group: 'other.example' }), false);
      assert.equal(await may(endpoint, { verb: 'patch', namespace, subresource: 'status' }), false);
    },
  },
  {
    name: 'requests are authorized by the same rules',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      await makeGauge(server, namespace, 'a');
      await grant(server, namespace, [rule(['patch'], { resources: ['gauges/status'] })], subject);
      await untilMay(endpoint, { verb: 'patch', namespace, subresource: 'status' });
      const user = subject.name;
      const status = { status: { errorCount: 0 } };
      succeeded(await patch(endpoint, gauges(namespace, 'a', 'status'), status));
      const attempt = { user, namespace, name: 'a' };
      forbidden(await patch(endpoint, gauges(namespace, 'a'), { spec: { size: 3 } }), {
        ...attempt,
        verb: 'patch',
      });
      forbidden(await get(endpoint, gauges(namespace, 'a')), { ...attempt, verb: 'get' });
      forbidden(await get(endpoint, gauges(namespace, 'a', 'status')), {
        ...attempt,
        verb: 'get',
        subresource: 'status',
      });
      forbidden(await remove(endpoint, gauges(namespace, 'a')), { ...attempt, verb: 'delete' });
      forbidden(await post(endpoint, gauges(namespace), gauge('b')), { user, namespace, verb: 'create' });
      forbidden(await get(endpoint, `/apis/${API_VERSION}/gauges`), { user, verb: 'list' });
      forbidden(await get(endpoint, '/api/v1/nodes'), { user, verb: 'list', group: '', resource: 'nodes' });
      assert.equal((await readGauge(server, namespace, 'a')).spec.size, undefined);
    },
  },
  {
    name: 'authorization comes before the lookup: forbidden, not missing',
    async run({ weak }, namespace) {
      const answer = await get(weak, gauges(namespace, 'missing'));
      forbidden(answer, { user: 'weak', verb: 'get', namespace, name: 'missing' });
    },
  },
  {
    name: 'resourceNames: only the named objects, and not the list',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      await grant(server, namespace, [rule(['get', 'list'], { resourceNames: ['a'] })], subject);
      await untilMay(endpoint, { verb: 'get', namespace, name: 'a' });
      await makeGauge(server, namespace, 'a');
      await makeGauge(server, namespace, 'b');
      const user = subject.name;
      succeeded(await get(endpoint, gauges(namespace, 'a')));
      forbidden(await get(endpoint, gauges(namespace, 'b')), { user, verb: 'get', namespace, name: 'b' });
      forbidden(await get(endpoint, gauges(namespace)), { user, verb: 'list', namespace });
      assert.equal(await may(endpoint, { verb: 'get', namespace }), false);
      succeeded(await get(endpoint, `${gauges(namespace)}?fieldSelector=metadata.name%3Da`));
    },
  },
  {
    name: '*: every verb, every resource and its subresources, every group',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      const all = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };
      await grant(server, namespace, [all], subject);
      await untilMay(endpoint, { verb: 'get', namespace });
      assert.equal(await may(endpoint, { verb: 'patch', namespace, subresource: 'status' }), true);
      assert.equal(await may(endpoint, { verb: 'delete', namespace, group: '', resource: 'events' }), true);
      assert.equal(await may(endpoint, { verb: 'get', namespace: 'default' }), false);
    },
  },
  {
    name: '*/status: that subresource of every resource',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      await grant(server, namespace, [rule(['patch'], { resources: ['*/status'] })], subject);
      await untilMay(endpoint, { verb: 'patch', namespace, subresource: 'status' });
      assert.equal(await may(endpoint, { verb: 'patch', namespace }), false);
    },
  },
];
