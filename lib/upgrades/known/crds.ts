import { isBefore, parseVersion, type Version } from '../../versions/version.ts';
import { chartVersion, compareCharts } from '../chart-version.ts';
import type { Definition, UpgradeFacts } from '../facts.ts';
import type { Found, KnownIssue, Step } from '../known-issue.ts';
import { isKnown, OLDEST, operatorOf } from '../releases.ts';
import { valuesSetting } from '../values.ts';

const GROUP = 'monitoring.coreos.com';

/** The kinds of the operator. Two of them came later than the others. */
const NAMES = [
  ...['alertmanagerconfigs', 'alertmanagers', 'podmonitors', 'probes', 'prometheusagents'],
  ...['prometheuses', 'prometheusrules', 'scrapeconfigs', 'servicemonitors', 'thanosrulers'],
];
const LATER = { since: chartVersion('46.0.0'), names: ['prometheusagents', 'scrapeconfigs'] };

/** The first chart that can upgrade its CRDs by a job. */
const JOB = chartVersion('68.4.0');

/** CRDs, which Helm installs once and never upgrades. */
export const CRDS: readonly KnownIssue[] = [
  {
    id: 'crds-outdated',
    since: OLDEST.text,
    isAlways: true,
    severity: 'critical',
    what: 'Helm does not upgrade CRDs, and these are older than the operator that is to work with them: the release fails on fields that they do not have, or the API server drops these fields',
    before: [],
    after: [
      {
        text: 'Check that each CRD names the new operator',
        run: [
          ...['kubectl', 'get', 'crds', '-o'],
          'custom-columns=NAME:.metadata.name,OPERATOR:.metadata.annotations.operator\\.prometheus\\.io/version',
        ],
      },
    ],
    find(facts) {
      const wanted = wantedOperator(facts);
      if (!wanted || upgradesByJob(facts)) return undefined;
      if (!facts.crds) return unreadCrds(facts);
      const stale = staleAmong(facts.crds, wanted.version);
      const missing = facts.crds.length === 0 ? [] : missingAmong(facts.crds, facts);
      if (stale.length + missing.length === 0) return undefined;
      const names = [...stale.map(({ name }) => name), ...missing];
      return {
        places: [
          ...stale.map(({ name, operator }) => `${name}: of operator ${operator}`),
          ...missing.map((name) => `${name}: not installed`),
        ],
        ...(isByFlux(facts) && { severity: 'warning' as const }),
        before: [...fluxSteps(facts), ...applySteps(facts, wanted.text, names.toSorted())],
      };
    },
  },
  {
    id: 'crds-unknown',
    since: OLDEST.text,
    isAlways: true,
    severity: 'warning',
    what: 'these CRDs do not say which operator they are from, so whether they are too old is not known',
    before: [],
    after: [],
    find(facts) {
      const unknown = (facts.crds ?? []).filter(({ operator }) => !parseVersion(operator ?? ''));
      if (unknown.length === 0 || upgradesByJob(facts)) return undefined;
      const wanted = wantedOperator(facts);
      const names = unknown.map(({ name }) => name);
      return { places: names, before: applySteps(facts, wanted?.text, names) };
    },
  },
];

/** What is said where the CRDs of the cluster are not known. */
function unreadCrds(facts: UpgradeFacts): Found | undefined {
  const [old, next] = [facts.from && operatorOf(facts.from), operatorOf(facts.to)];
  if (old === undefined || next === undefined || old === next) return undefined;
  return {
    severity: 'warning',
    what: `Helm does not upgrade CRDs: those of the cluster, which were not read, must be of operator ${next} or later`,
    before: [...fluxSteps(facts), ...applySteps(facts, undefined, [])],
  };
}

/** The newest of the operator of the new chart and those that run. */
function wantedOperator({ to, programs }: UpgradeFacts): Operator | undefined {
  const running = programs.filter(({ part }) => part === 'operator').map(({ version }) => version);
  return [operatorOf(to), ...running]
    .flatMap((text): Operator[] => {
      const version = parseVersion(text ?? '');
      return text && version ? [{ text: text.replace(/^v/, ''), version }] : [];
    })
    .reduce<Operator | undefined>(
      (newest, one) => (newest && !isBefore(newest.version, one.version) ? newest : one),
      undefined,
    );
}

interface Operator {
  /** `0.93.0`. */
  text: string;
  version: Version;
}

const staleAmong = (crds: readonly Definition[], wanted: Version): Definition[] =>
  crds.filter(({ operator }) => {
    const version = parseVersion(operator ?? '');
    return version !== undefined && isBefore(version, wanted);
  });

function missingAmong(crds: readonly Definition[], { to }: UpgradeFacts): string[] {
  const expected = NAMES.filter((name) => !LATER.names.includes(name) || compareCharts(to, LATER.since) >= 0);
  // Another group is that of a platform of its own, whose kinds are not known.
  if (!crds.some(({ name }) => name.endsWith(`.${GROUP}`))) return [];
  return expected.map((name) => `${name}.${GROUP}`).filter((full) => crds.every(({ name }) => name !== full));
}

const upgradesByJob = (facts: UpgradeFacts): boolean =>
  compareCharts(facts.to, JOB) >= 0 && valuesSetting(facts, 'crds.upgradeJob.enabled') === true;

const isByFlux = ({ source = '' }: UpgradeFacts): boolean => source.startsWith('Flux HelmRelease');

const fluxSteps = (facts: UpgradeFacts): Step[] =>
  isByFlux(facts)
    ? [
        {
          text: `Set spec.upgrade.crds to CreateReplace in the HelmRelease: Flux then upgrades them. Otherwise`,
        },
      ]
    : [];

/** The commands that upgrade CRDs: each by itself, where the tag of the operator is known. */
function applySteps({ to }: UpgradeFacts, operator: string | undefined, names: readonly string[]): Step[] {
  const own = names.filter((name) => NAMES.some((kind) => name === `${kind}.${GROUP}`));
  const [first, ...others] = own;
  if (operator === undefined || !/^\d+\.\d+\.\d+$/.test(operator) || first === undefined)
    return [{ text: `${WHY}, from the chart`, ...FROM_CHART }];
  const step = (name: string, text: string): Step => ({
    text,
    run: APPLY,
    last: ['-f', urlOf(name, operator)],
  });
  return [
    step(first, WHY),
    ...others.map((name) => step(name, '')),
    ...(isKnown(to) ? [{ text: 'Or all of them, as the chart has them', ...FROM_CHART }] : []),
  ];
}

const WHY =
  'Apply them on the server, as a client-side apply fails: the annotation that it writes would have more than 262144 bytes. Helm owns their fields, so take these over';

const APPLY = ['kubectl', 'apply', '--server-side', '--force-conflicts'];

const FROM_CHART = {
  shell:
    'helm show crds kube-prometheus-stack --repo https://prometheus-community.github.io/helm-charts --version VERSION',
  run: APPLY,
  last: ['-f', '-'],
};

const urlOf = (name: string, operator: string): string =>
  `https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v${operator}/example/prometheus-operator-crd/${GROUP}_${name.slice(0, -GROUP.length - 1)}.yaml`;
