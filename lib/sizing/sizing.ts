import type { PodObject } from '../objects/pod.ts';
import { compareQuantities, parseQuantity } from '../objects/quantity.ts';
import type { InstanceObject } from '../volumes/instance.ts';
import { type Answers, byPod, type Measure, QUESTIONS } from './queries.ts';
import {
  type Amounts,
  blockIn,
  boundsOf,
  type Limits,
  limitsOf,
  MIB,
  type OpenAmounts,
  type Part,
  rounded,
  ruleFor,
  sumOf,
} from './requests.ts';
import { type StoreSizing, storeOf, storeSizing } from './store.ts';

/** What was read for a sizing. What could not be is undefined or empty, and among the gaps. */
export interface Observed {
  namespace: string;
  /** How many nodes a person asks about; undefined: as many as the cluster has. */
  asked: number | undefined;
  /** How many nodes the cluster has. One of both is known. */
  nodes: number | undefined;
  /** All pods of the namespace. */
  pods: PodObject[] | undefined;
  /** Its metrics servers. */
  servers: InstanceObject[];
  /** How a Prometheus was reached, in words. */
  via: string | undefined;
  answers: Answers;
  gaps: Gap[];
}

/** Something that is not known, and why. */
export interface Gap {
  /** `measured CPU`. */
  what: string;
  reason: string;
}

/** The sizing of a building block: what `-o json` shows. Null is unknown. */
export interface Sizing {
  namespace: string;
  /** Rule and expected need are for so many nodes; the cluster has so many. */
  nodes: { sized: number; cluster: number | null };
  /** §8. */
  rule: Amounts;
  /** Sums over the pods of the block, of what is measured over those that are; null where none was seen. */
  requests: Amounts | null;
  limits: Limits | null;
  measured: OpenAmounts;
  /** How the metrics were read, in words. */
  metrics: string | null;
  pods: PodSizing[];
  /** Pods of the namespace that are none of the block, and not in the sums. */
  others: string[];
  stores: StoreSizing[];
  missing: Gap[];
}

