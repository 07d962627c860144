import { MONITORING_GROUP } from '../../objects/names.ts';
import { isBefore, parseVersion, type Version } from '../../versions/version.ts';
import { chartVersion, compareCharts } from '../chart-version.ts';
import { isToUnknown, isUpgrade, wantedOperator } from '../crd-operators.ts';
import { applySteps, CRD_NAMES, fluxSteps, isByFlux, jobSteps, upgradesByJob } from '../crd-steps.ts';
import type { Definition, UpgradeFacts } from '../facts.ts';
import type { Found, KnownIssue } from '../known-issue.ts';
import { OLDEST, operatorOf } from '../releases.ts';

/** Kinds that came later than the others. */
const LATER = { since: chartVersion('46.0.0'), names: ['prometheusagents', 'scrapeconfigs'] };

/** CRDs, which Helm installs once and never upgrades. */
export const CRDS: readonly KnownIssue[] = [
  {
    id: 'crds-outdated',
    since: OLDEST.text,
    isAlways: true,
    severity: 'critical',
    what: 'Helm does not upgrade CRDs, and these are missing, or older than the operator that is to work with them: the release fails on fields that they do not have, or the API server drops these fields',
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
      if (upgradesByJob(facts)) return undefined;
      if (!facts.crds) return unreadCrds(facts);
      const wanted = wantedOperator(facts);
      const stale = wanted ? staleAmong(facts.crds, wanted.version) : [];
      const missing = facts.crds.length === 0 || !wanted ? [] : missingAmong(facts.crds, facts);
      if (stale.length + missing.length === 0) return isToUnknown(facts) ? ofUnknown(facts) : undefined;
      const names = [...stale.map(({ name }) => name), ...missing];
      return {
        places: [
          ...stale.map(({ name, operator }) => `${name}: of operator ${operator}`),
          ...missing.map((name) => `${name}: not installed`),
        ],
        ...(isByFlux(facts) && { severity: 'warning' as const }),
        before: [...jobSteps(facts), ...fluxSteps(facts), ...applySteps(facts, names.toSorted())],
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
      const names = unknown.map(({ name }) => name);
      return { places: names, before: [...jobSteps(facts), ...applySteps(facts, names)] };
    },
  },
];

/** What is said where the CRDs of the cluster are not known. */
function unreadCrds(facts: UpgradeFacts): Found | undefined {
  const { from, to } = facts;
  if (isToUnknown(facts)) return ofUnknown(facts);
  const next = operatorOf(to);
  if (!isUpgrade(facts) || next === undefined || (from && operatorOf(from) === next)) return undefined;
  return inGeneral(facts, `those of the cluster, which were not read, must be of operator ${next} or later`);
}

/** What is said of a chart whose operator is not known. */
const ofUnknown = (facts: UpgradeFacts): Found =>
  inGeneral(facts, `those of the cluster must be of the operator of chart ${facts.to.text} or later`);

const inGeneral = (facts: UpgradeFacts, what: string): Found => ({
  severity: 'warning',
  what: `Helm does not upgrade CRDs: ${what}`,
  before: [...jobSteps(facts), ...fluxSteps(facts), ...applySteps(facts, [])],
});

const staleAmong = (crds: readonly Definition[], wanted: Version): Definition[] =>
  crds.filter(({ operator }) => {
    const version = parseVersion(operator ?? '');
    return version !== undefined && isBefore(version, wanted);
  });

function missingAmong(crds: readonly Definition[], { to }: UpgradeFacts): string[] {
  const expected = CRD_NAMES.filter(
    (name) => !LATER.names.includes(name) || compareCharts(to, LATER.since) >= 0,
  );
  // Another group is that of a platform of its own, whose kinds are not known.
  if (!crds.some(({ name }) => name.endsWith(`.${MONITORING_GROUP}`))) return [];
  return expected
    .map((name) => `${name}.${MONITORING_GROUP}`)
    .filter((full) => crds.every(({ name }) => name !== full));
}
