import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonPath } from './json-path.ts';

const object = {
  metadata: { labels: { 'cluster.x-k8s.io/name': 'one' } },
  spec: { list: [{ a: 1 }, { a: 2 }] },
  status: {
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'Paused', status: 'False' },
    ],
  },
};

const table: [path: string, found: unknown[]][] = [
  ['.spec.list[0].a', [1]],
  ['.spec.list[-1].a', [2]],
  ['.spec.list[*].a', [1, 2]],
  ['.spec.missing.a', []],
  ['.metadata.labels.cluster\\.x-k8s\\.io/name', ['one']],
  ["['metadata']['labels']['cluster.x-k8s.io/name']", ['one']],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  [".status.conditions[?(@.type=='Paused')].status", ['False']],
  ['.status.conditions[?(@.type!="Ready")].status', ['False']],
  ['no path', []],
];

for (const [path, found] of table) {
  test(`${path} finds ${JSON.stringify(found)}`, () => assert.deepEqual(jsonPath(path)(object), found));
}
