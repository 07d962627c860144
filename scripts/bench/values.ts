import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from '../../test/cluster/build.ts';
import { onPath } from '../../test/cluster/on-path.ts';
import { root } from '../root.ts';
import { say } from './ground.ts';
import { measure, type Row, type Run, rowOf, weighed } from './measure.ts';

const OURS = join(root, 'dist', 'kubectl-monitoring');

/** Lines of each file. */
const LINES = 6_000;

export const VALUES_ROWS = ['values-check', 'values-memory'];

/**
 * `values check` beside `helm template` of a trivial chart with the same values, by the time of the whole process. Of
 * `values-memory`, ours has ten files and theirs is ours with one.
 */
export async function values(runs: number, only?: string): Promise<Row[]> {
  const go = await onPath('go', process.env);
  if (go === undefined) throw new Error('Helm is built with Go, which is not on PATH.');
  const helm = await buildProgram('helm', { go, env: process.env, log: say });
  const folder = await mkdtemp(join(tmpdir(), 'bench-values-'));
  try {
    const chart = join(folder, 'chart');
    await mkdir(join(chart, 'templates'), { recursive: true });
    await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: trivial\nversion: 0.1.0\n');
    await writeFile(join(chart, 'templates', 'one.yaml'), 'replicas: {{ .Values.grafana.replicas }}\n');
    const files = Array.from({ length: 10 }, (_, at) => join(folder, `values-${at}.yaml`));
    for (const file of files) await writeFile(file, fileOf());
    const flags = (count: number): string[] => files.slice(0, count).flatMap((file) => ['-f', file]);
    const check = (count: number): Run => ({
      command: OURS,
      args: ['values', 'check', ...flags(count)],
      env: process.env,
    });
    const template: Run = { command: helm, args: ['template', chart, ...flags(1)], env: process.env };
    const rows: Row[] = [];
    if (only !== 'values-memory')
      rows.push(await measure({ row: 'values-check', ours: check(1), theirs: template }, runs));
    if (only !== 'values-check') {
      const found = { ours: [await weighed(check(10))], theirs: [await weighed(check(1))] };
      rows.push({ ...rowOf('values-memory', found, 'MB'), note: 'theirs: ours with one file' });
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Values without a finding, half of them comments, as charts have them. */
function fileOf(): string {
  const lines = [
    ...[
      'prometheus:',
      '  prometheusSpec:',
      '    replicas: 2',
      '    storageSpec:',
      '      volumeClaimTemplate:',
    ],
    ...[
      '        spec: {resources: {requests: {storage: 100Gi}}}',
      'alertmanager:',
      '  config:',
      '    receivers:',
    ],
    '      - name: "null"',
    ...times(300, (at) => [
      `      # The team ${at}, and how to reach it.`,
      `      - name: team-${at}`,
      '        webhook_configs:',
      `          - url: https://hooks.example.com/${at}`,
      '            send_resolved: true',
    ]),
    ...['    route:', '      receiver: "null"', '      routes:'],
    ...times(300, (at) => [`        - receiver: team-${at}`, `          matchers: [team = "t${at}"]`]),
    ...[
      'grafana:',
      '  replicas: 1',
      '  admin: {existingSecret: grafana-admin}',
      '  dashboards:',
      '    default:',
    ],
    ...times(400, (at) => [
      `      ## A board that people of team ${at} look at every morning.`,
      '      ##',
      `      board-${at}:`,
      `        gnetId: ${at}`,
      '        revision: 1',
    ]),
  ];
  while (lines.length < LINES)
    lines.push(`## What follows is commented out, as in the values of a chart: ${lines.length}`);
  return `${lines.slice(0, LINES).join('\n')}\n`;
}

const times = (count: number, of: (at: number) => string[]): string[] =>
  Array.from({ length: count }, (_, at) => of(at)).flat();
