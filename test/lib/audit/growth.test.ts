import { test } from 'node:test';
import { planFix } from '../../../lib/audit/plan-fix.ts';
import { planEdit } from '../../../lib/values/plan-edit.ts';
import { assertLinear } from '../../support/effort.ts';
import { judgedText } from './file-texts.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

const image = (index: number): string => `http://10.0.0.1/images/a-std-${index}.qcow2`;
const audited = (text: string): void => {
  planFix(text, judgedText(text), new Set(['live-hosts']));
};
const edited = (text: string): void => {
  planEdit(text, { component: 'metrics', size: '100Gi' });
};

/** What a file has many of, the count in a small file, its text, and the function to measure. */
const TEXTS: [string, number, (count: number) => string, (text: string) => void][] = [
  ['keys', 600, (count) => `kind: ConfigMap\ndata:\n${lines(count, (at) => `  k${at}: v\n`)}`, audited],
  ['anchors', 300, (count) => lines(count, (at) => `a${at}: &a${at} v\nb${at}: *a${at}\n`), audited],
  [
    'merge keys',
    200,
    (count) => lines(count, (at) => `a${at}: &a${at} {x: v}\nb${at}: {<<: *a${at}}\n`),
    audited,
  ],
  [
    'addresses in one text',
    800,
    (count) => `kind: ConfigMap\ndata:\n  a: |\n${lines(count, (at) => `    ${image(at)}\n`)}`,
    audited,
  ],
  [
    'readers of one value',
    300,
    (count) =>
      `x-u: &u ${image(0)}\nkind: List\nitems:\n${lines(count, () => '- kind: Metal3Machine\n  spec: {image: {url: *u}}\n')}`,
    audited,
  ],
  ['keys of values', 600, (count) => lines(count, (at) => `k${at}: v\n`), edited],
  ['anchors of values', 300, (count) => lines(count, (at) => `a${at}: &a${at} v\nb${at}: *a${at}\n`), edited],
  [
    'storage blocks of values',
    160,
    (count) =>
      lines(
        count,
        (at) =>
          `k${at}: {apiVersion: monitoring.coreos.com/v1, kind: Prometheus, spec: {retentionSize: 4GB, storage: {}}}\n`,
      ),
    edited,
  ],
];

for (const [what, count, textOf, read] of TEXTS)
  test(`takes linear time for many ${what}`, () => assertLinear(textOf, read, count));
