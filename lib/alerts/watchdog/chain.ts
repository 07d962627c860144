import { arrivalLink } from './arrival.ts';
import { deliveryLink } from './delivery.ts';
import type { WatchdogFacts } from './facts.ts';
import { holdsIn, LINKS, type Link, type LinkName } from './link.ts';
import { notificationLink } from './notification.ts';
import { outsideCheckLink } from './outside-check.ts';
import { receiverLink } from './receiver.ts';
import { firingLink, ruleLink } from './rule.ts';

/** The chain that a watchdog alert passes, from its rule to a check outside of the cluster (§1). */
export interface Chain {
  namespace: string;
  /** The name of the alert. */
  alert: string;
  verdict: 'healthy' | 'degraded' | 'unknown';
  links: Link[];
  /** The first link that breaks. */
  broken: Link | undefined;
}

const JUDGES: Record<LinkName, (facts: WatchdogFacts) => Link> = {
  rule: ruleLink,
  firing: firingLink,
  delivery: deliveryLink,
  arrival: arrivalLink,
  receiver: receiverLink,
  notification: notificationLink,
  'outside-check': outsideCheckLink,
};

/**
 * Judges link by link, up to the first that breaks. One that is not known does not end it: a later one may break. A check that was not
 * asked for leaves the verdict as it is.
 */
export function chainOf(facts: WatchdogFacts): Chain {
  const { namespace, alert } = facts;
  const links: Link[] = [];
  let broken: Link | undefined;
  for (const name of LINKS) {
    const link = broken ? notReached(name) : JUDGES[name](facts);
    if (link.state === 'degraded') broken = link;
    links.push(link);
  }
  const verdict = broken
    ? 'degraded'
    : links.some(({ state }) => state === 'unknown')
      ? 'unknown'
      : 'healthy';
  return { namespace, alert, verdict, links, broken };
}

const notReached = (name: LinkName): Link => ({
  name,
  state: 'not-reached',
  places: [],
  message: 'not reached',
  reason: 'not-reached',
});

/** Whether the requests to receivers decide, so that they should be read. */
export const reachesNotification = ({ links, broken }: Chain): boolean =>
  !broken && links.some((link) => link.name === 'receiver' && holdsIn(link) > 0);

/** Whether the rule objects tell what to do, so that they should be looked for. */
export const breaksAtRule = ({ broken }: Chain): boolean =>
  broken?.name === 'firing' || (broken?.name === 'rule' && broken.reason === 'rule-not-loaded');

/** The places that could not be read, once for each. */
export function unreadPlaces({ links }: Chain): Link['places'] {
  const places = links.flatMap((link) => link.places).filter(({ unknown }) => unknown?.reason === 'not-read');
  return [...Map.groupBy(places, ({ where, object }) => `${object.namespace}/${where}`).values()].flatMap(
    (same) => same.slice(0, 1),
  );
}
