import assert from 'node:assert/strict';
import { asTable, type Case, get, type Json, post, refused, succeeded } from './exchange.ts';

const slices = (namespace: string): string =>
  `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
const slice = (name: string, fields: object) => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name, labels: { 'kubernetes.io/service-name': 'images' } },
  ...fields,
});

export const endpointSliceCases: Case[] = [
  {
    name: 'EndpointSlices are created, found by their service, and printed',
    async run({ admin }, namespace) {
      const addresses = ['10.244.1.1', '10.244.1.2', '10.244.1.3', '10.244.1.4'];
      const endpoints = addresses.map((ip) => ({ addresses: [ip], conditions: { ready: true } }));
      const fields = { addressType: 'IPv4', endpoints, ports: [{ port: 8080 }] };
      const made = succeeded(await post(admin, slices(namespace), slice('images-1', fields)), 201);
      assert.deepEqual(made.endpoints, endpoints);
      assert.deepEqual(made.ports, [{ name: '', port: 8080, protocol: 'TCP' }]);
      const none = slice('images-2', { addressType: 'IPv6', endpoints: [] });
      succeeded(await post(admin, slices(namespace), none), 201);
      const of = (service: string) =>
        `${slices(namespace)}?labelSelector=${encodeURIComponent(`kubernetes.io/service-name=${service}`)}`;
      assert.equal(succeeded(await get(admin, of('images'))).items.length, 2);
      assert.equal(succeeded(await get(admin, of('others'))).items.length, 0);
      const { columnDefinitions, rows } = succeeded(await get(admin, slices(namespace), asTable));
      assert.deepEqual(
        columnDefinitions.map(({ name }: Json) => name),
        ['Name', 'AddressType', 'Ports', 'Endpoints', 'Age'],
      );
      assert.deepEqual(
        rows.map(({ cells }: Json) => cells.slice(0, 4)),
        [
          ['images-1', 'IPv4', '8080', '10.244.1.1,10.244.1.2,10.244.1.3 + 1 more...'],
          ['images-2', 'IPv6', '<unset>', '<unset>'],
        ],
      );
    },
  },
  {
    name: 'an unknown address type of an EndpointSlice is refused',
    async run({ admin }, namespace) {
      const message = 'Unsupported value: "ipv4": supported values: "FQDN", "IPv4", "IPv6"';
      refused(await post(admin, slices(namespace), slice('images', { addressType: 'ipv4', endpoints: [] })), {
        code: 422,
        reason: 'Invalid',
        message: `EndpointSlice.discovery.k8s.io "images" is invalid: addressType: ${message}`,
        details: {
          name: 'images',
          group: 'discovery.k8s.io',
          kind: 'EndpointSlice',
          causes: [{ reason: 'FieldValueNotSupported', field: 'addressType', message }],
        },
      });
    },
  },
];
