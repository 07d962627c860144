/** The severity of a finding: an error breaks hosts, a warning may, a note is information. */
export type Level = 'error' | 'warning' | 'note';

/** From the most severe to the least. */
export const LEVELS: readonly Level[] = ['error', 'warning', 'note'];

export interface Rule {
  /** The prevention rule of the platform document (Area A). */
  document: 'rule 1' | 'rule 2' | 'rule 3';
  /** The default level of its findings. */
  level: Level;
  /** What is wrong, in one sentence. */
  describes: string;
  /** The general fix; a finding has one for its place. */
  hint: string;
}

export const RULES = {
  'ip-address': {
    document: 'rule 1',
    level: 'error',
    describes: "An address names its host by IP, which breaks when the cluster's network changes.",
    hint: 'Use the stable in-cluster service name, for example http://httpd-http/images/<image_name>.qcow2.',
  },
  'outside-service': {
    document: 'rule 1',
    level: 'warning',
    describes: 'An image is not served by the stable in-cluster service.',
    hint: 'Serve the image from the stable in-cluster service and use its name, or name another service with --service.',
  },
  'image-name': {
    document: 'rule 2',
    level: 'warning',
    describes:
      "An image's name is not <platform>-<flavor>-<os>.qcow2 with a known flavor, so it was not made by the platform's image-building tools.",
    hint: "Build the image with the platform's image-building tools, or allow more flavors with --flavor.",
  },
  'service-missing': {
    document: 'rule 3',
    level: 'error',
    describes: 'The service that serves images does not exist.',
    hint: "Restore the service as the platform's update procedure leaves it.",
  },
  'service-not-ready': {
    document: 'rule 3',
    level: 'error',
    describes: 'The service that serves images has no ready endpoint.',
    hint: 'Restore the pods behind the service.',
  },
  'pinned-to-service-ip': {
    document: 'rule 3',
    level: 'error',
    describes:
      'An address holds the current IP address of the service, or of a pod behind it, instead of the service name.',
    hint: 'Use the name of the service: its IP address changes when the service is recreated.',
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

/** From the outermost field inwards; numbers are list indexes. */
export type Path = (string | number)[];

/** The place of a value in a file. Lines and columns count from 1; the end is exclusive. */
export interface FilePlace {
  path: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** One violation of one rule. */
export interface Finding {
  rule: RuleName;
  level: Level;
  kind: string;
  apiVersion: string;
  namespace?: string;
  name: string;
  /** The field in the object; empty if the object itself is wrong. */
  path: Path;
  /** If the field holds JSON as text, such as an annotation: the field inside that JSON. */
  inner?: Path;
  /** The address as written in the field, or in the text of the field; `HIDDEN` for a Secret. */
  value: string;
  message: string;
  hint: string;
  /** What should replace `value`; absent if unknown, or if the value must not be changed on its own. */
  replacement?: string;
  /** A repair of the host, which no guard known here refuses, is all that it takes. */
  repairable?: true;
  file?: FilePlace;
}

/** The object that holds a place. */
export type Holder = Pick<Finding, 'kind' | 'apiVersion' | 'namespace' | 'name'>;

/** Where an object was read from. */
export type Source = 'cluster' | 'file';

/** The value of a finding in a Secret. */
export const HIDDEN = '<not shown>';

/** A field as text: `spec.updates[0].url`, `metadata.annotations["a.io/b"].spec.image.url`. */
export const fieldText = ({ path, inner = [] }: Pick<Finding, 'path' | 'inner'>): string =>
  dotted([...path, ...inner]);

/** The same for a table: without the prefix of an annotation's name. */
export function shortFieldText({ path, inner }: Pick<Finding, 'path' | 'inner'>): string {
  return inner ? `${String(path.at(-1)).split('/').at(-1)}: ${dotted(inner)}` : dotted(path);
}

const dotted = (path: Path): string =>
  path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return /^[\w-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('')
    .replace(/^\./, '');

/** An object as `-o name` prints it: `baremetalhost.metal3.io/worker-0`, `configmap/ironic`. */
export function resourceText({ kind, apiVersion, name }: Holder): string {
  const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [];
  return `${kind.toLowerCase()}${group ? `.${group}` : ''}/${name}`;
}
