import type { Obj } from './model.ts';

/** One change of one object, as a watch tells it. */
export interface Change {
  revision: number;
  /** Which resource: `plural.group`, whatever the version. */
  resource: string;
  /** The object after the change; after a deletion its last state, with the deletion's resourceVersion. */
  object: Obj;
  /** The object before the change; undefined when the change made it. */
  previous: Obj | undefined;
  deleted: boolean;
}

/** All objects of one server, at one global, ever growing revision, with the latest changes remembered. */
export interface Store {
  /** The latest revision. */
  revision(): number;
  get(resource: string, namespace: string, name: string): Obj | undefined;
  /** All objects of a resource, in no order: see `inOrder`. */
  list(resource: string): Obj[];
  /** The same as it was at a revision, or undefined where that is no longer known. */
  listAt(resource: string, revision: number): Obj[] | undefined;
  /** Stores an object under a new revision and gives what was stored. */
  put(resource: string, object: Obj): Obj;
  /** Removes an object under a new revision; does nothing if it does not exist. */
  remove(resource: string, namespace: string, name: string): Obj | undefined;
  /** Changes of a resource after a revision, or undefined where some of them are forgotten. */
  since(resource: string, revision: number): Change[] | undefined;
  /** Calls back on every change from now on; gives the function that ends it. */
  subscribe(listener: (change: Change) => void): () => void;
  /** The latest revision whose changes are forgotten: watches from before it have missed some. */
  oldest(): number;
  /** Forgets every change so far: older revisions can't be listed or watched from any more. */
  forget(): void;
}

/** `window` is how many changes are remembered. */
export function createStore({ window }: { window: number }): Store {
  const resources = new Map<string, Map<string, Obj>>();
  const listeners = new Set<(change: Change) => void>();
  let history: Change[] = [];
  let latest = 0;
  let forgotten = 0;

  function publish(change: Change): void {
    history.push(change);
    // Trimming at twice the window keeps the cost of a change constant.
    if (history.length >= 2 * window) drop(history.length - window);
    for (const listener of [...listeners]) listener(change);
  }

  function drop(count: number): void {
    forgotten = history[count - 1]?.revision ?? forgotten;
    history = history.slice(count);
  }

  const objects = (resource: string): Map<string, Obj> => {
    const found = resources.get(resource) ?? new Map<string, Obj>();
    resources.set(resource, found);
    return found;
  };

  return {
    revision: () => latest,
    get: (resource, namespace, name) => objects(resource).get(key(namespace, name)),
    list: (resource) => [...objects(resource).values()],
    listAt(resource, revision) {
      if (revision < forgotten || revision > latest) return undefined;
      const then = new Map(objects(resource));
      for (const change of history.toReversed()) {
        if (change.revision <= revision) break;
        if (change.resource !== resource) continue;
        if (change.previous === undefined) then.delete(keyOf(change.object));
        else then.set(keyOf(change.object), change.previous);
      }
      return [...then.values()];
    },
    put(resource, object) {
      const found = objects(resource);
      const previous = found.get(keyOf(object));
      latest += 1;
      const stored = stamped(object, latest);
      found.set(keyOf(object), stored);
      publish({ revision: latest, resource, object: stored, previous, deleted: false });
      return stored;
    },
    remove(resource, namespace, name) {
      const found = objects(resource);
      const previous = found.get(key(namespace, name));
      if (previous === undefined) return undefined;
      latest += 1;
      const last = stamped(previous, latest);
      found.delete(key(namespace, name));
      publish({ revision: latest, resource, object: last, previous, deleted: true });
      return last;
    },
    since(resource, revision) {
      if (revision < forgotten) return undefined;
      return history.filter((change) => change.revision > revision && change.resource === resource);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    oldest: () => forgotten,
    forget: () => drop(history.length),
  };
}

const stamped = (object: Obj, revision: number): Obj => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: String(revision) },
});

/** Where an object stands in its resource's order; also what a continue token points behind. */
const key = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}/${name}`);

export const keyOf = ({ metadata }: Obj): string => key(metadata.namespace ?? '', metadata.name);

/** Objects in the order of lists: by namespace and name. */
export const inOrder = (objects: readonly Obj[]): Obj[] =>
  objects
    .map((object) => ({ key: keyOf(object), object }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ object }) => object);
