import type { Check } from '../check.ts';

/** The checks of the JSON text of a dashboard. */
export const TEXT_CHECKS: readonly Check[] = [
  {
    name: 'json',
    severity: 'critical',
    prevents: 'a dashboard that is not loaded, because the UI cannot read its JSON',
    fix: 'correct the JSON at the mark',
    text: ({ invalid }) => (invalid ? [{ path: [], ...invalid, isNeutral: true }] : []),
  },
  {
    name: 'no-dashboard',
    severity: 'critical',
    prevents: 'a file that is not loaded, because it has no dashboard',
    fix: 'put a dashboard into the file, or move it to a container without the label',
    text: ({ name, container, invalid, dashboard }) =>
      container?.isLabeled && name.endsWith('.json') && !invalid && !dashboard
        ? [{ path: [], message: `the file ${name} has no dashboard`, isNeutral: true }]
        : [],
  },
  {
    name: 'field-twice',
    severity: 'warning',
    prevents: 'a value that is lost, because its field is there twice',
    fix: 'remove one of them; the last one counts',
    dashboard: ({ repeated }) =>
      repeated.map((path) => ({
        path,
        isKey: true,
        message: `the field ${JSON.stringify(path.at(-1))} is there twice in one object`,
      })),
  },
  {
    name: 'file-size',
    severity: 'critical',
    prevents: 'a dashboard that no container can hold',
    fix: 'split the dashboard, or write its JSON without spaces',
    text: ({ text, container, dashboard }) => {
      const size = Buffer.byteLength(text);
      return dashboard && !container && size > LARGEST
        ? [{ path: [], message: `it has ${size} bytes; a container may have ${LARGEST}` }]
        : [];
    },
  },
];

/** Bytes of the files of a container. */
const LARGEST = 1024 * 1024;
