import assert from 'node:assert/strict';
import { asTable, type Case, get, type Json, post, refused, succeeded } from './exchange.ts';

const endpoints = (namespace: string): string => `/api/v1/namespaces/${namespace}/endpoints`;
const object = (name: string, subsets: unknown[]) => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name },
  subsets,
});

export const endpointsCases: Case[] = [
  {
    name: 'Endpoints are made with their protocol, shown with their addresses, and deprecated',
    async run({ admin }, namespace) {
      const ports = [{ port: 8080 }];
      const addresses = ['10.244.1.1', '10.244.1.2', '10.244.1.3', '10.244.1.4'].map((ip) => ({ ip }));
      const made = await post(admin, endpoints(namespace), object('images', [{ addresses, ports }]));
      assert.deepEqual(succeeded(made, 201).subsets, [
        { addresses, ports: [{ port: 8080, protocol: 'TCP' }] },
      ]);
      assert.equal(
        made.headers.warning,
        '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"',
      );
      succeeded(await post(admin, endpoints(namespace), object('none', [])), 201);
      const { columnDefinitions, rows } = succeeded(await get(admin, endpoints(namespace), asTable));
      assert.deepEqual(
        columnDefinitions.map(({ name }: Json) => name),
        ['Name', 'Endpoints', 'Age'],
      );
      assert.deepEqual(
        rows.map(({ cells }: Json) => cells.slice(0, 2)),
        [
          ['images', '10.244.1.1:8080,10.244.1.2:8080,10.244.1.3:8080 + 1 more...'],
          ['none', '<none>'],
        ],
      );
    },
  },
  {
    name: 'an invalid or loopback address is refused, and so is a subset without addresses',
    async run({ admin }, namespace) {
      const ports = [{ port: 8080 }];
      const subsets = [
        { addresses: [{ ip: '127.0.0.1' }], notReadyAddresses: [{ ip: 'here' }], ports },
        { ports },
      ];
      const loopback = 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
      const format = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
      const missing = 'Required value: must specify `addresses` or `notReadyAddresses`';
      const ready = 'subsets[0].addresses[0].ip';
      const unready = 'subsets[0].notReadyAddresses[0].ip';
      const wrong = (field: string, message: string) => ({ reason: 'FieldValueInvalid', field, message });
      const causes = [
        wrong(ready, `Invalid value: "127.0.0.1": ${loopback}`),
        wrong(unready, `Invalid value: "here": ${format}`),
        wrong(unready, 'Invalid value: "here": must be a valid IP address'),
        { reason: 'FieldValueRequired', field: 'subsets[1]', message: missing },
      ];
      refused(await post(admin, endpoints(namespace), object('images', subsets)), {
        code: 422,
        reason: 'Invalid',
        message: `Endpoints "images" is invalid: [${causes.map(({ field, message }) => `${field}: ${message}`).join(', ')}]`,
        details: { name: 'images', kind: 'Endpoints', causes },
      });
    },
  },
];
