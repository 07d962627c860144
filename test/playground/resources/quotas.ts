import type { Finding } from '../http/status.ts';
import { at, isFields, type Obj, text } from '../objects/model.ts';
import { milliOf } from '../schema/quantity.ts';
import { object, open, quantities } from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { ageColumn, nameColumn, told } from './columns.ts';

const isLimit = (name: string): boolean => name.startsWith('limits.');

const quotaColumns = [
  nameColumn,
  told('Request', 'what is used of what may be asked for', (quota) => cell(quota, (name) => !isLimit(name))),
  told('Limit', 'what is used of what limits may add up to', (quota) => cell(quota, isLimit)),
  ageColumn,
];

/** How much of things a namespace may have. */
export const resourceQuota = core({
  plural: 'resourcequotas',
  singular: 'resourcequota',
  kind: 'ResourceQuota',
  namespaced: true,
  shortNames: ['quota'],
  subresources: ['status'],
  answersDeleted: true,
  schema: object({
    spec: open({ hard: quantities }),
    status: object({ hard: quantities, used: quantities }),
  }),
  blank: { metadata: {}, spec: {}, status: {} },
  columns: quotaColumns,
  prepare(quota, old) {
    if (old === undefined) quota.status = {};
  },
  validate: (quota) => ['spec.hard', 'status.hard', 'status.used'].flatMap((field) => negative(quota, field)),
});

function negative(quota: Obj, field: string): Finding[] {
  const amounts = at(quota, ...field.split('.'));
  return Object.entries(isFields(amounts) ? amounts : {})
    .filter(([, amount]) => milliOf(amount) < 0n)
    .map(([name, value]) => ({
      reason: 'FieldValueInvalid',
      field: `${field}[${name}]`,
      value,
      detail: 'must be greater than or equal to 0',
    }));
}

function cell({ status }: Obj, shown: (name: string) => boolean): string {
  const hard = at(status, 'hard');
  return Object.keys(isFields(hard) ? hard : {})
    .filter(shown)
    .sort()
    .map((name) => `${name}: ${text(status, 'used', name) || '0'}/${text(status, 'hard', name)}`)
    .join(', ');
}