/** A pod of the block as `-o json` shows it. */
interface PodSizing {
  name: string;
  part: Part;
  requests: Amounts;
  limits: OpenAmounts;
  measured: OpenAmounts;
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

function usedBy(answers: Answers): (pod: string) => OpenAmounts {
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

/** What neither the cluster nor a Prometheus says of a block, beside what could not be read. */
function gapsOf(
  { pods: read, answers, via }: Pick<Observed, 'pods' | 'answers' | 'via'>,
  { pods, stores }: { pods: { name: string }[]; stores: { name: string; pods: string[] }[] },
): Gap[] {
  if (read && pods.length === 0)
    return [{ what: 'requests and use', reason: noPods(stores.map(({ name }) => name)) }];
  if (via === undefined) return [];
  const names = pods.map(({ name }) => name);
  return [
    ...gapsOfMeasures(['cpu', 'memory'], names, answers),
    ...stores.flatMap(({ name, pods: own }) => {
      if (own.length === 0) return [{ what: `need of Prometheus ${name}`, reason: 'it has no pods' }];
      const gaps = gapsOfMeasures(['samples', 'series', 'resident'], own, answers);
      // Where nothing of it is measured, there is nothing to be said of one series.
      const isMeasured = own.some((pod) => byPod(answers.series).has(pod));
      return [...gaps, ...(isMeasured ? gapsOfMeasures(['wal'], own, answers) : [])];
    }),
  ];
}

/** Where a Prometheus is, no other namespace is meant. */
const noPods = (servers: readonly string[]): string =>
  servers.length > 0
    ? `no pod of the building block runs in this namespace, although Prometheus ${listed(servers)} is in it; kubectl monitoring status shows why`
    : 'no pod of the building block is in this namespace; choose the right one with -n';

/** What some measures are missing for, of those that could be asked: one gap for all that are missing for the same reason. */
function gapsOfMeasures(measures: Measure[], pods: readonly string[], answers: Answers): Gap[] {
  const missing = measures.flatMap((measure) => {
    const samples = answers[measure];
    const values = byPod(samples);
    const without = pods.filter((pod) => !values.has(pod));
    if (!samples || without.length === 0) return [];
    const { title, metric, absence } = QUESTIONS[measure];
    const reason = without.length === pods.length ? absence : 'the pod may be too new, or may not be scraped';
    return [{ title, metric, of: listed(without), reason }];
  });
  return [...Map.groupBy(missing, ({ of, reason }) => `${of} ${reason}`).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const what = `${alike.map(({ title }) => title).join(', ')} of ${first.of}`;
    return [{ what, reason: `no series ${alike.map(({ metric }) => metric).join(', ')}: ${first.reason}` }];
  });
}

/** Names as a sentence has them: the first three, and how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return more > 1 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ');
}

const SHOWN = 3;

/** What a sizing comes to in one respect, in one sentence. */
export interface Judgement {
  name: 'rule' | 'use' | 'limits' | 'claim';
  /** Whether all is as it should be. */
  ok: boolean;
  text: string;
}

/** What a sizing comes to. Nothing is said of what is not known. */
export const judge = (sizing: Sizing): Judgement[] => [
  ...ofRule(sizing),
  ...ofUse(sizing),
  ...ofLimits(sizing),
  ...ofClaims(sizing),
];

function ofRule({ nodes, rule, requests }: Sizing): Judgement[] {
  if (!requests) return [];
  const below = exceeding(rule, requests).map(
    ({ what, more, less, unit }) => `${what} ${less} of ${more} ${unit}`,
  );
  const of = `the rule for ${counted(nodes.sized, 'node')}`;
  return [
    below.length === 0
      ? { name: 'rule', ok: true, text: `The requests meet ${of}.` }
      : { name: 'rule', ok: false, text: `The requests are below ${of}: ${below.join(', ')}.` },
  ];
}

function ofUse({ requests, measured, pods }: Sizing): Judgement[] {
  if (!requests) return [];
  const above = exceeding(measured, requests).map(
    ({ what, more, less, unit }) => `${what} ${more} ${unit}, requested ${less}`,
  );
  if (above.length > 0)
    return [{ name: 'use', ok: false, text: `The measured use is above the requests: ${above.join('; ')}.` }];
  // What a pod that is not measured uses might be what is too much.
  const isWhole = pods.every((pod) => pod.measured.cpuCores !== null && pod.measured.memoryMiB !== null);
  return isWhole ? [{ name: 'use', ok: true, text: 'The measured use is within the requests.' }] : [];
}

function ofLimits({ limits }: Sizing): Judgement[] {
  if (!limits) return [];
  const { containers, unlimited } = limits;
  const missing = RESOURCES.filter(({ resource }) => unlimited[resource].length > 0).map(
    ({ resource, what }) =>
      `no ${what} limit in ${unlimited[resource].length} of ${counted(containers, 'container')} (${listed(unlimited[resource])})`,
  );
  return [
    missing.length === 0
      ? { name: 'limits', ok: true, text: 'Every container has limits.' }
      : { name: 'limits', ok: false, text: `Limits are missing: ${missing.join('; ')}.` },
  ];
}

function ofClaims({ nodes, stores }: Sizing): Judgement[] {
  return stores.flatMap(({ name, claim, expected: { disk } }) => {
    if (claim === null || disk === null || parseQuantity(claim) === undefined) return [];
    const holds = (mib: number): boolean => compareQuantities(claim, String(Math.ceil(mib * MIB))) >= 0;
    if (holds(disk.highMiB)) return [];
    const are = holds(disk.lowMiB) ? 'may be too small' : 'are too small';
    const text = `The claims of Prometheus ${name} (${claim}) ${are} for its data on ${counted(nodes.sized, 'node')}: see kubectl monitoring capacity.`;
    return [{ name: 'claim' as const, ok: false, text }];
  });
}

/** Where amounts exceed others, as a person reads both: by less than is shown, they do not. */
const exceeding = (more: OpenAmounts, less: Amounts) =>
  RESOURCES.flatMap(({ what, amount, text, unit }) => {
    const [one, other] = [more[amount], less[amount]];
    return one !== null && one > other && text(one) !== text(other)
      ? [{ what, more: text(one), less: text(other), unit }]
      : [];
  });

/** Cores as a person reads them: to hundredths. */
export const cores = (value: number): string => String(Math.round(value * 100) / 100);

/** MiB as a person reads them: whole ones, so that something is never nothing. */
export const mebibytes = (value: number): string => String(Math.ceil(value));

/** `1 node`, `6 nodes`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const RESOURCES = [
  { resource: 'cpu', what: 'CPU', amount: 'cpuCores', text: cores, unit: 'cores' },
  { resource: 'memory', what: 'memory', amount: 'memoryMiB', text: mebibytes, unit: 'MiB' },
] as const;
