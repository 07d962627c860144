import assert from 'node:assert/strict';
import type { TestServer } from '../support/server.ts';
import { type Case, get, type Json, patch, post, succeeded } from './exchange.ts';

const hostPath = (namespace: string, name?: string, subresource?: string): string =>
  [`/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts`, name, subresource]
    .filter(Boolean)
    .join('/');

const ERROR = 'provisioned registration error';
const image = (address: string) => ({
  url: `http://${address}/images/a.qcow2`,
  checksum: `http://${address}/images/a.qcow2.md5sum`,
});
const broken = {
  errorCount: 3,
  errorMessage: 'adoption failed',
  errorType: ERROR,
  operationalStatus: 'error',
  poweredOn: true,
  provisioning: { ID: '7', state: 'provisioned', image: image('172.22.0.1') },
};

/** A host as the operator leaves it when the address of its image went away. */
async function makeHost({ admin }: TestServer, namespace: string): Promise<Json> {
  const body = {
    apiVersion: 'metal3.io/v1alpha1',
    kind: 'BareMetalHost',
    metadata: { name: 'a' },
    spec: { online: true, image: image('172.22.0.1') },
  };
  succeeded(await post(admin, hostPath(namespace), body), 201);
  return succeeded(await patch(admin, hostPath(namespace, 'a', 'status'), { status: broken }));
}

export const hosts: Case[] = [
  {
    name: 'the group serves baremetalhosts in v1alpha1 under the short name bmh',
    async run({ admin }) {
      const { resources } = succeeded(await get(admin, '/apis/metal3.io/v1alpha1'));
      const { kind, namespaced, shortNames } = resources.find(({ name }: Json) => name === 'baremetalhosts');
      assert.deepEqual({ kind, namespaced }, { kind: 'BareMetalHost', namespaced: true });
      assert.ok(shortNames.includes('bmh'));
      assert.ok(resources.some(({ name }: Json) => name === 'baremetalhosts/status'));
    },
  },
  {
    name: "the platform document's status payload clears the fields that it names and keeps errorType, ID and the rest",
    async run(server, namespace) {
      const before = await makeHost(server, namespace);
      const { resourceVersion } = before.metadata;
      const provisioning = { image: image('httpd-http'), state: 'provisioned' };
      const answer = await patch(server.admin, hostPath(namespace, 'a', 'status'), {
        metadata: { resourceVersion },
        status: { errorCount: 0, errorMessage: '', provisioning },
      });
      const { spec, status } = succeeded(answer);
      assert.deepEqual(spec, before.spec);
      assert.deepEqual(status, {
        ...before.status,
        errorCount: 0,
        errorMessage: '',
        provisioning: { ID: '7', ...provisioning },
      });
    },
  },
  {
    name: "the platform document's spec payload sets both addresses and increments the generation once",
    async run(server, namespace) {
      const before = await makeHost(server, namespace);
      const body = { spec: { image: image('httpd-http') } };
      const { spec, status, metadata } = succeeded(await patch(server.admin, hostPath(namespace, 'a'), body));
      assert.deepEqual(spec, { ...before.spec, image: image('httpd-http') });
      assert.deepEqual(status, before.status);
      assert.equal(metadata.generation, before.metadata.generation + 1);
    },
  },
  {
    name: 'merge patches of one annotation set and remove the pause',
    async run(server, namespace) {
      await makeHost(server, namespace);
      const key = 'baremetalhost.metal3.io/paused';
      const pause = (value: string | null) =>
        patch(server.admin, hostPath(namespace, 'a'), { metadata: { annotations: { [key]: value } } });
      assert.deepEqual(succeeded(await pause('true')).metadata.annotations, { [key]: 'true' });
      assert.equal(succeeded(await pause(null)).metadata.annotations, undefined);
    },
  },
  {
    name: 'an empty errorType is 422 and names the supported values; null removes it',
    async run(server, namespace) {
      await makeHost(server, namespace);
      const path = hostPath(namespace, 'a', 'status');
      const { reason, details } = succeeded(
        await patch(server.admin, path, { status: { errorType: '' } }),
        422,
      );
      assert.equal(reason, 'Invalid');
      const [cause, ...others] = details.causes;
      assert.deepEqual(others, []);
      assert.deepEqual([cause.field, cause.reason], ['status.errorType', 'FieldValueNotSupported']);
      assert.match(
        cause.message,
        /^Unsupported value: "": supported values: .*"provisioned registration error"/,
      );
      const { status } = succeeded(await patch(server.admin, path, { status: { errorType: null } }));
      assert.equal('errorType' in status, false);
    },
  },
  {
    name: 'a status without required fields is 422 with a cause for each',
    async run(server, namespace) {
      await makeHost(server, namespace);
      const body = { status: { operationalStatus: null, poweredOn: null, provisioning: { ID: null } } };
      const { details } = succeeded(await patch(server.admin, hostPath(namespace, 'a', 'status'), body), 422);
      const causes = details.causes.map(({ field, reason }: Json) => `${field} ${reason}`).sort();
      assert.deepEqual(causes, [
        'status.operationalStatus FieldValueRequired',
        'status.poweredOn FieldValueRequired',
        'status.provisioning.ID FieldValueRequired',
      ]);
    },
  },
];
