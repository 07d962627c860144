import { fieldsOf } from '../../../objects/fields.ts';
import type { Naming } from '../../../objects/monitoring-names.ts';
import { DASHBOARD_LABELS, LABEL_VALUE } from '../../container.ts';
import type { Check, Fault } from '../check.ts';
import { appliedSize, contentSize } from '../sizes.ts';
import { TWICE_CHECKS } from './twice.ts';

const LABELS = ['metadata', 'labels'];
const { platform, upstream } = DASHBOARD_LABELS;

/** The checks of containers (§2.3): whether the API server takes them, and the sidecar of the UI finds them. */
export const CONTAINER_CHECKS: readonly Check[] = [
  {
    name: 'label-missing',
    severity: 'warning',
    prevents: 'a dashboard that is not loaded, because the sidecar does not find its container',
    fix: `add the label ${platform}: "${LABEL_VALUE}", or ${upstream}: "${LABEL_VALUE}", by whose names the cluster has`,
    container: ({ isLabeled }, { naming }) =>
      isLabeled
        ? []
        : [
            {
              path: LABELS,
              message: `the label ${naming ? DASHBOARD_LABELS[naming] : platform} is missing`,
              ...(naming && {
                fix: `add the label ${DASHBOARD_LABELS[naming]}: "${LABEL_VALUE}" to metadata.labels`,
              }),
            },
          ],
  },
  {
    name: 'names',
    severity: 'critical',
    prevents: 'a dashboard that is not loaded, because the sidecar looks for the label of the other naming',
    fix: 'use the label of the cluster',
    container: ({ labels, isLabeled }, { naming }) => {
      if (!naming || !isLabeled || Object.hasOwn(labels, DASHBOARD_LABELS[naming])) return [];
      const other = DASHBOARD_LABELS[OTHER[naming]];
      return [
        {
          path: [...LABELS, other],
          isKey: true,
          message: `the label is ${other}, not ${DASHBOARD_LABELS[naming]}`,
        },
      ];
    },
  },
  {
    name: 'label-value',
    severity: 'critical',
    prevents: 'a container that the API server refuses, or that the sidecar does not find',
    fix: `write "${LABEL_VALUE}", with the quotes`,
    container: ({ labels }) =>
      [platform, upstream].flatMap((label): Fault[] => {
        const value = labels[label];
        if (value === undefined || value === LABEL_VALUE) return [];
        const what = typeof value === 'string' ? 'is' : `is the ${typeOf(value)}`;
        return [
          {
            path: [...LABELS, label],
            message: `the value of ${label} ${what} ${JSON.stringify(value)}, not the text "${LABEL_VALUE}"`,
          },
        ];
      }),
  },
  {
    name: 'object-name',
    severity: 'critical',
    prevents: 'a container that the API server refuses, because of its name',
    fix: 'use lowercase letters, digits, - and . only, with a letter or digit at both ends',
    container: ({ name, fields }) => {
      const path = ['metadata', 'name'];
      const { name: given, generateName } = fieldsOf(fields.metadata) ?? {};
      if (given === undefined || given === null)
        return generateName === undefined ? [{ path, message: 'it has no name' }] : [];
      return name.length <= LONGEST_NAME && NAME.test(name)
        ? []
        : [{ path, message: `${JSON.stringify(name)} is not a valid name` }];
    },
  },
  {
    name: 'file-name',
    severity: 'critical',
    prevents: 'a dashboard that is not loaded, because the UI only reads files that end in .json',
    fix: 'let the key end in .json, with letters, digits, dots, - and _ only',
    container: ({ files, dashboards }) =>
      files.flatMap(({ key, path, text }): Fault[] => {
        if (key.length > LONGEST_NAME || !KEY.test(key) || key.startsWith('..') || key === '.')
          return [{ path, isKey: true, message: `${JSON.stringify(key)} is not a valid key` }];
        // The sidecar loads what such a file names, and drops the end.
        return key.replace(/\.url$/, '').endsWith('.json') ||
          !(dashboards.has(key) || /^\s*\{/.test(text ?? ''))
          ? []
          : [{ path, isKey: true, message: `the key ${key} does not end in .json` }];
      }),
  },
  {
    name: 'file-text',
    severity: 'critical',
    prevents: 'a container that the API server refuses, because a file is not a text',
    fix: 'write the file as a block of text: a | behind the key, and the lines below it, indented',
    container: ({ files, fields, kind }) => [
      ...FILE_FIELDS[kind].flatMap((field): Fault[] =>
        (fields[field] ?? undefined) === undefined || fieldsOf(fields[field])
          ? []
          : [
              {
                path: [field],
                isKey: true,
                message: `${field} does not have files by their names`,
                fix: `write the name of each file below ${field}, indented, and its text behind it`,
              },
            ],
      ),
      ...files.flatMap(({ key, path: [field = ''] }): Fault[] => {
        const value = fieldsOf(fields[field])?.[key];
        const path = [field, key];
        if (typeof value !== 'string')
          return value === null ? [] : [{ path, isKey: true, message: `the value of ${key} is not a text` }];
        const isEncoded = field === 'binaryData' || (kind === 'Secret' && field === 'data');
        return isEncoded && !BASE64.test(value.replace(/[\r\n]/g, ''))
          ? [
              {
                path,
                isKey: true,
                message: `the value of ${key} is not base64`,
                fix: kind === 'Secret' ? 'use stringData for plain text' : 'use data for plain text',
              },
            ]
          : [];
      }),
    ],
  },
  ...TWICE_CHECKS,
  {
    name: 'object-size',
    severity: 'critical',
    prevents: 'a container that the API server refuses, because it is too large',
    fix: 'put each dashboard into a container of its own, and write the JSON without spaces',
    container: (container) => {
      const size = contentSize(container);
      return size > LARGEST
        ? [
            {
              path: ['metadata', 'name'],
              message: `its files have ${size} bytes; an object may have ${LARGEST}`,
            },
          ]
        : [];
    },
  },
  {
    name: 'apply-size',
    severity: 'warning',
    prevents: 'a container that kubectl apply cannot apply, because it keeps a copy in an annotation',
    fix: 'apply it with kubectl monitoring dashboards apply FILE, or kubectl apply --server-side -f FILE',
    container: (container) => {
      const size = appliedSize(container);
      // What is too large for the server has a finding already.
      return size > LARGEST_ANNOTATIONS && contentSize(container) <= LARGEST
        ? [
            {
              path: ['metadata', 'name'],
              message: `with the copy that kubectl apply keeps, its annotations have ${size} bytes; ${LARGEST_ANNOTATIONS} are allowed`,
            },
          ]
        : [];
    },
  },
];

/** The fields with the files. */
const FILE_FIELDS = { ConfigMap: ['data', 'binaryData'], Secret: ['data', 'stringData'] } as const;

const typeOf = (value: unknown): string => (typeof value === 'object' ? 'value' : typeof value);

const OTHER: Record<Naming, Naming> = { platform: 'upstream', upstream: 'platform' };

/** Of a name and of a key, in characters. */
const LONGEST_NAME = 253;
const NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const KEY = /^[-.\w]+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Bytes of the files of a container, decoded, and of the annotations of an object. */
const LARGEST = 1024 * 1024;
const LARGEST_ANNOTATIONS = 256 * 1024;
