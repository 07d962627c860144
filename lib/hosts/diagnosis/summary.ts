import { bySeverity, type Verdict, worstVerdict } from '../../words/verdict.ts';
import type { Diagnosis } from './diagnose.ts';

/** Hosts with one cause and the same refusing guards, listed as `fixed-address (gitops)`. */
export interface CauseGroup {
  /** The cause. */
  reason: string;
  /** Guards that refuse the repair of all of them. */
  refusedBy: string[];
  verdict: Verdict;
  means: string;
  count: number;
  /** `namespace/name`. */
  hosts: string[];
  /** The fixed addresses of these hosts. */
  addresses: string[];
  diagnoses: [Diagnosis, ...Diagnosis[]];
}

/** The label of a cause in a list, with the guards that refuse its fix. */
export const labelOf = ({ cause, refusals }: Pick<Diagnosis, 'cause' | 'refusals'>): string =>
  refusals.length === 0 ? cause : `${cause} (${guardsOf(refusals).join(', ')})`;

const guardsOf = (refusals: Diagnosis['refusals']): string[] => refusals.map(({ guard }) => guard);

/** Diagnoses by cause: the most severe first, then the most frequent. */
export function byCause(diagnoses: readonly Diagnosis[]): CauseGroup[] {
  const alike = ({ verdict, ...diagnosis }: Diagnosis): string => `${verdict} ${labelOf(diagnosis)}`;
  const groups = [...Map.groupBy(diagnoses, alike).values()].map((found): CauseGroup => {
    const members = found as CauseGroup['diagnoses'];
    const [first] = members;
    return {
      reason: first.cause,
      refusedBy: guardsOf(first.refusals),
      verdict: first.verdict,
      means: first.means,
      count: members.length,
      hosts: members.map(({ namespace, name }) => `${namespace}/${name}`),
      addresses: [...new Set(members.flatMap(({ fixedAddress = [] }) => fixedAddress))],
      diagnoses: members,
    };
  });
  return groups.toSorted((a, b) => bySeverity(a, b) || b.count - a.count);
}

/** The verdict on all of them, and the exit code: 1 if a host needs work, else 2 if a cause is unknown. */
export function resultOfAll(verdicts: readonly Verdict[]): { verdict: Verdict; exitCode: 0 | 1 | 2 } {
  const needsWork = verdicts.some((verdict) => verdict !== 'healthy' && verdict !== 'unknown');
  const exitCode = needsWork ? 1 : verdicts.includes('unknown') ? 2 : 0;
  return { verdict: worstVerdict(verdicts, 'healthy'), exitCode };
}
