import assert from 'node:assert/strict';
import { ask, newUser, rule, untilMay } from './asking.ts';
import { type Case, type Json, post, succeeded } from './exchange.ts';
import { GROUP } from './resources.ts';
import { grant } from './rights.ts';

export const reviews: Case[] = [
  {
    name: 'a review returns 201 with the question and whether it is allowed',
    async run({ admin, weak }, namespace) {
      const resourceAttributes = {
        namespace,
        verb: 'patch',
        group: GROUP,
        resource: 'gauges',
        subresource: 'status',
      };
      const refusal = succeeded(await ask(weak, { resourceAttributes }), 201);
      const { kind, apiVersion, spec, status } = refusal;
      assert.deepEqual(
        { kind, apiVersion, spec },
        {
          kind: 'SelfSubjectAccessReview',
          apiVersion: 'authorization.k8s.io/v1',
          spec: { resourceAttributes },
        },
      );
      assert.deepEqual(status, { allowed: false });
      assert.deepEqual(succeeded(await ask(admin, { resourceAttributes }), 201).status, { allowed: true });
    },
  },
  {
    name: 'a review names the binding and the role that allow',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      await grant(server, namespace, [rule(['get'])], subject, 'readers');
      const { json } = await untilMay(endpoint, { verb: 'get', namespace });
      const reason = `RBAC: allowed by RoleBinding "readers/${namespace}" of Role "readers" to User "${subject.name}"`;
      assert.deepEqual(json.status, { allowed: true, reason });
    },
  },
  {
    name: 'a review without attributes is 422',
    async run({ admin }) {
      const answer = await ask(admin, {});
      assert.deepEqual([answer.status, answer.json.reason], [422, 'Invalid']);
    },
  },
  {
    name: 'a review asks as the impersonated user',
    async run({ admin }, namespace) {
      const resourceAttributes = { namespace, verb: 'get', group: GROUP, resource: 'gauges' };
      const answer = await post(
        admin,
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: { resourceAttributes },
        },
        { 'impersonate-user': 'jane' },
      );
      assert.deepEqual(succeeded(answer, 201).status, { allowed: false });
    },
  },
  {
    name: 'SelfSubjectRulesReview lists the rules that hold in a namespace',
    async run(server, namespace) {
      const { subject, endpoint } = await newUser(server, namespace);
      await grant(server, namespace, [rule(['get', 'patch'])], subject);
      await untilMay(endpoint, { verb: 'get', namespace });
      const apiVersion = 'authorization.k8s.io/v1';
      const body = { apiVersion, kind: 'SelfSubjectRulesReview', spec: { namespace } };
      const answer = await post(endpoint, `/apis/${apiVersion}/selfsubjectrulesreviews`, body);
      const { incomplete, resourceRules, nonResourceRules } = succeeded(answer, 201).status;
      assert.equal(incomplete, false);
      assert.deepEqual(
        resourceRules.filter(({ resources }: Json) => resources.includes('gauges')),
        [{ verbs: ['get', 'patch'], apiGroups: [GROUP], resources: ['gauges'] }],
      );
      assert.ok(nonResourceRules.some(({ nonResourceURLs }: Json) => nonResourceURLs.includes('/version')));
    },
  },
  {
    name: 'non-resource paths: public ones and others',
    async run({ weak }) {
      const path = async (name: string) =>
        succeeded(await ask(weak, { nonResourceAttributes: { verb: 'get', path: name } }), 201).status
          .allowed;
      assert.deepEqual([await path('/version'), await path('/metrics')], [true, false]);
    },
  },
];
