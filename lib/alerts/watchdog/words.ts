import type { Chain } from './chain.ts';
import { holdsIn, type Link, type LinkName } from './link.ts';

/** What is true where a link holds. */
export const LINK_TITLES: Record<LinkName, string> = {
  rule: 'rule loaded',
  firing: 'firing',
  delivery: 'delivered',
  arrival: 'arrived',
  receiver: 'receiver',
  notification: 'notification sent',
  'outside-check': 'outside check',
};

/** In how many places a link holds: `1/2`; empty where there are none. */
export const shareText = (link: Pick<Link, 'places'>): string =>
  link.places.length === 0 ? '' : `${holdsIn(link)}/${link.places.length}`;

/** Each link that was reached, in one line: `rule loaded 2/2, firing 2/2`. */
export const linksText = ({ links }: Chain): string =>
  links
    .filter(({ places }) => places.length > 0)
    .map((link) => `${LINK_TITLES[link.name]} ${shareText(link)}`)
    .join(', ');
