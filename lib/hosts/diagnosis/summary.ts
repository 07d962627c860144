import type { Diagnosis } from './diagnose.ts';
import type { Verdict } from './evidence.ts';

/** Hosts with one cause and the same refusing guards, listed as `fixed-address (gitops)`. */
export interface CauseGroup {
  cause: string;
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

/** Diagnoses by cause: `needs-work` first, then `unknown`, the most frequent first. */
export function byCause(diagnoses: readonly Diagnosis[]): CauseGroup[] {
  const groups = [...Map.groupBy(diagnoses, labelOf).values()].map((found): CauseGroup => {
    const members = found as CauseGroup['diagnoses'];
    const [first] = members;
    return {
      cause: first.cause,
      refusedBy: guardsOf(first.refusals),
      verdict: first.verdict,
      means: first.means,
      count: members.length,
      hosts: members.map(({ namespace, name }) => `${namespace}/${name}`),
      addresses: [...new Set(members.flatMap(({ fixedAddress = [] }) => fixedAddress))],
      diagnoses: members,
    };
  });
  return groups.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || b.count - a.count);
}

/** The verdict on all of them: `needs-work` outranks `unknown`. */
export const verdictOf = (verdicts: Iterable<Verdict>): Verdict => {
  const found = new Set(verdicts);
  return ORDER.find((verdict) => found.has(verdict)) ?? 'healthy';
};

const ORDER: Verdict[] = ['needs-work', 'unknown', 'healthy'];

/** The exit code of each verdict. */
export const EXIT_CODES: Record<Verdict, number> = { healthy: 0, 'needs-work': 1, unknown: 2 };
