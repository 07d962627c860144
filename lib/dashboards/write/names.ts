import { createHash } from 'node:crypto';

/** The longest name that is made of a title: that of a label, which every kind of object may have. */
const LONGEST = 63;

/** The name of an object for a title; of the fallback if the title has no letter or digit that a name may have. */
export const nameFor = (title: string, fallback: string): string =>
  slugOf(title) || slugOf(fallback) || 'dashboard';

/** `Cluster Capacity (prod)` is `cluster-capacity-prod`. */
const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST)
    .replace(/-$/, '');

/** The longest uid that the dashboard UI accepts. */
const LONGEST_UID = 40;

/** The uid of a dashboard for the name of its object; a hash keeps those of long names apart. */
export function uidFor(name: string): string {
  const uid = name.replaceAll('.', '-');
  if (uid.length <= LONGEST_UID && uid === name) return uid;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${uid.slice(0, LONGEST_UID - hash.length - 1)}-${hash}`;
}

/** `shop-api` is `Shop api`. */
export const titleFor = (name: string): string => {
  const words = name.replaceAll(/[-.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The file of a container's only dashboard. */
export const fileFor = (name: string): string => `${name}.json`;

/** The names of the objects of dashboards, by uid: those with one name get their uid as well, or a number. */
export function namesFor(dashboards: readonly { uid: string; title: string }[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { uid, title } of dashboards) {
    const name = nameFor(title, uid);
    const others = [name, nameFor(`${name.slice(0, LONGEST - LONGEST_UID - 1)} ${uid}`, uid)];
    let free = others.find((one) => !taken.has(one));
    for (let count = 2; free === undefined; count += 1)
      if (!taken.has(`${name.slice(0, LONGEST_UID)}-${count}`))
        free = `${name.slice(0, LONGEST_UID)}-${count}`;
    taken.add(free);
    names.set(uid, free);
  }
  return names;
}
