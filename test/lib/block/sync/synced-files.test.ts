import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { load } from 'js-yaml';
import type { ObjectNaming } from '../../../../lib/block/sync/object-naming.ts';
import type { SourceObject } from '../../../../lib/block/sync/source-objects.ts';
import { syncedFiles } from '../../../../lib/block/sync/synced-files.ts';
import { lintChartTemplate } from '../../../../lib/rules/chart-template.ts';
import { withoutEscapes } from '../../../../lib/words/chart-template.ts';
import { oddText } from './odd-text.ts';

const NAMING: ObjectNaming = {
  apiVersion: 'g.example.com/v1',
  kind: 'MetricsRule',
  labels: { metrics: 'k8s', role: 'alert-rules' },
  dashboardLabels: { ui_dashboard: '1' },
};

const POD = {
  alert: 'Down',
  expr: 'up{job="a"} == 0',
  annotations: { message: '{{ $labels.pod }} is down', query: '{{ query `up` }}' },
};
const RULES: SourceObject = {
  type: 'rules',
  name: 'pods',
  content: { groups: [{ name: 'pods', rules: [POD] }] },
};
const DASHBOARDS: SourceObject = {
  type: 'dashboards',
  name: 'pods',
  content: { 'pods.json': '{\n  "legendFormat": "{{pod}}",\n  "panels": []\n}' },
};

test('writes a template for each object, in the order of their paths', async () =>
  assert.deepEqual(await syncedFiles([DASHBOARDS, RULES], NAMING), {
    'templates/alerts/pods.yaml': `apiVersion: g.example.com/v1
kind: MetricsRule
metadata:
  name: pods
  labels:
    metrics: k8s
    role: alert-rules
spec:
  groups:
    - name: pods
      rules:
        - alert: Down
          expr: up{job="a"} == 0
          annotations:
            message: "{{\`{{ $labels.pod }}\`}} is down"
            query: "{{\`{{\`}} query \`up\` }}"
`,
    'templates/dashboards/pods.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: pods
  labels:
    ui_dashboard: "1"
data:
  pods.json: |-
    {
      "legendFormat": "{{\`{{pod}}\`}}",
      "panels": []
    }
`,
  }));

test('keeps the folder of dashboards', async () => {
  const [text = ''] = Object.values(await syncedFiles([{ ...DASHBOARDS, folder: 'Shop' }], NAMING));
  const { metadata } = load(withoutEscapes(text) ?? '') as { metadata: unknown };
  assert.deepEqual(metadata, {
    ...{ name: 'pods', labels: { ui_dashboard: '1' } },
    annotations: { grafana_folder: 'Shop' },
  });
});

test('whatever the texts are, the template renders to the object, and rules lint finds nothing unescaped', () =>
  fc.assert(
    fc.asyncProperty(oddText, oddText, async (one, other) => {
      const content = { groups: [{ name: one, rules: [{ ...POD, annotations: { one, [other]: other } }] }] };
      const files = await syncedFiles(
        [
          { ...RULES, content },
          { ...DASHBOARDS, content: { a: one } },
        ],
        NAMING,
      );
      const objects = Object.values(files).map((template) => {
        assert.deepEqual(lintChartTemplate(template), []);
        return load(withoutEscapes(template) ?? '') as Record<string, unknown>;
      });
      assert.deepEqual([objects[0]?.spec, objects[1]?.data], [content, { a: one }]);
    }),
  ));
