import { blockIn, boundsOf, type Limits, limitsOf, type PodSizing } from './block.ts';
import { gapsOf } from './gaps.ts';
import { type Answers, byPod, type Measured } from './measured.ts';
import type { Gap, Observed } from './observed.ts';
import { MIB, rounded, sumOf } from './requests.ts';
import { type Amounts, ruleFor } from './rule.ts';
import { type StoreSizing, storeOf, storeSizing } from './store.ts';

/** The sizing of a building block: what `-o json` shows. Null is unknown. */
export interface Sizing {
  namespace: string;
  /** Rule and expected need are for so many nodes; the cluster has so many. */
  nodes: { sized: number; cluster: number | null };
  /** §8. */
  rule: Amounts;
  /** Sums over the pods of the block; null where none was seen. */
  requests: Amounts | null;
  limits: Limits | null;
  measured: Measured;
  /** How the metrics were read, in words. */
  metrics: string | null;
  pods: PodSizing[];
  /** Pods of the namespace that are none of the block, and not in the sums. */
  others: string[];
  stores: StoreSizing[];
  missing: Gap[];
}

/** Judges what was observed: the document's rule beside what is requested, limited, measured and expected. */
export function sizingOf(observed: Observed): Sizing {
  const { namespace, asked, nodes, servers, answers, via } = observed;
  const sized = asked ?? nodes ?? 0;
  const { block, others } = blockIn(observed.pods ?? []);
  const used = usedBy(answers);
  const pods = block.map(({ name, part, resources }) => ({
    name,
    part,
    requests: resources.requests,
    limits: boundsOf(resources),
    measured: used(name),
  }));
  // Of a cluster whose nodes nobody counts, nobody knows by how much another is larger.
  const growth = nodes ? sized / nodes : 1;
  const stores = servers.map((server) => storeSizing(storeOf(server, block), answers, growth));
  const isSeen = block.length > 0;
  return {
    namespace,
    nodes: { sized, cluster: nodes ?? null },
    rule: ruleFor(sized),
    requests: isSeen ? sumOf(pods.map(({ requests }) => requests)) : null,
    limits: isSeen ? limitsOf(block) : null,
    measured: {
      cpuCores: total(pods.map(({ measured }) => measured.cpuCores)),
      memoryMiB: total(pods.map(({ measured }) => measured.memoryMiB)),
    },
    metrics: via ?? null,
    pods,
    others,
    stores,
    missing: [...observed.gaps, ...gapsOf(observed, { pods, stores })],
  };
}

function usedBy(answers: Answers): (pod: string) => Measured {
  const [cpu, memory] = [byPod(answers.cpu), byPod(answers.memory)];
  return (pod) => {
    const [cores, bytes] = [cpu.get(pod), memory.get(pod)];
    return {
      cpuCores: cores === undefined ? null : rounded(cores),
      memoryMiB: bytes === undefined ? null : rounded(bytes / MIB),
    };
  };
}

function total(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : rounded(known.reduce((sum, value) => sum + value, 0));
}
