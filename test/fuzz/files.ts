import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { RESULTS } from '../lib/report/results.ts';
import { monitoringScenario } from '../scenarios/monitoring.ts';
import type { Attempt } from './attempt.ts';
import { kubeconfigOf, SECRETS } from './ground.ts';
import { changed, changes, type Spoiling, spoiling, spoilt } from './mutate.ts';

const VALUES = monitoringScenario().files['values.yaml'] ?? '';
const PARSED: unknown = parse(VALUES);
const PEM = '-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n';

const valuesText = fc.oneof(
  fc.constant(VALUES),
  changes(3).map((how) => stringify(changed(PARSED, how), { aliasDuplicateObjects: false })),
);

/** Values files, as they are found and as they are given. */
const values: fc.Arbitrary<Attempt> = fc
  .record({
    text: valuesText,
    spoils: spoiling,
    output: fc.constantFrom('--diff', '-ojson'),
    twice: fc.boolean(),
  })
  .map(({ text, spoils, output, twice }) => ({
    program: 'monitoring' as const,
    words: [
      'resize-pvc',
      '100Gi',
      'k8s',
      '--dry-run=client',
      output,
      '--values=@folder/values.yaml',
      ...(twice ? ['--values=@folder/values.yaml'] : []),
    ],
    files: { 'values.yaml': spoilt(text, spoils) },
  }));

/** Files that kubeconfig and flags name. */
const named: fc.Arbitrary<Attempt> = fc
  .record({
    flag: fc.constantFrom('certificate-authority', 'client-certificate', 'client-key', 'tokenFile'),
    text: fc.constantFrom(PEM, SECRETS.client, '', '\n', 'x'.repeat(100_000)),
    spoils: spoiling as fc.Arbitrary<Spoiling>,
    secure: fc.boolean(),
  })
  .map(({ flag, text, spoils, secure }) => ({
    program: 'bmh' as const,
    words: ['list', '--request-timeout=500ms'],
    files: {
      named: spoilt(text, spoils),
      pem: PEM,
      'kubeconfig.json': JSON.stringify(
        kubeconfigOf(
          flag === 'tokenFile'
            ? { tokenFile: '@folder/named' }
            : {
                'client-certificate': '@folder/pem',
                'client-key': '@folder/pem',
                ...(flag.startsWith('client') && { [flag]: '@folder/named' }),
              },
          {
            ...(secure && { server: 'https://127.0.0.1:1' }),
            ...(flag === 'certificate-authority' && { [flag]: '@folder/named' }),
          },
        ),
      ),
    },
  }));

const DASHBOARD = {
  uid: 'shop',
  title: 'Shop',
  schemaVersion: 42,
  templating: { list: [{ name: 'job', type: 'query', query: 'label_values(up, job)' }] },
  panels: [
    { id: 1, type: 'stat', gridPos: { x: 0, y: 0, w: 4, h: 4 }, targets: [{ expr: 'up{job="$job"}' }] },
  ],
};
const CONTAINER = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'shop', labels: { ui_dashboard: '1' } },
  data: { 'shop.json': JSON.stringify(DASHBOARD) },
};

/** Dashboards, as they are and in containers. */
const dashboards: fc.Arbitrary<Attempt> = fc
  .record({
    value: fc.oneof(
      changes(3).map((how) => changed(DASHBOARD, how)),
      changes(3).map((how) => changed(CONTAINER, how)),
      changes(3).map((how) => ({
        ...CONTAINER,
        data: { 'shop.json': JSON.stringify(changed(DASHBOARD, how)) },
      })),
    ),
    isYaml: fc.boolean(),
    spoils: spoiling,
    words: fc.constantFrom(
      ['lint', '-ojson'],
      ['lint', '-oyaml'],
      ['lint', '--strict'],
      ['apply', '--dry-run=client'],
      ['apply', '--diff', '--request-timeout=500ms'],
    ),
  })
  .map(({ value, isYaml, spoils, words: [verb = '', ...flags] }) => ({
    program: 'monitoring' as const,
    words: ['dashboards', verb, '@folder/shop', ...flags],
    files: {
      shop: spoilt(
        isYaml ? stringify(value, { aliasDuplicateObjects: false }) : JSON.stringify(value),
        spoils,
      ),
    },
  }));

/** Saved results of every kind that has a report. */
const reports: fc.Arbitrary<Attempt> = fc
  .record({
    program: fc.constantFrom('bmh' as const, 'monitoring' as const),
    make: fc.constantFrom(...Object.values(RESULTS)),
    how: changes(3),
    isYaml: fc.boolean(),
    spoils: spoiling,
  })
  .map(({ program, make, how, isYaml, spoils }) => {
    const value = changed(make(), how);
    const whole = isYaml
      ? stringify(value, { aliasDuplicateObjects: false })
      : JSON.stringify(value, null, 4);
    // An error quotes what is wrong, and parts of commands look like ones to run.
    const text = whole.replaceAll('kubectl ', 'kubectl-');
    return { program, words: ['report', '@folder/run', '--output=-'], files: { run: spoilt(text, spoils) } };
  });

export const fileAttempt: fc.Arbitrary<Attempt> = fc.oneof(
  { arbitrary: values, weight: 2 },
  named,
  dashboards,
  reports,
);
