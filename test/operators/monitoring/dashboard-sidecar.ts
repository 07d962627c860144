import type { KubeObject } from '../../../lib/kube/api/types.ts';

/** A stand-in for the sidecar that brings dashboards into the pod of the UI: its files and its log. It reads no cluster itself. */
export interface DashboardSidecar {
  /** Its files by their absolute path. */
  files: ReadonlyMap<string, string>;
  /** The collections that it lists, with their queries: one for each kind and namespace. */
  paths: readonly string[];
  /** Takes in what it has listed, as at `at`: what is new or changed is written, what is gone is removed. */
  sync(objects: readonly Labelled[], at: Date): void;
  /** Its log, as a pod's log with timestamps has it. */
  log(): string;
  /** Adds lines to its log. */
  say(lines: readonly string[]): void;
}

/** A ConfigMap or a Secret, with its kind, which lists do not say. */
export type Labelled = KubeObject & { data?: Record<string, string>; binaryData?: Record<string, string> };

interface Held {
  version: string | undefined;
  /** The paths of its files. */
  paths: string[];
}

/**
 * @param env the variables of its container, as the real one reads them.
 * @param own the namespace of its pod.
 */
export function createDashboardSidecar(env: Readonly<Record<string, string>>, own: string): DashboardSidecar {
  const { LABEL = '', LABEL_VALUE, FOLDER = '', FOLDER_ANNOTATION = 'k8s-sidecar-target-directory' } = env;
  const isUnique = env.UNIQUE_FILENAMES?.toLowerCase() === 'true';
  const files = new Map<string, string>();
  const held = new Map<string, Held>();
  const lines: string[] = [];
  const write = (at: Date, level: string, msg: string): void => {
    const time = at.toISOString();
    lines.push(`${time} ${JSON.stringify({ time: time.replace('Z', '000+00:00'), level, msg })}`);
  };
  const info = (at: Date, msg: string): void => write(at, 'INFO', msg);

  function remove(path: string, at: Date): void {
    if (files.delete(path)) info(at, `Removing ${path}`);
    else write(at, 'ERROR', `Unable to remove ${path}, file not found`);
  }

  function put(path: string, text: string, { at, isBinary }: { at: Date; isBinary: boolean }): void {
    // What a file has already is not written, and said at the level DEBUG alone.
    if (files.get(path) === text) return;
    info(at, `Writing ${path} (${isBinary ? 'binary' : 'ascii'})`);
    files.set(path, text);
  }

  function take(key: string, object: Labelled, at: Date): void {
    const { name, namespace = '', annotations = {} } = object.metadata;
    const kind = key.split('/')[0] ?? '';
    const given = annotations[FOLDER_ANNOTATION];
    const folder = given === undefined ? FOLDER : given.startsWith('/') ? given : `${FOLDER}/${given}`;
    if (given !== undefined)
      info(at, `Found a folder override annotation, placing the ${name} in: ${folder}`);
    const paths: string[] = [];
    for (const { file, text, isBinary } of filesOf(kind, object)) {
      const path = `${folder}/${isUnique ? `namespace_${namespace}.${kind}_${name}.` : ''}${file}`;
      paths.push(path);
      put(path, text, { at, isBinary });
    }
    for (const path of held.get(key)?.paths ?? []) if (!paths.includes(path)) remove(path, at);
    held.set(key, { version: object.metadata.resourceVersion, paths });
  }

  return {
    files,
    paths: pathsOf(env, own),
    sync(objects, at) {
      const found = new Map(
        objects.filter((one) => isMeant(one, LABEL, LABEL_VALUE)).map((one) => [keyOf(one), one]),
      );
      const changed = [...found].filter(
        ([key, one]) => held.get(key)?.version !== one.metadata.resourceVersion,
      );
      for (const [key, object] of changed.sort(byVersion)) take(key, object, at);
      for (const [key, { paths }] of [...held].filter(([one]) => !found.has(one))) {
        for (const path of paths) remove(path, at);
        held.delete(key);
      }
    },
    log: () => lines.map((line) => `${line}\n`).join(''),
    say: (said) => void lines.push(...said),
  };
}

function pathsOf(
  { RESOURCE = 'configmap', NAMESPACE, LABEL = '', LABEL_VALUE }: Readonly<Record<string, string>>,
  own: string,
): string[] {
  const kinds = RESOURCE === 'both' ? ['secret', 'configmap'] : [RESOURCE];
  const query = new URLSearchParams({ labelSelector: LABEL_VALUE ? `${LABEL}=${LABEL_VALUE}` : LABEL });
  return kinds.flatMap((kind) =>
    (NAMESPACE ?? own).split(',').map((namespace) => {
      const where = namespace === 'ALL' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
      return `/api/v1${where}/${kind}s?${query}`;
    }),
  );
}

const isMeant = (
  { metadata: { labels = {} } }: Labelled,
  label: string,
  value: string | undefined,
): boolean => (value ? labels[label] === value : labels[label] !== undefined);

/** `configmap/shop/dashboards`. */
const keyOf = ({ kind = '', metadata: { namespace, name } }: Labelled): string =>
  `${kind.toLowerCase()}/${namespace}/${name}`;

/** In the order in which they were changed. */
const byVersion = ([, one]: [string, Labelled], [, other]: [string, Labelled]): number =>
  Number(one.metadata.resourceVersion) - Number(other.metadata.resourceVersion);

function filesOf(kind: string, { data = {}, binaryData = {} }: Labelled) {
  const text = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1');
  const decoded = (from: Record<string, string>) =>
    Object.entries(from).map(([file, value]) => ({ file, text: text(value), isBinary: true }));
  if (kind === 'secret') return decoded(data);
  const plain = Object.entries(data).map(([file, value]) => ({ file, text: value, isBinary: false }));
  return [...plain, ...decoded(binaryData)];
}
