import { MONITORING_GROUP } from '../objects/names.ts';
import { chartVersion, compareCharts, isDowngrade } from './chart-version.ts';
import { appliedOperator, isToUnknown } from './crd-operators.ts';
import type { UpgradeFacts } from './facts.ts';
import type { Step } from './known-issue.ts';
import { isKnown } from './releases.ts';
import { valuesSetting } from './values.ts';

/** The names of the operator's CRDs, without their group. */
export const CRD_NAMES = [
  ...['alertmanagerconfigs', 'alertmanagers', 'podmonitors', 'probes', 'prometheusagents'],
  ...['prometheuses', 'prometheusrules', 'scrapeconfigs', 'servicemonitors', 'thanosrulers'],
];

/** The first chart that can upgrade its CRDs by a job. */
const JOB = chartVersion('68.4.0');

/** Whether the chart's job upgrades the CRDs. By default, it fails on the fields that Helm owns. */
export const upgradesByJob = (facts: UpgradeFacts): boolean =>
  hasJob(facts) && valuesSetting(facts, 'crds.upgradeJob.forceConflicts') === true;

const hasJob = (facts: UpgradeFacts): boolean =>
  compareCharts(facts.to, JOB) >= 0 && valuesSetting(facts, 'crds.upgradeJob.enabled') === true;

/** What makes that job work. */
export const jobSteps = (facts: UpgradeFacts): Step[] =>
  hasJob(facts) && !isDowngrade(facts)
    ? [
        {
          text: 'Set crds.upgradeJob.forceConflicts to true: without it, the job of the chart fails on the fields that Helm owns. Otherwise',
        },
      ]
    : [];

/** Whether Flux can upgrade them. */
export const isByFlux = ({ source = '' }: UpgradeFacts): boolean => source.startsWith('Flux HelmRelease');

/** How Flux does. */
export const fluxSteps = (facts: UpgradeFacts): Step[] =>
  isByFlux(facts)
    ? [
        {
          text: `Set spec.upgrade.crds to CreateReplace in the HelmRelease: Flux then upgrades them. Otherwise`,
        },
      ]
    : [];

/** The commands that upgrade CRDs: each by itself, where the tag of the operator is known. */
export function applySteps(facts: UpgradeFacts, names: readonly string[]): Step[] {
  const operator = isToUnknown(facts) ? undefined : appliedOperator(facts)?.text;
  const isOlder = isDowngrade(facts);
  const own = names.filter((name) => CRD_NAMES.some((kind) => name === `${kind}.${MONITORING_GROUP}`));
  const [first, ...others] = own;
  if (operator === undefined || !/^\d+\.\d+\.\d+$/.test(operator) || first === undefined)
    return isOlder ? [{ text: OF_RUNNING }] : [{ text: `${WHY}, from the chart`, ...FROM_CHART }];
  const step = (name: string, text: string): Step => ({
    text,
    run: APPLY,
    last: ['-f', urlOf(name, operator)],
  });
  return [
    step(first, WHY),
    ...others.map((name) => step(name, '')),
    ...(isKnown(facts.to) && !isOlder
      ? [{ text: 'Or all of them, as the chart has them', ...FROM_CHART }]
      : []),
  ];
}

const WHY =
  'Apply them on the server, as a client-side apply fails: the annotation that it writes would have more than 262144 bytes. Helm owns their fields, so take these over';

const OF_RUNNING = 'Apply those of the operator that runs, or of a later one: not those of the older chart';

const APPLY = ['kubectl', 'apply', '--server-side', '--force-conflicts'];

const FROM_CHART = {
  shell:
    'helm show crds kube-prometheus-stack --repo https://prometheus-community.github.io/helm-charts --version VERSION',
  run: APPLY,
  last: ['-f', '-'],
};

const urlOf = (name: string, operator: string): string =>
  `https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v${operator}/example/prometheus-operator-crd/${MONITORING_GROUP}_${name.slice(0, -MONITORING_GROUP.length - 1)}.yaml`;
