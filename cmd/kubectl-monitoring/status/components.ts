import { unreadPlaces } from '../../../lib/alerts/watchdog/chain.ts';
import { type BlockVerdict, byFill, fillOf } from '../../../lib/capacity/fill.ts';
import { type Block, PARTS, type PodTrouble, type VolumeState } from '../../../lib/status/block.ts';
import { verdictOfFinding, verdictOn } from '../../../lib/status/judge.ts';
import { CLAIM, type Finding } from '../../../lib/words/finding.ts';
import { bySeverity } from '../../../lib/words/verdict.ts';

/** What is found about an object. */
export interface State {
  verdict: BlockVerdict;
  /** The most severe finding's; empty where nothing is wrong. */
  reason: string;
}

/** A workload or an instance. */
export interface Component extends State {
  part: keyof typeof PARTS;
  kind: string;
  namespace: string;
  name: string;
  versions: string[];
  wanted: number;
  ready: number | undefined;
  troubles: PodTrouble[];
  source: string | null;
}

/** Workloads and instances, the most severe first, then in the order of `PARTS`. */
export function componentsOf(
  { workloads, instances, watchdog }: Block,
  findings: readonly Finding[],
): Component[] {
  const unasked = watchdog.flatMap(unreadPlaces).map(({ object }) => object);
  const components = [
    ...workloads.map(({ version, ...rest }) => ({ ...rest, versions: version === null ? [] : [version] })),
    ...instances.map(({ component, ...rest }) => ({ ...rest, part: component })),
  ];
  const order = Object.keys(PARTS);
  return components
    .toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part))
    .map((it) => ({ ...it, ...stateOf(it, findings, withoutFindings(it, unasked)) }))
    .toSorted(bySeverity);
}

/** The state of a component of which nothing is found: unknown where one could not look. */
function withoutFindings(
  { ready, kind, namespace, name }: Omit<Component, keyof State>,
  unasked: readonly Pick<Component, 'kind' | 'namespace' | 'name'>[],
): State {
  if (ready === undefined) return { verdict: 'unknown', reason: 'not-readable' };
  return unasked.some((one) => one.kind === kind && one.namespace === namespace && one.name === name)
    ? { verdict: 'unknown', reason: 'watchdog-not-queried' }
    : { verdict: 'healthy', reason: '' };
}

/** Volumes, the most severe first, then those that will be full first. */
export const volumesOf = ({ volumes }: Block, findings: readonly Finding[]): (VolumeState & State)[] =>
  volumes
    .map((volume) => {
      const { namespace, claim } = volume;
      const object = { kind: CLAIM, namespace, name: claim.name };
      return { ...volume, ...stateOf(object, findings, fillOf(volume)) };
    })
    .toSorted((one, other) => byFill(filled(one), filled(other)));

const filled = ({ verdict, reason, metrics }: VolumeState & State) => ({
  verdict,
  reason,
  daysToFull: metrics?.daysToFull,
});

function stateOf(
  { kind, namespace, name }: Pick<Finding, 'kind' | 'namespace' | 'name'>,
  findings: readonly Finding[],
  otherwise: State,
): State {
  const own = findings.filter(
    (finding) => finding.kind === kind && finding.namespace === namespace && finding.name === name,
  );
  const verdict = verdictOn(own) ?? otherwise.verdict;
  const [first] = [...own.filter((one) => verdictOfFinding(one) === verdict), ...own];
  return { verdict, reason: first?.reason ?? otherwise.reason };
}
