import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAsHelm } from '../../../lib/values/helm-yaml.ts';
import { valueAt } from '../../../lib/values/layers.ts';
import { bigValues } from './edit-chart.ts';
import { settingOf, textAfter } from './edit-texts.ts';

const BIG = bigValues(30);

/** Settings of a chart's values, and the lines that are removed (`-`) and added. */
const edits: [name: string, path: string, value: unknown, diff: string[]][] = [
  ['replicas', 'component12.component12Spec.replicas', 2, ['-    replicas: 1', '+    replicas: 2']],
  [
    'a size that is only a comment',
    'component3.component3Spec.storageSpec.volumeClaimTemplate.spec.resources.requests.storage',
    '50Gi',
    [
      '-    storageSpec: {}',
      '+    storageSpec:',
      '+      volumeClaimTemplate:',
      '+        spec:',
      '+          resources:',
      '+            requests:',
      '+              storage: 50Gi',
    ],
  ],
  [
    'hosts',
    'component0.ingress.hosts',
    ['ui.example.com'],
    ['-    hosts: []', '+    hosts:', '+    - ui.example.com'],
  ],
  [
    'a new key of a map with comments at its end',
    'component29.component29Spec.paused',
    true,
    ['+    paused: true'],
  ],
  [
    'a key behind commented-out keys',
    'component7.ingress.ingressClassName',
    'nginx',
    ['+    ingressClassName: nginx'],
  ],
  [
    'an annotation',
    'component7.ingress.annotations',
    { a: 'b: c' },
    ['-    annotations: {}', '+    annotations:', '+      a: "b: c"'],
  ],
  [
    'a value before a tab',
    'component9.service.type',
    'LoadBalancer',
    ['-    type: ClusterIP\t# not LoadBalancer', '+    type: LoadBalancer\t# not LoadBalancer'],
  ],
  [
    'a key in brackets',
    'component9.component9Spec.securityContext.seccompProfile.level',
    'a, b',
    [
      `-      seccompProfile: {type: RuntimeDefault, "x": [1, 'two']}`,
      `+      seccompProfile: {type: RuntimeDefault, "x": [1, 'two'], level: "a, b"}`,
    ],
  ],
  [
    'a list that grows',
    'component1.component1Spec.additionalArgs',
    [
      { name: 'web.component1', value: '{{ .Values.name }}\n  # no comment\n' },
      { name: 'second' },
      { name: 'third' },
    ],
    ['+    - name: third'],
  ],
  ['a new component', 'grafana.replicas', 2, ['+grafana:', '+  replicas: 2']],
];

for (const newline of ['\n', '\r\n'])
  for (const [name, path, value, diff] of edits)
    test(`editValues sets ${name} in ${JSON.stringify(newline)} of ${BIG.split('\n').length} lines`, () => {
      const before = BIG.replaceAll('\n', newline);
      const after = textAfter(before, settingOf({ path, value }));
      assert.deepEqual(valueAt(readAsHelm(after).documents[0], path.split('.')), value);
      assert.deepEqual(differences(before.split(newline), after.split(newline)), diff);
    });

/** The only lines between those that are the same at the beginning and at the end. */
function differences(before: string[], after: string[]): string[] {
  const start = before.findIndex((line, index) => line !== after[index]);
  let same = 0;
  while (same < before.length - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const [removed, added] = [before, after].map((lines) => lines.slice(start, lines.length - same));
  return [...(removed ?? []).map((line) => `-${line}`), ...(added ?? []).map((line) => `+${line}`)];
}
