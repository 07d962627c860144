import type { KubeObject, WatchEvent } from '../api/types.ts';

/** What has become of an object. `LISTED` are those that were there when it began. */
export interface Change<I> {
  type: 'LISTED' | 'ADDED' | 'MODIFIED' | 'DELETED';
  /** Of a deleted object, how it last was. */
  item: I;
}

/** What is known of a collection, by which each change is told once. */
export function knownObjects<T extends KubeObject, I>(read: (object: T) => I) {
  const known = new Map<string, { version: string; item: I }>();

  const put = (object: T, unknown: 'LISTED' | 'ADDED'): Change<I>[] => {
    const key = keyOf(object);
    const version = `${object.metadata.uid}/${object.metadata.resourceVersion}`;
    const before = known.get(key);
    if (before?.version === version) return [];
    const item = read(object);
    known.set(key, { version, item });
    return [{ type: before ? 'MODIFIED' : unknown, item }];
  };

  const drop = (key: string): Change<I>[] => {
    const before = known.get(key);
    return known.delete(key) && before ? [{ type: 'DELETED', item: before.item }] : [];
  };

  return {
    after: ({ type, object }: WatchEvent<T>): Change<I>[] =>
      type === 'DELETED' ? drop(keyOf(object)) : put(object, 'ADDED'),

    /** A list anew: what is in it that was not known so, and then what was known and is not in it. */
    relisting(unknown: 'LISTED' | 'ADDED') {
      const missing = new Set(known.keys());
      return {
        found(object: T): Change<I>[] {
          missing.delete(keyOf(object));
          return put(object, unknown);
        },
        missing: (): Change<I>[] => [...missing].flatMap(drop),
      };
    },
  };
}

/** A name stands for whatever has it: an object that was deleted and made anew has changed. */
const keyOf = ({ metadata: { namespace, name } }: KubeObject): string => `${namespace ?? ''}/${name}`;
