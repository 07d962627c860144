import assert from 'node:assert/strict';
import { type Case, gaugeMissing, get, makeGauge, post, refused, succeeded } from './exchange.ts';
import { GAUGES, GROUP, gauge, gaugeDetails, gauges } from './resources.ts';

export const naming: Case[] = [
  {
    name: 'the same name again is 409 AlreadyExists',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const message = `${GAUGES} "a" already exists`;
      const refusal = { code: 409, reason: 'AlreadyExists', message, details: gaugeDetails };
      refused(await post(server.admin, gauges(namespace), gauge('a')), refusal);
    },
  },
  {
    name: 'the same name in another namespace is another object',
    async run(server, namespace) {
      const here = await makeGauge(server, namespace, 'a');
      const there = await makeGauge(server, 'default', namespace);
      assert.notEqual(here.metadata.uid, there.metadata.uid);
      refused(await get(server.admin, gauges('default', 'a')), gaugeMissing);
    },
  },
  {
    name: 'a namespace that does not exist is 404',
    async run({ admin }, namespace) {
      const missing = `${namespace}-missing`;
      const message = `namespaces "${missing}" not found`;
      const refusal = {
        code: 404,
        reason: 'NotFound',
        message,
        details: { name: missing, kind: 'namespaces' },
      };
      refused(await post(admin, gauges(missing), gauge('a')), refusal);
    },
  },
  {
    name: 'a namespace in the body that is not the one of the path is 400',
    async run({ admin }, namespace) {
      const message = 'the namespace of the provided object does not match the namespace sent on the request';
      const body = gauge('a', { metadata: { namespace: 'default' } });
      refused(await post(admin, gauges(namespace), body), { code: 400, reason: 'BadRequest', message });
    },
  },
  {
    name: 'a name that is not a DNS subdomain is 422 at metadata.name',
    async run({ admin }, namespace) {
      const said = /^Invalid value: "Big_Name": a lowercase RFC 1123 subdomain must consist of/;
      const answer = await post(admin, gauges(namespace), gauge('Big_Name'));
      const [cause, ...others] = succeeded(answer, 422).details.causes;
      assert.deepEqual(others, []);
      assert.match(cause.message, said);
      assert.deepEqual([cause.reason, cause.field], ['FieldValueInvalid', 'metadata.name']);
      assert.equal(
        answer.json.message,
        `Gauge.${GROUP} "Big_Name" is invalid: metadata.name: ${cause.message}`,
      );
    },
  },
  {
    name: 'neither a name nor generateName is 422 at metadata.name',
    async run({ admin }, namespace) {
      const said = 'Required value: name or generateName is required';
      refused(await post(admin, gauges(namespace), { ...gauge(''), metadata: {} }), {
        code: 422,
        reason: 'Invalid',
        message: `Gauge.${GROUP} "" is invalid: metadata.name: ${said}`,
        details: {
          group: GROUP,
          kind: 'Gauge',
          causes: [{ reason: 'FieldValueRequired', message: said, field: 'metadata.name' }],
        },
      });
    },
  },
  {
    name: 'a label value with a blank is 422 at metadata.labels',
    async run({ admin }, namespace) {
      const answer = await post(
        admin,
        gauges(namespace),
        gauge('a', { metadata: { labels: { tier: 'a b' } } }),
      );
      const { reason, details } = succeeded(answer, 422);
      assert.equal(reason, 'Invalid');
      assert.deepEqual(
        details.causes.map((cause: { field: string }) => cause.field),
        ['metadata.labels'],
      );
    },
  },
];
