import type { Finding } from '../http/status.ts';
import { at, text } from '../objects/model.ts';
import { integer, object, string } from '../schema/shorthand.ts';
import { ageColumn, nameColumn, told } from './columns.ts';
import { type Resource, storedVerbs } from './types.ts';

const GROUP = 'coordination.k8s.io';

const leaseColumns = [
  nameColumn,
  told('Holder', 'who holds it', (lease) => text(lease, 'spec', 'holderIdentity')),
  ageColumn,
];

/** A time as the type of leases writes it: to the microsecond. */
const microTime = { ...string, format: 'date-time', nullable: true };

/** Held by one client as long as it renews it; controllers elect a leader with it. */
export const lease: Resource = {
  group: GROUP,
  version: 'v1',
  kind: 'Lease',
  listKind: 'LeaseList',
  plural: 'leases',
  singular: 'lease',
  namespaced: true,
  verbs: storedVerbs,
  subresources: [],
  custom: false,
  counted: false,
  schema: object({
    spec: object({
      holderIdentity: string,
      leaseDurationSeconds: integer,
      acquireTime: microTime,
      renewTime: microTime,
      leaseTransitions: integer,
      strategy: string,
      preferredHolder: string,
    }),
  }),
  blank: { metadata: {}, spec: {} },
  columns: leaseColumns,
  validate({ spec }) {
    const findings: Finding[] = [];
    const duration = at(spec, 'leaseDurationSeconds');
    if (typeof duration === 'number' && duration <= 0)
      findings.push(wrong('leaseDurationSeconds', duration, 'must be greater than 0'));
    const transitions = at(spec, 'leaseTransitions');
    if (typeof transitions === 'number' && transitions < 0)
      findings.push(wrong('leaseTransitions', transitions, 'must be greater than or equal to 0'));
    return findings;
  },
};

const wrong = (field: string, value: number, detail: string): Finding => ({
  reason: 'FieldValueInvalid',
  field: `spec.${field}`,
  value,
  detail,
});
