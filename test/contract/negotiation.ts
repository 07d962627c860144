import assert from 'node:assert/strict';
import { type Case, get, makeGauge, patch, post, refused, succeeded } from './exchange.ts';
import { API_VERSION, GROUP, gauge, gauges } from './resources.ts';

const badRequest = { code: 400, reason: 'BadRequest' };

export const negotiation: Case[] = [
  {
    name: 'JSON is returned as application/json',
    async run({ admin }, namespace) {
      const answer = await get(admin, gauges(namespace));
      assert.equal(answer.headers['content-type'], 'application/json');
    },
  },
  {
    name: 'an Accept that nothing can serve is 406',
    async run({ admin }, namespace) {
      refused(await get(admin, gauges(namespace), { accept: 'text/html' }), {
        code: 406,
        reason: 'NotAcceptable',
        message: /^only the following media types are accepted: application\/json/,
      });
    },
  },
  {
    name: 'a Content-Type that cannot be read is 415: POST',
    async run({ admin }, namespace) {
      refused(await post(admin, gauges(namespace), gauge('a'), { 'content-type': 'text/plain' }), {
        code: 415,
        reason: 'UnsupportedMediaType',
        message:
          /^the body of the request was in an unknown format - accepted media types include: application\/json/,
      });
    },
  },
  {
    name: 'a Content-Type that is no patch is 415: PATCH with JSON, and a strategic merge patch of a custom resource',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      for (const type of ['application/json', 'application/strategic-merge-patch+json']) {
        refused(await patch(server.admin, gauges(namespace, 'a'), { spec: {} }, { 'content-type': type }), {
          code: 415,
          reason: 'UnsupportedMediaType',
          message:
            /^the body of the request was in an unknown format - accepted media types include: .*application\/merge-patch\+json/,
        });
      }
    },
  },
  {
    name: 'a body that is not JSON is 400: POST',
    async run({ admin }, namespace) {
      refused(await post(admin, gauges(namespace), '{"kind":'), {
        ...badRequest,
        message: /couldn't get version\/kind; json parse error: /,
      });
    },
  },
  {
    name: 'a body that is not JSON is 400: PATCH',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      refused(await patch(server.admin, gauges(namespace, 'a'), '{"spec":'), {
        ...badRequest,
        message: /^error decoding patch: /,
      });
    },
  },
  {
    name: 'a body without a kind is 400',
    async run({ admin }, namespace) {
      const { kind: _, ...body } = gauge('a');
      refused(await post(admin, gauges(namespace), body), {
        ...badRequest,
        message:
          /^the object provided is unrecognized \(must be of type Gauge\): Object 'Kind' is missing in /,
      });
    },
  },
  {
    name: 'a body of another version is 400',
    async run({ admin }, namespace) {
      for (const apiVersion of [`${GROUP}/v9`, 'other.example/v1alpha1']) {
        const message = `the API version in the data (${apiVersion}) does not match the expected API version (${API_VERSION})`;
        const answer = await post(admin, gauges(namespace), { ...gauge('a'), apiVersion });
        refused(answer, { ...badRequest, message });
      }
    },
  },
  {
    name: 'a body of another kind is 422 at kind',
    async run({ admin }, namespace) {
      const said = 'Invalid value: "Zone": must be Gauge';
      refused(await post(admin, gauges(namespace), { ...gauge('a'), kind: 'Zone' }), {
        code: 422,
        reason: 'Invalid',
        message: `Zone.${GROUP} "a" is invalid: kind: ${said}`,
        details: {
          name: 'a',
          group: GROUP,
          kind: 'Zone',
          causes: [{ reason: 'FieldValueInvalid', message: said, field: 'kind' }],
        },
      });
    },
  },
  {
    name: 'the metadata alone: PartialObjectMetadata of one object, PartialObjectMetadataList of many',
    async run(server, namespace) {
      const { metadata } = await makeGauge(server, namespace, 'a');
      const as = (kind: string) => ({ accept: `application/json;as=${kind};v=v1;g=meta.k8s.io` });
      const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
      const one = await get(server.admin, gauges(namespace, 'a'), as('PartialObjectMetadata'));
      assert.deepEqual(succeeded(one), partial);
      const list = succeeded(await get(server.admin, gauges(namespace), as('PartialObjectMetadataList')));
      assert.deepEqual([list.kind, list.apiVersion], ['PartialObjectMetadataList', 'meta.k8s.io/v1']);
      assert.deepEqual(list.items, [partial]);
    },
  },
];
