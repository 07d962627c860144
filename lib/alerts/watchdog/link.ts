import type { Command } from '../../words/finding.ts';
import { listed } from '../../words/text.ts';
import type { Named } from './facts.ts';

/** The links of the chain, in the order in which an alert passes them. */
export const LINKS = [
  'rule',
  'firing',
  'delivery',
  'arrival',
  'receiver',
  'notification',
  'outside-check',
] as const;
export type LinkName = (typeof LINKS)[number];

/** Where one link was looked at, and what was seen: it holds, breaks, or that is not known. */
export interface Place {
  /** A pod, an instance, or a host outside. */
  where: string;
  /** The instance that it belongs to. */
  object: Named;
  problem?: Problem;
  unknown?: Unknown;
}

/** Why a link breaks. */
export interface Problem {
  /** A stable kebab-case word. */
  reason: string;
  /** Without a full stop. */
  message: string;
  /** What to do, in one sentence or more. */
  fix: string;
  /** The command that fixes it or shows more. */
  next: Command;
}

/** Why a link is not known. */
export interface Unknown {
  reason: 'not-read' | 'not-known' | 'not-ready' | 'nothing-there' | 'too-early';
  message: string;
}

/** One link of the chain. */
export interface Link {
  name: LinkName;
  state: 'healthy' | 'degraded' | 'unknown' | 'not-reached' | 'not-checked';
  places: Place[];
  /** What it says, without a full stop. */
  message: string;
  /** Of the problem, or why it is unknown; null where it holds. */
  reason: string | null;
  /** The first problem. */
  problem?: Problem;
}

/**
 * A link that was looked at in these places: it breaks if it does in any, and is unknown if it is in any other.
 *
 * @param otherwise what it says where it holds.
 */
export function linkOf(name: LinkName, places: Place[], otherwise: string): Link {
  const broken = places.flatMap(({ where, problem }) => (problem ? { where, ...problem } : []));
  const unknown = places.flatMap((place) => (place.unknown ? { where: place.where, ...place.unknown } : []));
  const [first] = broken;
  if (first) {
    const { where: _where, ...problem } = first;
    const { reason } = problem;
    return { name, state: 'degraded', places, message: placesText(broken), reason, problem };
  }
  const [reason = null] = unknown.map((one) => one.reason);
  return reason === null
    ? { name, state: 'healthy', places, message: otherwise, reason }
    : { name, state: 'unknown', places, message: placesText(unknown), reason };
}

/** `k8s-0: it is pending; k8s-1, k8s-2: it is inactive`. */
export function placesText(said: readonly { where: string; message: string }[]): string {
  const groups = [...Map.groupBy(said, ({ message }) => message)];
  return groups
    .map(([message, alike]) => {
      const names = listed(alike.map(({ where }) => where).filter((where) => where !== ''));
      return names === '' ? message : `${names}: ${message}`;
    })
    .join('; ');
}

/** In how many places a link holds. */
export const holdsIn = ({ places }: Pick<Link, 'places'>): number =>
  places.filter(({ problem, unknown }) => !problem && !unknown).length;

/** A place that could not be read. */
export const unread = (where: string, object: Named, message: string): Place => ({
  where,
  object,
  unknown: { reason: 'not-read', message },
});

/** A Prometheus or an Alertmanager. */
interface Part {
  namespace: string;
  name: string;
  replicas: readonly unknown[] | undefined;
  notReady: readonly string[];
}

/**
 * What is seen at each replica of all parts of a kind, with the pods that cannot be asked, or that there is no such part.
 *
 * @param namespace where there should be one.
 */
export function placesAt<P extends Part>(
  { kind, namespace, parts }: { kind: string; namespace: string; parts: readonly P[] },
  look: (replica: NonNullable<P['replicas']>[number], about: { object: Named; part: P }) => Place,
): Place[] {
  const places = parts.flatMap((part) => {
    const object = { kind, namespace: part.namespace, name: part.name };
    return [
      ...(part.replicas ?? []).map((replica) => look(replica, { object, part })),
      ...idle(object, part),
    ];
  });
  return places.length > 0 ? places : [nothing({ kind, namespace, name: '' })];
}

/** The pods of a part that cannot be asked: some of them, all of them, or they are not known. */
function idle(object: Named, { replicas, notReady }: Part): Place[] {
  if (replicas === undefined)
    return [
      {
        where: object.name,
        object,
        unknown: { reason: 'not-ready', message: 'its pods could not be listed' },
      },
    ];
  if (replicas.length === 0)
    return [
      {
        where: object.name,
        object,
        problem: {
          reason: NO_REPLICA,
          message: `no replica of ${object.kind} ${object.name} is ready`,
          fix: 'Find out why.',
          next: { words: ['kubectl', 'monitoring', 'status'], namespace: object.namespace },
        },
      },
    ];
  return notReady.map((where) => ({
    where,
    object,
    unknown: { reason: 'not-ready', message: 'it is not ready' },
  }));
}

/** The reason where a part has no ready replica. */
export const NO_REPLICA = 'no-replica';

/** Says that there is nothing to look at. */
export const nothing = (object: Named): Place => ({
  where: '',
  object,
  unknown: {
    reason: 'nothing-there',
    message: `there is no ${object.kind} in namespace ${object.namespace}`,
  },
});
