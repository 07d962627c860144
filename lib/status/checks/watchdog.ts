import type { Chain } from '../../alerts/watchdog/chain.ts';
import { type LinkName, NO_REPLICA, placesText } from '../../alerts/watchdog/link.ts';
import { NO_INTEGRATIONS } from '../../alerts/watchdog/receiver.ts';
import type { Check, Found } from './finding.ts';

/** Checks of the chain that the watchdog alert passes: only the first link that breaks is reported, for each of its objects. */
export const watchdog: Check[] = [
  // The watchdog alert fires at every metrics server, arrives at every alert manager, and notifications of it leave (§1).
  {
    name: 'watchdog-silent',
    find: ({ watchdog: chains }) =>
      chains.flatMap((chain) => findingsOn(chain, 'critical', (reason) => !REPORTED_ELSEWHERE.has(reason))),
  },
  // Its receiver has integrations (§1). The chart's default, null, has none, and other alerts may still arrive: so it is
  // no problem of the block, as it is one for "kubectl monitoring watchdog", which answers for this alert alone.
  {
    name: 'watchdog-unheard',
    find: ({ watchdog: chains }) =>
      chains.flatMap((chain) => findingsOn(chain, 'info', (reason) => reason === NO_INTEGRATIONS)),
  },
];

/** Reported as a replica that is down, or by the other check. */
const REPORTED_ELSEWHERE = new Set([NO_REPLICA, NO_INTEGRATIONS]);

function findingsOn(
  { broken }: Chain,
  severity: Found['severity'],
  isMeant: (reason: string) => boolean,
): Found[] {
  if (!broken) return [];
  const objects = Map.groupBy(broken.places, ({ object: { kind, namespace, name } }) =>
    [kind, namespace, name].join('/'),
  );
  return [...objects.values()].flatMap((places) => {
    const silent = places.flatMap(({ where, problem }) => (problem ? { where, ...problem } : []));
    const [first] = silent;
    const [{ object } = {}] = places;
    if (!first || !object || !isMeant(first.reason)) return [];
    const [phrase, preposition] = PHRASES[broken.name];
    // What is said of the object itself is of no replica.
    const count =
      first.where === object.name ? '' : ` ${preposition} ${silent.length} of ${places.length} replicas`;
    return {
      ...object,
      severity,
      message: `${phrase}${count}: ${first.where === object.name ? first.message : placesText(silent)}`,
      hint: hintOf(first.fix),
      next: first.next,
    };
  });
}

/** A sentence as a hint. */
const hintOf = (fix: string): string => fix.charAt(0).toLowerCase() + fix.slice(1).replace(/[.:]$/, '');

/** What is wrong, and how it stands to the replicas where it is. */
const PHRASES: Record<LinkName, readonly [phrase: string, preposition: string]> = {
  rule: ['the watchdog alert does not fire', 'at'],
  firing: ['the watchdog alert does not fire', 'at'],
  delivery: ['the watchdog alert is not sent to every alert manager', 'by'],
  arrival: ['the watchdog alert has not arrived', 'at'],
  receiver: ['no one is notified of the watchdog alert', 'at'],
  notification: ['the watchdog alert leads to no notification', 'from'],
  'outside-check': ['the watchdog alert does not reach the outside check', 'from'],
};
