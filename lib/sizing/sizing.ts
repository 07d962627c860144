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

/** The input of a sizing. What could not be read is undefined or empty, and listed in `gaps`. */
export interface Observed {
  namespace: string;
  /** The value of --nodes; undefined: the nodes of the cluster. */
  asked: number | undefined;
  /** Number of nodes in the cluster; known unless `asked` is. */
  nodes: number | undefined;
  /** All pods of the namespace. */
  pods: PodObject[] | undefined;
  /** Its metrics servers. */
  servers: InstanceObject[];
  /** How the Prometheus was reached. */
  via: string | undefined;
  answers: Answers;
  gaps: Gap[];
}

/** Something unknown, and why. */
export interface Gap {
  /** `measured CPU`. */
  what: string;
  reason: string;
}

/** The sizing of a building block, as in the JSON output. Null is unknown. */
export interface Sizing {
  namespace: string;
  /** Number of nodes that rule and expected need are for, and of those in the cluster. */
  nodes: { sized: number; cluster: number | null };
  /** §8. */
  rule: Amounts;
  /** Sums over the pods of the block; null without pods. `measured` sums the measured pods only. */
  requests: Amounts | null;
  limits: Limits | null;
  measured: OpenAmounts;
  /** How the Prometheus was reached. */
  metrics: string | null;
  pods: PodSizing[];
  /** Pods in the namespace that do not belong to the block; not in the sums. */
  others: string[];
  stores: StoreSizing[];
  missing: Gap[];
}

interface PodSizing {
  name: string;
  part: Part;
  requests: Amounts;
  limits: OpenAmounts;
  measured: OpenAmounts;
}

/** Compares the rule (§8) with requests, limits, current use and expected need. */
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
  // Without the current number of nodes, there is nothing to scale by.
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

/** What is missing from successful answers; failed reads are in `gaps` already. */
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
      // Without any measurement, the WAL alone is not worth a gap.
      const isMeasured = own.some((pod) => byPod(answers.series).has(pod));
      return [...gaps, ...(isMeasured ? gapsOfMeasures(['wal'], own, answers) : [])];
    }),
  ];
}

/** If a Prometheus is there, the namespace is the right one. */
const noPods = (servers: readonly string[]): string =>
  servers.length > 0
    ? `no pod of the building block runs in this namespace, although Prometheus ${listed(servers)} is in it; kubectl monitoring status shows why`
    : 'no pod of the building block is in this namespace; choose the right one with -n';

/** Pods for which measures are missing: one gap per reason. */
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

/** The first three names, and how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return more > 1 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ');
}

const SHOWN = 3;

/** One conclusion of a sizing, in a sentence. */
export interface Conclusion {
  name: 'rule' | 'use' | 'limits' | 'claim';
  ok: boolean;
  text: string;
}

/** The conclusions of a sizing; none about unknown values. */
export const judge = (sizing: Sizing): Conclusion[] => [
  ...ofRule(sizing),
  ...ofUse(sizing),
  ...ofLimits(sizing),
  ...ofClaims(sizing),
];

function ofRule({ nodes, rule, requests }: Sizing): Conclusion[] {
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

function ofUse({ requests, measured, pods }: Sizing): Conclusion[] {
  if (!requests) return [];
  const above = exceeding(measured, requests).map(
    ({ what, more, less, unit }) => `${what} ${more} ${unit}, requested ${less}`,
  );
  if (above.length > 0)
    return [{ name: 'use', ok: false, text: `The measured use is above the requests: ${above.join('; ')}.` }];
  // An unmeasured pod might exceed its requests.
  const isWhole = pods.every((pod) => pod.measured.cpuCores !== null && pod.measured.memoryMiB !== null);
  return isWhole ? [{ name: 'use', ok: true, text: 'The measured use is within the requests.' }] : [];
}

function ofLimits({ limits }: Sizing): Conclusion[] {
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

function ofClaims({ nodes, stores }: Sizing): Conclusion[] {
  return stores.flatMap(({ name, claim, expected: { disk } }) => {
    if (claim === null || disk === null || parseQuantity(claim) === undefined) return [];
    const holds = (mib: number): boolean => compareQuantities(claim, String(Math.ceil(mib * MIB))) >= 0;
    if (holds(disk.highMiB)) return [];
    const are = holds(disk.lowMiB) ? 'may be too small' : 'are too small';
    const text = `The claims of Prometheus ${name} (${claim}) ${are} for its data on ${counted(nodes.sized, 'node')}: see kubectl monitoring capacity.`;
    return [{ name: 'claim' as const, ok: false, text }];
  });
}

/** Amounts that exceed others as displayed: a difference that rounding hides does not count. */
const exceeding = (more: OpenAmounts, less: Amounts) =>
  RESOURCES.flatMap(({ what, amount, text, unit }) => {
    const [one, other] = [more[amount], less[amount]];
    return one !== null && one > other && text(one) !== text(other)
      ? [{ what, more: text(one), less: text(other), unit }]
      : [];
  });

/** Cores to hundredths. */
export const cores = (value: number): string => String(Math.round(value * 100) / 100);

/** MiB rounded up, so that a small amount never shows as 0. */
export const mebibytes = (value: number): string => String(Math.ceil(value));

/** `1 node`, `6 nodes`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const RESOURCES = [
  { resource: 'cpu', what: 'CPU', amount: 'cpuCores', text: cores, unit: 'cores' },
  { resource: 'memory', what: 'memory', amount: 'memoryMiB', text: mebibytes, unit: 'MiB' },
] as const;
