import type { Diagnosis } from './diagnose.ts';
import type { Verdict } from './evidence.ts';

/** Hosts with one cause, and what keeps their repair from going, as it is listed: `fixed-address (gitops)`. */
export interface CauseGroup {
  cause: string;
  /** Guards that stand against the repair of all of them. */
  refusedBy: string[];
  verdict: Verdict;
  means: string;
  count: number;
  /** `namespace/name`. */
  hosts: string[];
  /** The fixed addresses of those that a repair goes for as it stands. */
  addresses: string[];
  diagnoses: [Diagnosis, ...Diagnosis[]];
}

/** How a cause is called in a list, with what stands against its mend. */
export const labelOf = ({ cause, refusals }: Pick<Diagnosis, 'cause' | 'refusals'>): string =>
  refusals.length === 0 ? cause : `${cause} (${guardsOf(refusals).join(', ')})`;

const guardsOf = (refusals: Diagnosis['refusals']): string[] => refusals.map(({ guard }) => guard);

/** Diagnoses by their cause: what needs work first, then what could not be told, the commonest first. */
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

/** The verdict on all of them: one that needs work counts over any that could not be told. */
export const verdictOf = (verdicts: Iterable<Verdict>): Verdict => {
  const found = new Set(verdicts);
  return ORDER.find((verdict) => found.has(verdict)) ?? 'healthy';
};

const ORDER: Verdict[] = ['needs-work', 'unknown', 'healthy'];

/** What a verdict is to whoever started the command. */
export const EXIT_CODES: Record<Verdict, number> = { healthy: 0, 'needs-work': 1, unknown: 2 };
