import { isBefore, type Version } from '../versions/version.ts';
import type { Check, Fault, Rules } from './check.ts';
import { groupsOf } from './placed.ts';

/** Fields that came later than rule files themselves, and the first version that has them. */
const FIELDS: readonly { of: 'group' | 'rule'; field: string; since: Version }[] = [
  { of: 'group', field: 'limit', since: [2, 31] },
  { of: 'rule', field: 'keep_firing_for', since: [2, 42] },
  { of: 'group', field: 'query_offset', since: [2, 53] },
  { of: 'group', field: 'labels', since: [3, 0] },
];

/** The fields of rules that a version does not have. */
export const fieldsMissingIn = (
  version: Version,
  object: Pick<Rules, 'rules' | 'groups' | 'groupsPath'>,
): Fault[] =>
  FIELDS.filter(({ since }) => isBefore(version, since)).flatMap(({ of, field, since }) =>
    (of === 'rule' ? object.rules : groupsOf(object)).flatMap(({ fields, path }): Fault[] =>
      (fields[field] ?? null) === null
        ? []
        : [{ path: [...path, field], message: `${field} needs Prometheus ${since.join('.')} or later` }],
    ),
  );

/** The check of `--prometheus-version`. */
export const VERSION_CHECK: Check = {
  name: 'version',
  severity: 'warning',
  prevents: 'a field that an older Prometheus refuses, or that its operator drops',
  fix: 'remove the field, or upgrade Prometheus',
  check: (object, { version }) => (version ? fieldsMissingIn(version, object) : []),
};
