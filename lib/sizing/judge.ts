import { compareQuantities, parseQuantity } from '../objects/quantity.ts';
import { type Amounts, MIB, type OpenAmounts } from './requests.ts';
import { listed, type Sizing } from './sizing.ts';

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
  const missing = [
    { what: 'CPU', names: unlimited.cpu },
    { what: 'memory', names: unlimited.memory },
  ].filter(({ names }) => names.length > 0);
  const texts = missing.map(
    ({ what, names }) =>
      `no ${what} limit in ${names.length} of ${counted(containers, 'container')} (${listed(names)})`,
  );
  return [
    texts.length === 0
      ? { name: 'limits', ok: true, text: 'Every container has its limits.' }
      : { name: 'limits', ok: false, text: `Limits are missing: ${texts.join('; ')}.` },
  ];
}

function ofClaims({ nodes, stores }: Sizing): Judgement[] {
  return stores.flatMap(({ name, claim, expected: { disk } }) => {
    if (claim === null || disk === null || parseQuantity(claim) === undefined) return [];
    const holds = (mib: number): boolean => compareQuantities(claim, String(Math.ceil(mib * MIB))) >= 0;
    if (holds(disk.highMiB)) return [];
    const are = holds(disk.lowMiB) ? 'may be too small' : 'are too small';
    const text = `The claims of Prometheus ${name} (${claim}) ${are} for what it keeps on ${counted(nodes.sized, 'node')}: see kubectl monitoring capacity.`;
    return [{ name: 'claim' as const, ok: false, text }];
  });
}

/** Where amounts exceed others, as a person reads both: by less than is shown, they do not. */
function exceeding(
  more: OpenAmounts,
  less: Amounts,
): { what: string; more: string; less: string; unit: string }[] {
  const rows = [
    { what: 'CPU', one: more.cpuCores, other: less.cpuCores, text: cores, unit: 'cores' },
    { what: 'memory', one: more.memoryMiB, other: less.memoryMiB, text: mebibytes, unit: 'MiB' },
  ];
  return rows.flatMap(({ what, one, other, text, unit }) =>
    one !== null && one > other && text(one) !== text(other)
      ? [{ what, more: text(one), less: text(other), unit }]
      : [],
  );
}

/** Cores as a person reads them: to hundredths. */
export const cores = (value: number): string => String(Math.round(value * 100) / 100);

/** MiB as a person reads them: whole ones, so that something is never nothing. */
export const mebibytes = (value: number): string => String(Math.ceil(value));

/** `1 node`, `6 nodes`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
