import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expected } from '../../../../lib/dashboards/lint/check.ts';
import { CHECKS } from '../../../../lib/dashboards/lint/checks/all.ts';
import { lintText, newRun } from '../../../../lib/dashboards/lint/lint.ts';

type Fields = Record<string, unknown>;

const SOURCE = { name: 'datasource', type: 'datasource', query: 'prometheus' };
const PROMETHEUS = { type: 'prometheus', uid: '$datasource' };
const PANEL = {
  id: 1,
  type: 'timeseries',
  title: 'Up',
  description: 'How many answer.',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  datasource: PROMETHEUS,
  fieldConfig: { defaults: { unit: 'none' }, overrides: [] },
  targets: [{ refId: 'A', expr: 'sum(up)' }],
};
const DASHBOARD = {
  id: null,
  uid: 'shop',
  title: 'Shop',
  editable: false,
  schemaVersion: 42,
  templating: { list: [SOURCE] },
  panels: [PANEL],
};

const text = (value: unknown): string => JSON.stringify(value, null, 2);
const withFields = (more: Fields): string => text({ ...DASHBOARD, ...more });
const without = (field: keyof typeof DASHBOARD): string => withFields({ [field]: undefined });
const withPanel = (...panels: Fields[]): string =>
  withFields({ panels: panels.map((panel, at) => ({ ...PANEL, id: at, gridPos: undefined, ...panel })) });
const withQuery = (expr: string, ...variables: Fields[]): string =>
  withFields({
    panels: [{ ...PANEL, targets: [{ expr }] }],
    templating: { list: [SOURCE, ...variables] },
  });
const withQueries = (exprs: readonly string[], ...variables: Fields[]): string =>
  withFields({
    panels: [{ ...PANEL, targets: exprs.map((expr) => ({ expr })) }],
    templating: { list: [SOURCE, ...variables] },
  });
const variable = (name: string, more: Fields = {}): Fields => ({ name, type: 'custom', ...more });
const queryVariable = (query: unknown, more: Fields = {}): string =>
  withFields({
    templating: { list: [SOURCE, { name: 'v', type: 'query', datasource: PROMETHEUS, query, ...more }] },
  });

const LABELS = { ui_dashboard: '1' };
const container = (
  data: Fields = { 'shop.json': text(DASHBOARD) },
  { labels = LABELS, name = 'shop', kind = 'ConfigMap', field = 'data', ...more }: Fields = {},
): string => text({ apiVersion: 'v1', kind, metadata: { name, labels, ...more }, [field as string]: data });
const encoded = (value: string): string => Buffer.from(value).toString('base64');
/** An object with other fields besides. */
const besides = (object: string, fields: Fields): string => text({ ...JSON.parse(object), ...fields });
/** One file with several containers. */
const list = (...containers: string[]): string =>
  text({ kind: 'List', items: containers.map((one) => JSON.parse(one) as unknown) });
/** A JSON text of so many bytes. */
const sized = (bytes: number, filler = ' '): string => {
  const rest = text(DASHBOARD);
  return `${rest.slice(0, -1)}, "x": "${filler.repeat(bytes - rest.length - 9)}"}`;
};
const RESOURCE = {
  apiVersion: 'dashboard.grafana.app/v1beta1',
  kind: 'Dashboard',
  metadata: { name: 'shop' },
  spec: { ...DASHBOARD, uid: undefined },
};
const V2 = { title: 'Shop', elements: {}, layout: { kind: 'GridLayout' } };

interface Row {
  found: string[];
  clean: string[];
  expected?: Expected;
}

