import { fieldsOf } from '../objects/fields.ts';
import { bytesText, parseQuantity } from '../objects/quantity.ts';
import type { Observed } from './observed.ts';

/** What one replica requests, and what all of them will: `one requests 2 CPU, 8Gi of memory and 50Gi of storage, all 3 request ...`. */
export function costText(observed: Observed, replicas: number): string {
  const one = requestsOf(observed);
  if (one.length === 0) return 'it sets no requests, so the nodes reserve nothing for them';
  const total = replicas * Math.max(1, Math.trunc(observed.shards));
  const texts = (count: number): string =>
    new Intl.ListFormat('en').format(one.map(({ amount, unit }) => unit(amount * BigInt(count))));
  return `one requests ${texts(1)}, ${total === 2 ? 'both' : `all ${total}`} request ${texts(total)}`;
}

interface Request {
  /** In billionths. */
  amount: bigint;
  unit(amount: bigint): string;
}

/** CPU and memory of the main container, and the size of its claim. */
function requestsOf({ objects: { target }, instance }: Observed): Request[] {
  const resources = fieldsOf(fieldsOf(fieldsOf(target)?.spec)?.resources);
  const [requests, limits] = [fieldsOf(resources?.requests), fieldsOf(resources?.limits)];
  // A limit without a request counts as one.
  const cpu = requests?.cpu ?? limits?.cpu;
  const memory = requests?.memory ?? limits?.memory;
  const given: [unknown, Request['unit']][] = [
    [cpu, cpuText],
    [memory, (amount) => `${sizeText(amount)} of memory`],
    [instance?.size, (amount) => `${sizeText(amount)} of storage`],
  ];
  return given.flatMap(([value, unit]) => {
    const amount =
      typeof value === 'string' || typeof value === 'number' ? parseQuantity(`${value}`) : undefined;
    return amount === undefined ? [] : [{ amount, unit }];
  });
}

const cpuText = (amount: bigint): string => `${Number(amount / 1_000_000n) / 1000} CPU`;

const sizeText = (amount: bigint): string => bytesText(Number(amount / 1_000_000_000n));
