import assert from 'node:assert/strict';
import { type Case, get, makeGauge, patch, post, readGauge, refused, succeeded } from './exchange.ts';
import { GROUP, gauge, gauges, VERSION, zone, zones } from './resources.ts';

const bogus = { spec: { bogus: 1 } };
const strict = 'strict decoding error: unknown field "spec.bogus"';

export const fieldValidation: Case[] = [
  {
    name: 'an unknown field is dropped with a warning',
    async run({ admin }, namespace) {
      const answer = await post(admin, gauges(namespace), gauge('a', bogus));
      assert.equal(answer.headers.warning, '299 - "unknown field \\"spec.bogus\\""');
      assert.deepEqual(succeeded(answer, 201).spec, { online: true, mode: 'auto' });
    },
  },
  {
    name: 'fieldValidation=Warn is the same, also for a patch',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const answer = await patch(server.admin, `${gauges(namespace, 'a')}?fieldValidation=Warn`, bogus);
      assert.equal(answer.headers.warning, '299 - "unknown field \\"spec.bogus\\""');
      assert.deepEqual(succeeded(answer).spec, { online: true, mode: 'auto' });
    },
  },
  {
    name: 'fieldValidation=Ignore drops it silently',
    async run({ admin }, namespace) {
      const answer = await post(admin, `${gauges(namespace)}?fieldValidation=Ignore`, gauge('a', bogus));
      assert.equal(answer.headers.warning, undefined);
      assert.deepEqual(succeeded(answer, 201).spec, { online: true, mode: 'auto' });
    },
  },
  {
    name: 'fieldValidation=Strict: POST is 400 and creates nothing',
    async run({ admin }, namespace) {
      refused(await post(admin, `${gauges(namespace)}?fieldValidation=Strict`, gauge('a', bogus)), {
        code: 400,
        reason: 'BadRequest',
        message: `Gauge in version "${VERSION}" cannot be handled as a Gauge: ${strict}`,
      });
      assert.equal((await get(admin, gauges(namespace, 'a'))).status, 404);
    },
  },
  {
    name: 'fieldValidation=Strict: PATCH is 422 at the patch',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const before = await readGauge(server, namespace, 'a');
      const answer = await patch(server.admin, `${gauges(namespace, 'a')}?fieldValidation=Strict`, bogus);
      const [cause, ...others] = succeeded(answer, 422).details.causes;
      assert.deepEqual([cause.reason, cause.field, others], ['FieldValueInvalid', 'patch', []]);
      // The value is the whole patched object, as text.
      assert.match(cause.message, /^Invalid value: "\{.*\\"bogus\\":1.*\}": /);
      assert.ok(cause.message.endsWith(`: ${strict}`), cause.message);
      refused(answer, {
        code: 422,
        reason: 'Invalid',
        message: ` "" is invalid: patch: ${cause.message}`,
        details: { causes: [cause] },
      });
      assert.deepEqual(await readGauge(server, namespace, 'a'), before);
    },
  },
  {
    name: 'fieldValidation=Strict accepts known fields',
    async run({ admin }, namespace) {
      const answer = await post(admin, `${gauges(namespace)}?fieldValidation=Strict`, gauge('a'));
      assert.equal(answer.headers.warning, undefined);
      succeeded(answer, 201);
    },
  },
  {
    name: 'an invalid fieldValidation is 422',
    async run({ admin }, namespace) {
      const answer = await post(admin, `${gauges(namespace)}?fieldValidation=Loose`, gauge('a'));
      const said = 'Unsupported value: "Loose": supported values: "", "Ignore", "Strict", "Warn"';
      refused(answer, {
        code: 422,
        reason: 'Invalid',
        message: `CreateOptions.meta.k8s.io "" is invalid: fieldValidation: ${said}`,
        details: {
          group: 'meta.k8s.io',
          kind: 'CreateOptions',
          causes: [{ reason: 'FieldValueNotSupported', message: said, field: 'fieldValidation' }],
        },
      });
    },
  },
  {
    name: 'each unknown field has its warning',
    async run({ admin }, namespace) {
      const spec = { bogus: 1, image: { url: 'x', bogus: 1 } };
      const body = gauge('a', { spec, bogus: 1, metadata: { bogus: 1 } });
      const said = (await post(admin, gauges(namespace), body)).headers.warning;
      const fields = ['bogus', 'metadata.bogus', 'spec.bogus', 'spec.image.bogus'];
      const expected = fields.map((field) => `299 - "unknown field \\"${field}\\""`);
      assert.deepEqual(String(said).split(', ').sort(), expected);
    },
  },
  {
    name: 'a finalizer without a domain is kept with a warning',
    async run(server, namespace) {
      await makeGauge(server, namespace, 'a');
      const answer = await patch(server.admin, gauges(namespace, 'a'), {
        metadata: { finalizers: ['hold'] },
      });
      assert.match(
        String(answer.headers.warning),
        /^299 - "metadata\.finalizers: \\"hold\\": prefer a domain-qualified/,
      );
      assert.deepEqual(succeeded(answer).metadata.finalizers, ['hold']);
    },
  },
  {
    name: 'x-kubernetes-preserve-unknown-fields keeps everything',
    async run({ admin }, namespace) {
      const anything = { spec: { deep: [{ any: 'thing' }] } };
      const answer = await post(admin, `${zones()}?fieldValidation=Strict`, zone(namespace, anything));
      const { kind, apiVersion, spec } = succeeded(answer, 201);
      assert.deepEqual({ kind, apiVersion }, { kind: 'Zone', apiVersion: `${GROUP}/${VERSION}` });
      assert.deepEqual(spec, anything.spec);
    },
  },
];
