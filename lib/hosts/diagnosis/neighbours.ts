import type { Host } from '../host.ts';
import type { Neighbours } from './evidence.ts';

/** How many hosts of an address are named; the others are only counted. */
const NAMED = 6;

/** The hosts at each address, by host part: their count and the names of the first ones. */
export type Tally = Map<string, { count: number; names: string[] }>;

/** Counts a host at the address of its image; a host without an image is not counted. */
export function tally(
  sum: Tally,
  { namespace, name, image }: Pick<Host, 'namespace' | 'name' | 'image'>,
): void {
  const address = addressOf(image);
  if (address === undefined) return;
  const found = sum.get(address) ?? { count: 0, names: [] };
  found.count += 1;
  // One more than is named: the diagnosed host is among them, and is not its own neighbor.
  if (found.names.length <= NAMED) found.names.push(`${namespace}/${name}`);
  sum.set(address, found);
}

/** The other hosts at the address of this one; undefined if it has none. */
export function neighboursOf(
  { namespace, name, image }: Pick<Host, 'namespace' | 'name' | 'image'>,
  sum: Tally,
  only: string | undefined,
): Neighbours | undefined {
  const address = addressOf(image);
  if (address === undefined) return undefined;
  const { count = 1, names = [] } = sum.get(address) ?? {};
  const others = names.filter((other) => other !== `${namespace}/${name}`).slice(0, NAMED);
  return { address, count: Math.max(count - 1, 0), names: others, namespace: only };
}

const addressOf = (image: Host['image']): string | undefined =>
  (image?.url && URL.parse(image.url)?.hostname) || undefined;
