import { createHash } from 'node:crypto';

/** One part of several that objects are divided into by their names. */
export interface Shard {
  /** From 0 to `count` - 1. */
  index: number;
  count: number;
}

/**
 * Whether an object belongs to a shard. The first 32 bits of the SHA-256 of `namespace/name`, modulo the count, are its index:
 * the same on every machine and in every version, so that each object is in exactly one shard.
 */
export const isInShard = (
  { namespace = '', name }: { namespace?: string; name: string },
  { index, count }: Shard,
): boolean => createHash('sha256').update(`${namespace}/${name}`).digest().readUInt32BE(0) % count === index;
