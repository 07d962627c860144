import { posix } from 'node:path';
import { fieldsOf } from '../../../objects/fields.ts';
import { DASHBOARD_LABELS } from '../../container.ts';
import { FOLDER_ANNOTATION } from '../../write/folder.ts';
import type { Check, Fault } from '../check.ts';

/** The checks of the labels and annotations of containers. */
export const METADATA_CHECKS: readonly Check[] = [
  {
    name: 'metadata',
    severity: 'critical',
    prevents: 'a container that the API server refuses, because of a label or an annotation',
    fix: 'write names and values as texts, in quotes where they look like numbers',
    container: ({ fields }) => {
      const metadata = fieldsOf(fields.metadata) ?? {};
      return (['labels', 'annotations'] as const).flatMap((field): Fault[] => {
        const values = metadata[field] ?? {};
        const given = fieldsOf(values);
        return given
          ? Object.entries(given).flatMap(([name, value]) => faultIn(field, name, value) ?? [])
          : [
              {
                path: ['metadata', field],
                isKey: true,
                message: `${field} does not have values by their names`,
              },
            ];
      });
    },
  },
  {
    name: 'folder',
    severity: 'critical',
    prevents: 'a dashboard that is not loaded, because the UI does not read the folder that it is written to',
    fix: 'write the name of a folder, without .. before it',
    container: ({ annotations }) =>
      FOLDERS.flatMap((name): Fault[] => {
        const folder = annotations[name];
        return typeof folder === 'string' && /^\.\.(?:\/|$)/.test(posix.normalize(folder))
          ? [
              {
                path: ['metadata', 'annotations', name],
                message: `the folder ${JSON.stringify(folder)} is outside of the folder of the sidecar`,
              },
            ]
          : [];
      }),
  },
];

function faultIn(field: 'labels' | 'annotations', name: string, value: unknown): Fault | undefined {
  const path = ['metadata', field, name];
  const what = field === 'labels' ? 'label' : 'annotation';
  if (!isName(name))
    return {
      path,
      isKey: true,
      message: `${JSON.stringify(name)} is not a valid name of ${what === 'label' ? 'a label' : 'an annotation'}`,
      fix: 'use letters, digits, -, _ and . only, with a letter or digit at both ends, and 63 characters at most',
    };
  // The labels of dashboards have a check of their own; the API server takes null as an empty text.
  if (value === null || (what === 'label' && DASHBOARD_NAMES.has(name))) return undefined;
  if (typeof value !== 'string') return { path, message: `the value of the ${what} ${name} is not a text` };
  return what === 'annotation' || VALUE.test(value)
    ? undefined
    : {
        path,
        message: `the value of the label ${name} is not valid: ${JSON.stringify(value)}`,
        fix: 'use letters, digits, -, _ and . only, with a letter or digit at both ends, and 63 characters at most',
      };
}

/** Whether a text may be the name of a label or an annotation: `team`, `example.com/team`. */
function isName(name: string): boolean {
  const [last = '', prefix, more] = name.split('/').toReversed();
  if (more !== undefined || last === '' || !VALUE.test(last)) return false;
  return prefix === undefined || (prefix.length <= LONGEST_PREFIX && PREFIX.test(prefix));
}

const FOLDERS = [FOLDER_ANNOTATION, 'k8s-sidecar-target-directory'];
const DASHBOARD_NAMES: ReadonlySet<string> = new Set(Object.values(DASHBOARD_LABELS));
const VALUE = /^(?:[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?)?$/;
const LONGEST_PREFIX = 253;
const PREFIX = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/i;
