import { COMPONENTS } from '../objects/components.ts';
import type { PodObject } from '../objects/pod.ts';
import { bytesText, compareQuantities, parseQuantity } from '../objects/quantity.ts';
import type { InstanceObject } from '../volumes/instance.ts';
import { type Finding, SEVERITIES, type Severity } from '../words/finding.ts';
import { listed } from '../words/text.ts';
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

/** The sizing of a building block. Null is unknown. */
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
    ? `no pod of the building block runs in this namespace, although Prometheus ${listed(servers)} is in it; to see why, run status for this namespace`
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

/** What to know about a sizing, problems first; nothing about unknown values. */
export const findingsOf = (sizing: Sizing): Finding[] =>
  [...ofRule(sizing), ...ofUse(sizing), ...ofLimits(sizing), ...ofClaims(sizing)].toSorted(
    (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity),
  );

/** The verdict on a sizing: findings if there is a problem, unknown if something is missing, otherwise clean. */
export function verdictOf(
  { missing }: Sizing,
  findings: readonly Finding[],
): 'findings' | 'unknown' | 'clean' {
  if (findings.some(({ severity }) => severity !== 'info')) return 'findings';
  return missing.length > 0 ? 'unknown' : 'clean';
}

/** A finding about the whole block. */
const finding = (
  { namespace }: Sizing,
  severity: Severity,
  given: Pick<Finding, 'reason' | 'message'>,
): Finding => ({ kind: undefined, namespace, name: 'building block', severity, ...given });

function ofRule(sizing: Sizing): Finding[] {
  const { nodes, rule, requests } = sizing;
  if (!requests) return [];
  const below = exceeding(rule, requests).map(
    ({ what, more, less, unit }) => `${what} ${less} of ${more}${unit}`,
  );
  const of = `the rule for ${counted(nodes.sized, 'node')}`;
  return [
    below.length === 0
      ? finding(sizing, 'info', { reason: 'requests-meet-rule', message: `The requests meet ${of}.` })
      : finding(sizing, 'warning', {
          reason: 'requests-below-rule',
          message: `The requests are below ${of}: ${below.join(', ')}.`,
        }),
  ];
}

function ofUse(sizing: Sizing): Finding[] {
  const { requests, measured, pods } = sizing;
  if (!requests) return [];
  const above = exceeding(measured, requests).map(
    ({ what, more, less, unit }) => `${what} ${more}${unit}, requested ${less}`,
  );
  if (above.length > 0)
    return [
      finding(sizing, 'warning', {
        reason: 'use-above-requests',
        message: `The measured use is above the requests: ${above.join('; ')}.`,
      }),
    ];
  // An unmeasured pod might exceed its requests.
  const isWhole = pods.every((pod) => pod.measured.cpuCores !== null && pod.measured.memoryMiB !== null);
  const within = { reason: 'use-within-requests', message: 'The measured use is within the requests.' };
  return isWhole ? [finding(sizing, 'info', within)] : [];
}

function ofLimits(sizing: Sizing): Finding[] {
  const { limits } = sizing;
  if (!limits) return [];
  const { containers, unlimited } = limits;
  const lacking = RESOURCES.map(({ resource, what }) => ({ what, names: unlimited[resource] })).filter(
    ({ names }) => names.length > 0,
  );
  // The same containers usually lack both.
  const missing = [...Map.groupBy(lacking, ({ names }) => names.join()).values()].map((alike) => {
    const names = alike[0]?.names ?? [];
    const what = alike.map((one) => one.what).join(' and ');
    return `no ${what} limit in ${names.length} of ${counted(containers, 'container')} (${listed(names)})`;
  });
  return [
    missing.length === 0
      ? finding(sizing, 'info', { reason: 'limits-set', message: 'Every container has limits.' })
      : finding(sizing, 'warning', {
          reason: 'limits-missing',
          message: `Limits are missing: ${missing.join('; ')}.`,
        }),
  ];
}

function ofClaims({ namespace, nodes, stores }: Sizing): Finding[] {
  return stores.flatMap(({ name, claim, expected: { disk } }) => {
    if (claim === null || disk === null || parseQuantity(claim) === undefined) return [];
    const holds = (mib: number): boolean => compareQuantities(claim, String(Math.ceil(mib * MIB))) >= 0;
    if (holds(disk.highMiB)) return [];
    const are = holds(disk.lowMiB) ? 'may be too small' : 'are too small';
    return [
      {
        ...{ kind: COMPONENTS.metrics.kind, namespace, name, severity: 'warning' as const },
        reason: 'claim-too-small',
        message: `The claims of Prometheus ${name} (${claim}) ${are} for its data on ${counted(nodes.sized, 'node')}.`,
        next: { words: ['kubectl', 'monitoring', 'capacity', name], namespace },
      },
    ];
  });
}

/** Amounts that exceed others, other than by less than 0.01 cores or 1 Mi. */
const exceeding = (more: OpenAmounts, less: Amounts) =>
  RESOURCES.flatMap(({ what, amount, text, exact, unit }) => {
    const [one, other] = [more[amount], less[amount]];
    if (one === null || one <= other || exact(one) === exact(other)) return [];
    const say = text(one) === text(other) ? exact : text;
    return [{ what, more: say(one), less: say(other), unit }];
  });

/** Cores to hundredths. */
export const cores = (value: number): string => String(Math.round(value * 100) / 100);

/** An amount of MiB as a quantity: `6.3Gi`. */
export const sizeText = (mib: number): string => bytesText(mib * MIB);

/** `1 node`, `6 nodes`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const RESOURCES = [
  { resource: 'cpu', what: 'CPU', amount: 'cpuCores', text: cores, exact: cores, unit: ' cores' },
  {
    resource: 'memory',
    what: 'memory',
    amount: 'memoryMiB',
    text: sizeText,
    exact: (mib: number) => `${Math.ceil(mib)}Mi`,
    unit: '',
  },
] as const;
