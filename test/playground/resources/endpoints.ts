import { isIP } from 'node:net';
import type { Finding } from '../http/status.ts';
import { at, type Fields, isFields, list, type Obj, text } from '../objects/model.ts';
import { anything, listOf, object } from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { ageColumn, nameColumn, told } from './columns.ts';

/** How many addresses a table shows. */
const SHOWN = 3;

const endpointsColumns = [
  nameColumn,
  told('Endpoints', 'the addresses and ports that are ready', endpointsCell),
  ageColumn,
];

/** Where the pods behind a service are reached. */
export const endpoints = core({
  plural: 'endpoints',
  singular: 'endpoints',
  kind: 'Endpoints',
  namespaced: true,
  shortNames: ['ep'],
  schema: object({ subsets: listOf(anything) }),
  deprecation: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  columns: endpointsColumns,
  defaults(endpoints) {
    for (const subset of list(endpoints, 'subsets').filter(isFields))
      subset.ports = list(subset, 'ports')
        .filter(isFields)
        .map((port): Fields => ({ protocol: 'TCP', ...port }));
  },
  validate: (endpoints) => list(endpoints, 'subsets').flatMap(subsetFindings),
});

function subsetFindings(subset: unknown, index: number): Finding[] {
  const field = `subsets[${index}]`;
  const ready = list(subset, 'addresses');
  const unready = list(subset, 'notReadyAddresses');
  const detail = 'must specify `addresses` or `notReadyAddresses`';
  return [
    ...(ready.length + unready.length === 0
      ? [{ reason: 'FieldValueRequired', field, detail } as const]
      : []),
    ...ready.flatMap((one, position) =>
      addressFindings(text(one, 'ip'), `${field}.addresses[${position}].ip`),
    ),
    ...unready.flatMap((one, position) =>
      addressFindings(text(one, 'ip'), `${field}.notReadyAddresses[${position}].ip`),
    ),
  ];
}

function addressFindings(ip: string, field: string): Finding[] {
  const wrong = (detail: string): Finding => ({ reason: 'FieldValueInvalid', field, value: ip, detail });
  if (isIP(ip) === 0)
    return [
      wrong('must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'),
      wrong('must be a valid IP address'),
    ];
  const isLoopback = ip.startsWith('127.') || ip === '::1';
  return isLoopback ? [wrong('may not be in the loopback range (127.0.0.0/8, ::1/128)')] : [];
}

function endpointsCell(endpoints: Obj): string {
  const subsets = list(endpoints, 'subsets');
  if (subsets.length === 0) return '<none>';
  const all = subsets.flatMap((subset) =>
    list(subset, 'ports').flatMap((port) =>
      list(subset, 'addresses').map((address) => `${text(address, 'ip')}:${at(port, 'port')}`),
    ),
  );
  const more = all.length > SHOWN ? ` + ${all.length - SHOWN} more...` : '';
  return all.slice(0, SHOWN).join(',') + more;
}
