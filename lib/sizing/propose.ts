import type { PodObject } from '../objects/pod.ts';
import { parseQuantity } from '../objects/quantity.ts';
import {
  containerOf,
  type Declared,
  growthOf,
  type PartUse,
  runningPods,
  SETTINGS,
  type SettingName,
} from './parts.ts';
import { type Amounts, MIB, type Part, partOf, type Resource, resourcesOf, sumOf } from './requests.ts';
import type { Observed, Sizing } from './sizing.ts';

/** A value that should be another one. */
export interface Proposed {
  name: SettingName;
  /** In the cluster and in the values now; null where there is none. */
  cluster: string | null;
  values: string | null;
  /** A quantity in readable steps. */
  proposed: string;
}

/** The values of a component to change, possibly none, or why nothing can be proposed (a sentence without a full stop). */
export type Proposal = { settings: Proposed[] } | { reason: string };

/** The share of a request that is not needed by now. */
const MARGIN = 1.25;
/** A limit by the request below it. */
const HEADROOM = 1.5;
/** A request is kept if it is at most so many times what would be proposed. */
const KEPT = 2;

/**
 * Requests and limits for a component, by what it needs: a request is the need and a quarter more, and is kept where it is at least that
 * and at most twice what would be proposed. What the values do not set is as in the cluster. A limit of memory, and one of CPU where there is one, is at least one and a half times the
 * request: limits are raised, never lowered, and a limit of CPU is never introduced, because it throttles.
 *
 * @param values what the values set now.
 */
export function proposalFor({ need, measured, cluster, instances }: PartUse, values: Declared): Proposal {
  if (instances.length > 1)
    return { reason: `the values configure one of its instances (${instances.join(', ')})` };
  if (measured === 0 && need.memoryMiB === null) return { reason: 'its pods were not measured' };
  const wrong = SETTINGS.find((name) => values[name] !== null && amountOf(name, values[name]) === null);
  if (wrong !== undefined)
    return { reason: `${wrong} in the values is not a quantity: "${values[wrong] ?? ''}"` };
  const wanted = {
    ...wantedFor('cpu', need.cpuCores, { cluster, values }),
    ...wantedFor('memory', need.memoryMiB, { cluster, values }),
  };
  return {
    settings: SETTINGS.flatMap((name) => {
      const proposed = wanted[name];
      return proposed === undefined ? [] : [{ name, cluster: cluster[name], values: values[name], proposed }];
    }),
  };
}

/** The request and the limit of one resource, where they should change. */
function wantedFor(
  resource: Resource,
  need: number | null,
  { cluster, values }: { cluster: Declared; values: Declared },
): Partial<Record<SettingName, string>> {
  if (need === null) return {};
  const [request, limit] = [`requests.${resource}`, `limits.${resource}`] as const;
  const now = { request: values[request] ?? cluster[request], limit: values[limit] ?? cluster[limit] };
  const [given, limited] = [amountOf(request, now.request), amountOf(limit, now.limit)];
  const fresh = stepped(resource, need * MARGIN);
  const isKept = given !== null && given >= need * MARGIN && given <= fresh * KEPT;
  const least = stepped(resource, (isKept ? given : fresh) * HEADROOM);
  const isRaised = (limited !== null || resource === 'memory') && (limited ?? 0) < least;
  // A container with a limit alone gets a request as large as that.
  const isAlone = isRaised && values[request] === null && now.request !== null;
  const text = UNITS[resource].text;
  return {
    ...(!isKept ? { [request]: text(fresh) } : isAlone && { [request]: now.request }),
    ...(isRaised && { [limit]: text(least) }),
  };
}

/** A quantity in cores or MiB; null if there is none. */
function amountOf(name: SettingName, text: string | null): number | null {
  const amount = text === null ? undefined : parseQuantity(text);
  if (amount === undefined || amount < 0n) return null;
  return name.endsWith('cpu') ? Number(amount) / 1e9 : Number(amount) / 1e9 / MIB;
}

interface Unit {
  /** Units of the quantity in a core or a MiB. */
  scale: number;
  /** Steps in that unit: the fine ones up to `from`, the coarse ones above. */
  fine: number;
  coarse: number;
  from: number;
  text(amount: number): string;
}

const UNITS: Record<Resource, Unit> = {
  cpu: {
    ...{ scale: 1000, fine: 10, coarse: 100, from: 500 },
    text: (cores) => (Number.isInteger(cores) ? String(cores) : `${Math.round(cores * 1000)}m`),
  },
  memory: {
    ...{ scale: 1, fine: 32, coarse: 256, from: 1024 },
    text: (mib) => (mib % 1024 === 0 ? `${mib / 1024}Gi` : `${mib}Mi`),
  },
};

/** An amount in cores or MiB, rounded up to a readable one, which is at least one step. */
function stepped(resource: Resource, amount: number): number {
  const { scale, fine, coarse, from } = UNITS[resource];
  // Without the noise of floating-point products, which would add a step.
  const units = Math.round(amount * scale * 1e6) / 1e6;
  const step = units <= from ? fine : coarse;
  return (Math.max(1, Math.ceil(units / step)) * step) / scale;
}

/** What the pods of the block would request with these values, and with as many node exporters as nodes. */
export function requestsWith(
  observed: Pick<Observed, 'pods'>,
  sizing: Pick<Sizing, 'nodes'>,
  values: ReadonlyMap<Part, Declared>,
): Amounts {
  return sumOf(
    runningPods(observed).flatMap((pod) => {
      const part = partOf(pod);
      if (part === undefined) return [];
      const { cpuCores, memoryMiB } = resourcesOf(withRequests(pod, part, values.get(part))).requests;
      const times = part === 'node-exporter' ? growthOf(sizing) : 1;
      return [{ cpuCores: cpuCores * times, memoryMiB: memoryMiB * times }];
    }),
  );
}

/** The pod with the requests that values set, and those that it has otherwise. */
function withRequests(pod: PodObject, part: Part, values: Declared | undefined): PodObject {
  const own = containerOf(pod, part);
  if (!own || !values) return pod;
  const { 'requests.cpu': cpu, 'requests.memory': memory } = values;
  const requests = { ...own.resources?.requests, ...(cpu && { cpu }), ...(memory && { memory }) };
  const resources = { ...own.resources, requests };
  const containers = (pod.spec?.containers ?? []).map((one) => (one === own ? { ...one, resources } : one));
  return { ...pod, spec: { ...pod.spec, containers } };
}
