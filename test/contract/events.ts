import assert from 'node:assert/strict';
import { type Case, get, type Json, makeGauge, post, succeeded } from './exchange.ts';
import { API_VERSION } from './resources.ts';

const events = (namespace: string, fieldSelector?: string) =>
  `/api/v1/namespaces/${namespace}/events${fieldSelector ? `?${new URLSearchParams({ fieldSelector, limit: '500' })}` : ''}`;

const event = (involved: Json, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { generateName: `${involved.metadata.name}.` },
  involvedObject: {
    apiVersion: API_VERSION,
    kind: 'Gauge',
    name: involved.metadata.name,
    namespace: involved.metadata.namespace,
    uid: involved.metadata.uid,
  },
  reason: 'Adopted',
  message: 'adopted',
  type: 'Normal',
  source: { component: 'contract' },
  count: 1,
  ...more,
});

export const eventCases: Case[] = [
  {
    name: 'POST makes an event, LIST gives it back',
    async run(server, namespace) {
      const a = await makeGauge(server, namespace, 'a');
      const made = succeeded(await post(server.admin, events(namespace), event(a)), 201);
      const { involvedObject, reason, message, type, count, source } = made;
      assert.deepEqual(
        { involvedObject, reason, message, type, count, source },
        (({ involvedObject, reason, message, type, count, source }) => ({
          involvedObject,
          reason,
          message,
          type,
          count,
          source,
        }))(event(a)),
      );
      const { kind, items } = succeeded(await get(server.admin, events(namespace)));
      assert.equal(kind, 'EventList');
      assert.deepEqual(
        items.map((item: Json) => item.metadata.uid),
        [made.metadata.uid],
      );
    },
  },
  {
    name: 'fieldSelector by the object: what kubectl describe asks for',
    async run(server, namespace) {
      const a = await makeGauge(server, namespace, 'a');
      const b = await makeGauge(server, namespace, 'b');
      for (const each of [a, b]) succeeded(await post(server.admin, events(namespace), event(each)), 201);
      const found = async (selector: string) =>
        succeeded(await get(server.admin, events(namespace, selector))).items.map(
          (item: Json) => item.involvedObject.name,
        );
      assert.deepEqual(await found('involvedObject.name=a'), ['a']);
      const whole = `involvedObject.name=b,involvedObject.namespace=${namespace},involvedObject.kind=Gauge`;
      assert.deepEqual(await found(`${whole},involvedObject.uid=${b.metadata.uid}`), ['b']);
      assert.deepEqual(await found(`${whole},involvedObject.uid=${a.metadata.uid}`), []);
    },
  },
  {
    name: 'fieldSelector by reason and type',
    async run(server, namespace) {
      const a = await makeGauge(server, namespace, 'a');
      succeeded(await post(server.admin, events(namespace), event(a)), 201);
      const warning = event(a, { reason: 'AdoptionFailed', type: 'Warning' });
      succeeded(await post(server.admin, events(namespace), warning), 201);
      const reasons = async (selector: string) =>
        succeeded(await get(server.admin, events(namespace, selector))).items.map(
          (item: Json) => item.reason,
        );
      assert.deepEqual(await reasons('reason=AdoptionFailed'), ['AdoptionFailed']);
      assert.deepEqual(await reasons('type!=Warning'), ['Adopted']);
    },
  },
  {
    name: 'an event of an object in another namespace is 422',
    async run(server, namespace) {
      const a = await makeGauge(server, namespace, 'a');
      const answer = await post(server.admin, events('default'), event(a));
      const { reason, details } = succeeded(answer, 422);
      assert.equal(reason, 'Invalid');
      assert.deepEqual(
        details.causes.map((cause: Json) => cause.field),
        ['involvedObject.namespace'],
      );
    },
  },
];