/** For each check: files that it finds something in, and near misses. */
const ROWS: Record<string, Row> = {
  'label-missing': {
    found: [
      container(undefined, { labels: {} }),
      container(undefined, { labels: { app: 'shop' }, kind: 'Secret', field: 'stringData' }),
    ],
    clean: [
      container(),
      container(undefined, { labels: { grafana_dashboard: '1' } }),
      container({ 'package.json': '{"name": "shop"}' }, { labels: {} }),
      text(DASHBOARD),
    ],
  },
  names: {
    expected: { naming: 'platform' },
    found: [container(undefined, { labels: { grafana_dashboard: '1' } })],
    clean: [
      container(),
      container(undefined, { labels: { grafana_dashboard: '1', ui_dashboard: '1' } }),
      container(undefined, { labels: {} }),
    ],
  },
  'label-value': {
    found: [1, true, 'true', '', null].map((value) =>
      container(undefined, { labels: { ui_dashboard: value } }),
    ),
    clean: [container(), container(undefined, { labels: { grafana_dashboard: '1', other: 1 } })],
  },
  'object-name': {
    found: [
      container(undefined, { name: 'Shop' }),
      container(undefined, { name: 'shop_1' }),
      container(undefined, { name: '-shop' }),
      container(undefined, { name: 'a'.repeat(254) }),
      container(undefined, { name: null }),
    ],
    clean: [
      container(undefined, { name: 'shop.v1-a' }),
      container(undefined, { name: null, generateName: 'shop-' }),
    ],
  },
  'file-name': {
    found: [
      container({ shop: text(DASHBOARD) }),
      container({ 'shop.json.txt': text(DASHBOARD) }),
      container({ 'shop.JSON': text(DASHBOARD) }),
      container({ 'a b.json': text(DASHBOARD) }),
      container({ '..shop.json': text(DASHBOARD) }),
    ],
    clean: [
      container(),
      container({ 'Shop_1.v2.json': text(DASHBOARD) }),
      container({ 'shop.json.url': 'https://example.com/shop.json', notes: 'none' }),
    ],
  },
  'file-text': {
    found: [
      container({ 'shop.json': DASHBOARD }),
      container({ 'shop.json': 5 }),
      container({ 'shop.json': text(DASHBOARD) }, { kind: 'Secret' }),
      container({ 'shop.json': 'e30' }, { field: 'binaryData' }),
      besides(container(), { binaryData: 'e30=' }),
      besides(container(undefined, { kind: 'Secret', field: 'stringData' }), { data: 'hunter2' }),
      besides(container(undefined, { kind: 'Secret', field: 'stringData' }), { data: ['hunter2'] }),
      besides(container({ 'shop.json': encoded(text(DASHBOARD)) }, { kind: 'Secret' }), { stringData: 5 }),
    ],
    clean: [
      container(),
      besides(container(), { binaryData: null }),
      container({ 'shop.json': encoded(text(DASHBOARD)) }, { kind: 'Secret' }),
      container({ 'shop.json': text(DASHBOARD) }, { kind: 'Secret', field: 'stringData' }),
    ],
  },
  'file-twice': {
    found: [
      list(container(), container(undefined, { name: 'other' })),
      list(container(), container(undefined, { namespace: 'other' })),
      list(
        container(undefined, { annotations: { grafana_folder: 'a' } }),
        container(undefined, { name: 'other', annotations: { grafana_folder: 'a' } }),
      ),
      ...['a/', './a', 'b/../a', 'a//.'].map((grafana_folder) =>
        list(
          container(undefined, { annotations: { grafana_folder: 'a' } }),
          container(undefined, { name: 'other', annotations: { grafana_folder } }),
        ),
      ),
      list(container(), container(undefined, { name: 'other', annotations: { grafana_folder: './' } })),
      list(container(), container({ 'shop.json.url': 'https://example.com' }, { name: 'other' })),
      container({ 'shop.json': text(DASHBOARD), 'shop.json.url': 'https://example.com' }),
      container().replace(/}$/, ', "binaryData": {"shop.json": "e30="}}'),
      container().replace('"shop.json":', '"shop.json": "{}", "shop.json":'),
    ],
    clean: [
      container().replace(/}$/, ', "binaryData": {"other.json": "e30="}}'),
      container().replace('"name":', '"name": "a", "name":'),
      list(container(), container()),
      list(container(), container({ 'other.json': text(DASHBOARD) }, { name: 'other' })),
      list(container(), container(undefined, { name: 'other', annotations: { grafana_folder: 'a' } })),
      list(container(), container(undefined, { name: 'other', labels: {} })),
    ],
  },
  'object-twice': {
    found: [list(container(), container()), list(container(), container({ 'other.json': '{"title": "a"}' }))],
    clean: [
      list(container(), container(undefined, { name: 'other' })),
      list(container(), container(undefined, { namespace: 'other' })),
      list(container(), container({ 'shop.json': encoded(text(DASHBOARD)) }, { kind: 'Secret' })),
    ],
  },
  'object-size': {
    found: [
      container({ 'shop.json': sized(1024 * 1024 + 1) }),
      container({ 'shop.json': encoded(sized(1024 * 1024 + 1)) }, { kind: 'Secret' }),
    ],
    clean: [
      container({ 'shop.json': sized(1024 * 1024) }),
      container({ 'shop.json': encoded(sized(1024 * 1024)) }, { kind: 'Secret' }),
    ],
  },
  'apply-size': {
    found: [
      container({ 'shop.json': sized(270_000) }),
      container({ 'shop.json': sized(50_000, '<') }),
      container(undefined, { annotations: { a: 'b'.repeat(262_144) } }),
    ],
    clean: [
      container({ 'shop.json': sized(250_000) }),
      container({ 'shop.json': sized(2_000_000) }),
      container(undefined, {
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'b'.repeat(260_000) },
      }),
    ],
  },
  metadata: {
    found: [
      ...[{ team: 7 }, { team: true }, { 'bad key!': 'a' }, { 'a/b/c': 'a' }, { '/a': 'a' }].map((labels) =>
        container(undefined, { labels: { ...LABELS, ...labels } }),
      ),
      ...[{ team: 'a b' }, { team: 'a'.repeat(64) }, { team: '-a' }, { ['a'.repeat(64)]: 'a' }].map(
        (labels) => container(undefined, { labels: { ...LABELS, ...labels } }),
      ),
      ...[{ x: { y: 1 } }, { grafana_folder: 5 }, { 'bad key!': 'a' }, ['a'], 'a'].map((annotations) =>
        container(undefined, { annotations }),
      ),
    ],
    clean: [
      ...[{ team: '7' }, { 'example.com/team': '' }, { team: null }, { ui_dashboard: 1 }].map((labels) =>
        container(undefined, { labels: { ...LABELS, ...labels } }),
      ),
      ...[{ 'example.com/x': 'a b\n{}' }, { grafana_folder: 'A b' }, null].map((annotations) =>
        container(undefined, { annotations }),
      ),
    ],
  },
  folder: {
    found: ['..', '../a', '../../../etc', 'a/../..', './..'].flatMap((folder) =>
      ['grafana_folder', 'k8s-sidecar-target-directory'].map((name) =>
        container(undefined, { annotations: { [name]: folder } }),
      ),
    ),
    clean: ['a', 'a/../b', '..a', '/srv', '', './a'].map((grafana_folder) =>
      container(undefined, { annotations: { grafana_folder } }),
    ),
  },
  json: {
    found: [
      withFields({}).replace('"uid": "shop",', '"uid": "shop"'),
      `\ufeff${text(DASHBOARD)}`,
      container({ 'shop.json': `${text(DASHBOARD)},` }),
      container({ 'shop.json': '' }),
      `{"title": "a", "panels": ${'[`.repeat(300)}${`]'.repeat(300)}}`,
    ],
    clean: [text(DASHBOARD), text(DASHBOARD).replaceAll('\n', '\r\n'), container()],
  },
  'no-dashboard': {
    found: [container({ 'shop.json': '{"name": "shop"}' }), container({ 'shop.json': '[]' })],
    clean: [
      container({ 'shop.json': '{"title": "Shop"}' }),
      container({ 'shop.yaml': '{"name": "shop"}' }),
      container(undefined, { labels: {} }),
    ],
  },
  'field-twice': {
    found: [text(DASHBOARD).replace('"title": "Up"', '"title": "Up", "type": "stat"')],
    clean: [text(DASHBOARD)],
  },
  'file-size': { found: [sized(1024 * 1024 + 1)], clean: [sized(1024 * 1024)] },
  wrapped: {
    found: [text({ meta: {}, dashboard: DASHBOARD })],
    clean: [withFields({ dashboard: 'shop' })],
  },
  'schema-v2': { found: [text(V2)], clean: [text({ ...RESOURCE, spec: V2 }), text(DASHBOARD)] },
  resource: {
    found: [text(RESOURCE), text({ ...RESOURCE, spec: V2 })],
    clean: [text(DASHBOARD), text(V2)],
  },
  inputs: {
    found: [
      withPanel({ datasource: `\${DS_PROMETHEUS}` }),
      withPanel({ datasource: { type: 'prometheus', uid: `\${DS_MY-SOURCE}` } }),
      withFields({ __inputs: [{ name: 'VAR_JOB' }], tags: [`\${VAR_JOB}`] }),
    ],
    clean: [
      withFields({ __inputs: [] }),
      withFields({ __inputs: [{ name: 'DS_PROMETHEUS', pluginId: 'prometheus' }] }),
      text({
        ...DASHBOARD,
        templating: { list: [{ ...SOURCE, name: 'DS_PROMETHEUS' }] },
        panels: [{ ...PANEL, datasource: { uid: `\${DS_PROMETHEUS}` } }],
      }),
    ],
  },
  title: {
    found: [without('title'), withFields({ title: ' ' }), withFields({ title: 5 })],
    clean: [text(DASHBOARD)],
  },
  uid: {
    found: [without('uid'), withFields({ uid: null }), withFields({ uid: ' ' })],
    clean: [text(DASHBOARD), text(RESOURCE), withFields({ uid: 5 })],
  },
  'uid-valid': {
    found: [
      withFields({ uid: 'a'.repeat(41) }),
      withFields({ uid: 'a.b' }),
      withFields({ uid: 'a b' }),
      withFields({ uid: 5 }),
    ],
    clean: [withFields({ uid: 'a'.repeat(40) }), withFields({ uid: 'A_b-1' }), withFields({ uid: '' })],
  },
  'uid-twice': {
    found: [
      container({ 'a.json': text(DASHBOARD), 'b.json': withFields({ title: 'Other' }) }),
      list(container(), container(undefined, { name: 'other' })),
    ],
    clean: [
      list(container(), container()),
      container({ 'a.json': text(DASHBOARD), 'b.json': withFields({ uid: 'other' }) }),
      container({ 'a.json': without('uid'), 'b.json': without('uid') }),
    ],
  },
  'title-twice': {
    found: [container({ 'a.json': text(DASHBOARD), 'b.json': withFields({ uid: 'other' }) })],
    clean: [
      list(
        container(),
        container({ 'b.json': text(DASHBOARD) }, { name: 'b', annotations: { grafana_folder: 'b' } }),
      ),
      container({ 'a.json': text(DASHBOARD), 'b.json': withFields({ title: 'shop' }) }),
    ],
  },
  'fixed-id': { found: [withFields({ id: 7 })], clean: [text(DASHBOARD), withFields({ id: undefined })] },
  'schema-version': {
    found: [without('schemaVersion'), withFields({ schemaVersion: 43 }), withFields({ schemaVersion: '42' })],
    clean: [text(DASHBOARD), withFields({ schemaVersion: 17 }), text(V2)],
  },
  uneditable: {
    found: [withFields({ editable: true })],
    clean: [text(DASHBOARD), withFields({ editable: undefined })],
  },
  'field-type': {
    found: [
      withFields({ tags: 'shop' }),
      withFields({ time: { from: 1, to: 'now' } }),
      withFields({ time: 'now-1h' }),
      withFields({ version: 1.5 }),
      withFields({ panels: {} }),
      withFields({ refresh: true }),
    ],
    clean: [
      text(DASHBOARD),
      withFields({ tags: [], time: { from: 'now-1h', to: 'now' }, refresh: false, graphTooltip: false }),
      withFields({ links: null, version: 3, refresh: '' }),
    ],
  },
  'panel-id-twice': {
    found: [
      withPanel({ id: 1 }, { id: 1 }),
      withPanel({ id: 1 }, { id: 2, type: 'row', panels: [{ ...PANEL, id: 1, gridPos: undefined }] }),
    ],
    clean: [
      withPanel({ id: 1 }, { id: 2 }),
      withPanel({ id: null }, { id: null }),
      withPanel({ id: 1 }, { id: 1, repeatPanelId: 1 }),
    ],
  },
  'panel-outside': {
    found: [
      withPanel({ gridPos: { x: 13, y: 0, w: 12, h: 1 } }),
      withPanel({ gridPos: { x: -1, y: 0, w: 12, h: 1 } }),
    ],
    clean: [withPanel({ gridPos: { x: 12, y: 0, w: 12, h: 1 } }), withPanel({ gridPos: {} })],
  },
  'panel-overlap': {
    found: [
      withPanel({ gridPos: { x: 0, y: 0, w: 12, h: 8 } }, { gridPos: { x: 11, y: 7, w: 12, h: 8 } }),
      withPanel(
        { gridPos: { x: 0, y: 2, w: 24, h: 2 } },
        { type: 'row', gridPos: { x: 0, y: 3, w: 24, h: 1 } },
      ),
    ],
    clean: [
      withPanel({ gridPos: { x: 0, y: 0, w: 12, h: 8 } }, { gridPos: { x: 12, y: 0, w: 12, h: 8 } }),
      withPanel({ gridPos: { x: 0, y: 0, w: 12, h: 8 } }, { gridPos: { x: 0, y: 8, w: 12, h: 8 } }),
      // What is in a collapsed row is not shown beside what is below the row.
      withPanel(
        {
          type: 'row',
          collapsed: true,
          gridPos: { x: 0, y: 0, w: 24, h: 1 },
          panels: [{ ...PANEL, id: 9, gridPos: { x: 0, y: 1, w: 24, h: 8 } }],
        },
        { gridPos: { x: 0, y: 1, w: 24, h: 8 } },
      ),
    ],
  },
  'variable-unknown': {
    found: [
      withQuery('up{job="$job"}'),
      withQuery('rate(x_total[$interval])'),
      withQuery('up{job="[[job]]"}'),
      withPanel({ datasource: { uid: `\${prometheus}` } }),
      queryVariable('label_values(up{job="$job"}, instance)'),
    ],
    clean: [
      withQuery(`up{job="$job", a="\${job:regex}", b="[[job]]"}`, variable('job')),
      withQuery(`rate(x_total[$__rate_interval]) / $__range_s + \${__from}`),
      withQuery('label_replace(up, "a", "$1", "job", "(.*)")'),
      withQuery('label_replace(up, "a", "$name", "job", "(?P<name>.*)")'),
      withPanel({ datasource: { type: 'mysql' }, targets: [{ rawSql: 'SELECT $x' }] }),
    ],
  },
  'template-datasource': {
    found: [
      text({
        ...DASHBOARD,
        templating: { list: [] },
        panels: [{ ...PANEL, datasource: { type: 'prometheus', uid: 'abc' } }],
      }),
    ],
    clean: [
      text(DASHBOARD),
      text({ ...DASHBOARD, templating: {}, panels: [{ ...PANEL, datasource: null }] }),
      text({ ...DASHBOARD, templating: {}, panels: [{ ...PANEL, datasource: { type: 'loki', uid: 'a' } }] }),
    ],
  },
  'template-job': {
    found: [
      withQueries(['up{job="a"}', 'b{job="a"}', 'sum(c{job="a"})']),
      queryVariable('label_values(up, instance)', { name: 'job' }),
    ],
    clean: [
      withQueries(['up{job="a"}', 'b{job="a"}']),
      withQueries(['up{job="a"}', 'b{job="a"}', 'c{job="b"}']),
      withQueries(['up{job="a"}', 'b{job="a"}', 'c']),
      withQueries(['up{job="$job"}', 'b{job="$job"}', 'c{job="$job"}'], variable('job')),
      queryVariable('label_values(up, job)', { name: 'job' }),
      queryVariable('label_values(up, instance)', { name: 'node' }),
    ],
  },
  'template-instance': {
    found: [withQueries(['up{instance="a"}', 'b{instance="a"}', 'c{instance="a"}'])],
    clean: [withQueries(['up{instance="a"}', 'b{instance="a"}', 'c{instance=~"a"}'])],
  },
  'template-label-promql': {
    found: [
      queryVariable('label_values(up{, job)'),
      queryVariable('query_result(sum(up)'),
      queryVariable({ query: 'query_result(rate(up))', refId: 'A' }),
      queryVariable('label_value(up, job)'),
    ],
    clean: [
      queryVariable('label_values(job)'),
      queryVariable('label_values(up{job=~"$datasource", b="c,d"}, instance)'),
      queryVariable('query_result(topk(1, up))'),
      queryVariable('metrics(up.*)'),
      queryVariable('label_names()'),
      queryVariable('up{job="a"}'),
      queryVariable('SELECT a FROM b', { datasource: { type: 'mysql' } }),
      queryVariable('SELECT a FROM b', { datasource: 'Database' }),
      queryVariable(5),
    ],
  },
  'panel-no-targets': {
    found: [withPanel({ targets: [] }), withPanel({ targets: undefined }), withPanel({ targets: 'x' })],
    clean: [
      withPanel({ type: 'text', targets: undefined }),
      withPanel({ targets: undefined, libraryPanel: { uid: 'a' } }),
      text(DASHBOARD),
    ],
  },
  'panel-datasource': {
    found: [
      withPanel({ datasource: { type: 'prometheus', uid: 'abc' } }),
      withPanel({ datasource: 'Prometheus' }),
    ],
    clean: [
      text(DASHBOARD),
      withPanel({ datasource: null }),
      withPanel({ datasource: '-- Mixed --' }),
      withPanel({ datasource: { type: 'datasource', uid: 'grafana' } }),
    ],
  },
  'panel-title-description': {
    found: [withPanel({ title: '' }), withPanel({ description: undefined })],
    clean: [text(DASHBOARD), withPanel({ type: 'text', title: '' })],
  },
  'panel-units': {
    found: [withPanel({ fieldConfig: { defaults: {} } }), withPanel({ fieldConfig: undefined })],
    clean: [
      text(DASHBOARD),
      withPanel({ type: 'table', fieldConfig: {} }),
      withPanel({ type: 'stat', fieldConfig: {}, options: { textMode: 'name' } }),
      withPanel({ type: 'stat', fieldConfig: { defaults: { mappings: [{ type: 'value' }] } } }),
      withPanel({ type: 'graph', fieldConfig: {}, yaxes: [{ format: 'short' }] }),
      withPanel({
        fieldConfig: { overrides: [{ properties: [{ id: 'unit', value: 's' }] }] },
      }),
    ],
  },
  'target-promql': {
    found: ['up{', 'rate(up)', 'up[5m]', 'nosuch(up)', 'up{a=~"("}', 'up{job=$datasource}', '"a"'].map(
      (expr) => withQuery(expr),
    ),
    clean: [
      ...[
        'up',
        '1',
        'sum(rate(x[$__rate_interval])) / $__range_s',
        'up{a="$datasource"}',
        '$datasource + up',
        ' ',
      ],
    ]
      .map((expr) => withQuery(expr))
      .concat(
        withPanel({ datasource: { type: 'loki' }, targets: [{ expr: '{app="a"} |= "b"' }] }),
        withPanel({ datasource: 'Logs', targets: [{ expr: '{app="a"} != "b"' }] }),
        withPanel({ datasource: 'Logs', targets: [{ expr: 'rate({app="a"} |= "b" [5m])' }] }),
        withPanel({ datasource: '-- Mixed --', targets: [{ datasource: { type: 'loki' }, expr: '{' }] }),
        withPanel({ datasource: '$logs', targets: [{ expr: '{' }] }).replace(
          '"list": [',
          '"list": [{"name": "logs", "type": "datasource", "query": "loki"},',
        ),
      ),
  },
  'target-multi-value': {
    found: [
      withQuery('up{job="$job"}', variable('job', { multi: true })),
      withQuery(`up{job!="\${job}"}`, variable('job', { includeAll: true })),
    ],
    clean: [
      withQuery('up{job=~"$job"}', variable('job', { multi: true })),
      withQuery('up{job="$job"}', variable('job', { multi: false })),
      withQuery(`up{job="\${job:raw}"}`, variable('job', { multi: true })),
      text({
        ...DASHBOARD,
        templating: { list: [SOURCE, variable('job', { multi: true })] },
        panels: [{ ...PANEL, repeat: 'job', targets: [{ expr: 'up{job="$job"}' }] }],
      }),
      text({
        ...DASHBOARD,
        templating: { list: [SOURCE, variable('job', { multi: true })] },
        panels: [
          { type: 'row', repeat: 'job', id: 2 },
          { ...PANEL, targets: [{ expr: 'up{job="$job"}' }] },
        ],
      }),
    ],
  },
  'target-rate-interval': {
    found: ['rate(x_total[5m])', 'sum by (a) (irate(x_total{b="c"}[1m]))', 'rate(x_total[$__interval])'].map(
      (expr) => withQuery(expr),
    ),
    clean: [
      withQuery('rate(x_total[$__rate_interval])'),
      withQuery('increase(x_total[24h])'),
      withQuery('max_over_time(x[1h])'),
      withQuery('rate(x_total[$window])', variable('window')),
      withQuery('$call(x_total[5m])', variable('call')),
    ],
  },
  'target-counter-agg': {
    found: ['x_total', 'sum(x_total)', 'deriv(x_total[5m])', 'rate(y_total[$__rate_interval]) / x_total'].map(
      (expr) => withQuery(expr),
    ),
    clean: [
      ...['rate(x_total[$__rate_interval])', 'increase(x_total[1h])', 'count(x_total)', 'absent(x_total)'],
      ...[
        'a:x_total',
        'sum by (x_total) (up)',
        'up{x_total="a"}',
        'max_over_time(rate(x_total[$__rate_interval])[1h:])',
      ],
    ].map((expr) => withQuery(expr)),
  },
  'target-job': {
    found: [withQuery('up', variable('job'))],
    clean: [
      withQuery('up{job=~"$job"}', variable('job')),
      withQuery('up{job="shop"}', variable('job')),
      withQuery('up{pod="$pod"}', variable('job'), variable('pod')),
      withQuery('job:up:sum', variable('job')),
      withQuery('vector(1)', variable('job')),
      withQuery('up'),
    ],
  },
  'target-instance': {
    found: [withQuery('up', variable('instance'))],
    clean: [withQuery('up{instance=~"$instance"}', variable('instance')), withQuery('up')],
  },
};

