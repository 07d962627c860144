import { isBefore, parseVersion, type Version } from '../versions/version.ts';
import { type ChartVersion, compareCharts, isDowngrade } from './chart-version.ts';
import type { UpgradeFacts } from './facts.ts';
import { isKnown, operatorOf } from './releases.ts';

/** Whether a known chart is upgraded. */
export const isUpgrade = ({ from, to }: UpgradeFacts): boolean =>
  from !== undefined && compareCharts(from, to) < 0;

/** Whether it is upgraded to a chart whose operator is not known. */
export const isToUnknown = (facts: UpgradeFacts): boolean => isUpgrade(facts) && !isKnown(facts.to);

/** The operator that CRDs have to be as new as: the newest of that of the new chart and those that run, which a downgrade replaces. */
export const wantedOperator = (facts: UpgradeFacts): Operator | undefined =>
  newest([operatorOf(facts.to), ...(isDowngrade(facts) ? [] : runningOperators(facts.programs))]);

/** The operator whose CRDs are applied. The CRDs of an older one would take fields away that the others have. */
export const appliedOperator = (facts: UpgradeFacts): Operator | undefined => {
  const { from, to, programs } = facts;
  const former: ChartVersion[] = from && isDowngrade(facts) ? [from] : [];
  return newest([...[to, ...former].map(operatorOf), ...runningOperators(programs)]);
};

const runningOperators = (programs: UpgradeFacts['programs']): (string | null)[] =>
  programs.filter(({ part }) => part === 'operator').map(({ version }) => version);

const newest = (versions: readonly (string | null | undefined)[]): Operator | undefined =>
  versions
    .flatMap((text): Operator[] => {
      const version = parseVersion(text ?? '');
      return text && version ? [{ text: text.replace(/^v/, ''), version }] : [];
    })
    .reduce<Operator | undefined>(
      (best, one) => (best && !isBefore(best.version, one.version) ? best : one),
      undefined,
    );

interface Operator {
  /** `0.93.0`. */
  text: string;
  version: Version;
}
