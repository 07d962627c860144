import type { Finding } from '../http/status.ts';
import { isFields, list, type Obj, text } from '../objects/model.ts';
import { anything, boolean, integer, object, open, string, strings } from '../schema/shorthand.ts';
import { inGroup } from './built-in.ts';
import { ageColumn, nameColumn, orNone, told } from './columns.ts';

/** How many addresses and ports a table shows. */
const SHOWN = 3;

const ADDRESS_TYPES = ['IPv4', 'IPv6', 'FQDN'];

const sliceColumns = [
  nameColumn,
  told('AddressType', 'what its addresses are', ({ addressType }) => addressType),
  told('Ports', 'where they are reached', (slice) =>
    listed(
      list(slice, 'ports').map((port) => String(isFields(port) ? (port.port ?? '*') : '*')),
      '<unset>',
    ),
  ),
  told('Endpoints', 'the addresses themselves', (slice) =>
    listed(
      list(slice, 'endpoints').flatMap((one) => list(one, 'addresses').map(String)),
      '<unset>',
    ),
  ),
  ageColumn,
];

const listed = (all: string[], none: string): string =>
  orNone(
    all.length === 0
      ? none
      : all.slice(0, SHOWN).join(',') + (all.length > SHOWN ? ` + ${all.length - SHOWN} more...` : ''),
  );

/** Some of the addresses behind a service, which its label names. Here there is no controller that makes them. */
export const endpointSlice = inGroup('discovery.k8s.io', {
  plural: 'endpointslices',
  singular: 'endpointslice',
  kind: 'EndpointSlice',
  namespaced: true,
  schema: object({
    addressType: string,
    endpoints: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: open({
        addresses: strings,
        conditions: object({ ready: boolean, serving: boolean, terminating: boolean }),
        hostname: string,
        nodeName: string,
        targetRef: anything,
        zone: string,
      }),
    },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: object({ name: string, protocol: string, port: integer, appProtocol: string }),
    },
  }),
  columns: sliceColumns,
  defaults(slice) {
    for (const port of list(slice, 'ports').filter(isFields)) {
      port.name ??= '';
      port.protocol ??= 'TCP';
    }
  },
  validate: (slice) => addressTypeFindings(slice),
});

function addressTypeFindings(slice: Obj): Finding[] {
  const value = text(slice, 'addressType');
  if (value === '') return [{ reason: 'FieldValueRequired', field: 'addressType' }];
  if (ADDRESS_TYPES.includes(value)) return [];
  const supported = ADDRESS_TYPES.toSorted().map((type) => JSON.stringify(type));
  return [
    {
      reason: 'FieldValueNotSupported',
      field: 'addressType',
      value,
      detail: `supported values: ${supported.join(', ')}`,
    },
  ];
}