/** The names of the checks that find something in a file. */
const foundIn = (file: string, expected?: Expected): string[] =>
  lintText(file, 'shop.json', newRun(expected)).findings.map(({ check }) => check);

test('every check has rows that hold, and near misses', () => {
  assert.deepEqual(
    Object.keys(ROWS),
    CHECKS.map(({ name }) => name),
  );
});

for (const [name, { found, clean, expected }] of Object.entries(ROWS)) {
  for (const [at, file] of found.entries())
    test(`${name} finds case ${at + 1}`, () => {
      assert.ok(foundIn(file, expected).includes(name), file.slice(0, 2000));
    });
  for (const [at, file] of clean.entries())
    test(`${name} is not misled by near miss ${at + 1}`, () => {
      assert.ok(!foundIn(file, expected).includes(name), file.slice(0, 2000));
    });
}

test('a dashboard as it should be is clean, in a file and in a container', () => {
  assert.deepEqual([foundIn(text(DASHBOARD)), foundIn(container())], [[], []]);
});

test('a fix says what to do, and what a check prevents completes a sentence', () => {
  for (const { name, prevents, fix } of CHECKS) {
    assert.match(prevents, /^[a-z].*[^.]$/, name);
    assert.match(fix, /^[a-z].*[^.]$/, name);
  }
});

for (const [file, message] of [
  [
    container().replace(/}$/, `, "binaryData": {"shop.json": "${encoded(text(DASHBOARD))}"}}`),
    'the key shop.json is in data and in binaryData',
  ],
  [
    container().replace('"shop.json":', '"shop.json": "{}", "shop.json":'),
    'the key shop.json is there twice in data',
  ],
  [
    container({ 'shop.json': text(DASHBOARD), 'shop.json.url': 'https://example.com' }),
    'the file name shop.json is used twice; first at shop.json:11',
  ],
  [container(undefined, { labels: { ...LABELS, team: 7 } }), 'the value of the label team is not a text'],
  [
    container(undefined, { labels: { ...LABELS, team: 'a b' } }),
    'the value of the label team is not valid: "a b"',
  ],
  [
    container(undefined, { labels: { ...LABELS, 'bad key!': 'a' } }),
    '"bad key!" is not a valid name of a label',
  ],
  [
    container(undefined, { annotations: { grafana_folder: 5 } }),
    'the value of the annotation grafana_folder is not a text',
  ],
  [container(undefined, { annotations: ['a'] }), 'annotations does not have values by their names'],
  [
    container(undefined, { annotations: { grafana_folder: '../a' } }),
    'the folder "../a" is outside of the folder of the sidecar',
  ],
] as const)
  test(`says of a container: ${message}`, () => {
    const messages = lintText(file, 'shop.json', newRun()).findings.map((one) => one.message);
    assert.ok((messages as readonly string[]).includes(message), messages.join('\n'));
  });
