/** How much a finding matters: an error breaks hosts, a warning will or may, a note is to be known. */
export type Level = 'error' | 'warning' | 'note';

/** Levels from the one that matters most. */
export const LEVELS: readonly Level[] = ['error', 'warning', 'note'];

/** The prevention rules for Area A, each by what breaks it. */
export type RuleName =
  | 'ip-address'
  | 'outside-service'
  | 'image-name'
  | 'service-missing'
  | 'service-not-ready'
  | 'pinned-to-service-ip';

export interface Rule {
  name: RuleName;
  /** Which of the document's prevention rules it stands for. */
  document: 'rule 1' | 'rule 2' | 'rule 3';
  /** What its findings have, unless the place where one is found says otherwise. */
  level: Level;
  /** What is wrong, in one sentence. */
  describes: string;
  /** What mends it everywhere; a finding says what does it in its place. */
  hint: string;
}

/** Every rule that an audit judges by. */
export const RULES: Record<RuleName, Rule> = {
  'ip-address': {
    name: 'ip-address',
    document: 'rule 1',
    level: 'error',
    describes: "An address names its host by IP, which breaks when the cluster's network changes.",
    hint: 'Use the stable in-cluster service name, for example http://httpd-http/images/<image_name>.qcow2.',
  },
  'outside-service': {
    name: 'outside-service',
    document: 'rule 1',
    level: 'warning',
    describes: 'An image is not served by the stable in-cluster service.',
    hint: 'Serve the image from the stable in-cluster service and use its name, or name another service with --service.',
  },
  'image-name': {
    name: 'image-name',
    document: 'rule 2',
    level: 'warning',
    describes:
      "An image's name is not <platform>-<flavour>-<os>.qcow2 with a known flavour, so it was not made by the platform's image-building tools.",
    hint: "Build the image with the platform's image-building tools, or allow more flavours with --flavour.",
  },
  'service-missing': {
    name: 'service-missing',
    document: 'rule 3',
    level: 'error',
    describes: 'The service that serves images does not exist.',
    hint: "Restore the service as the platform's update procedure leaves it.",
  },
  'service-not-ready': {
    name: 'service-not-ready',
    document: 'rule 3',
    level: 'error',
    describes: 'The service that serves images has no ready endpoint.',
    hint: 'Restore the pods behind the service.',
  },
  'pinned-to-service-ip': {
    name: 'pinned-to-service-ip',
    document: 'rule 3',
    level: 'error',
    describes:
      'An address holds the current IP address of the service, or of a pod behind it, instead of the service name.',
    hint: 'Use the name of the service: its IP address changes when the service is recreated.',
  },
};

/** From the outermost field inwards; numbers are places in lists. */
export type Path = (string | number)[];

/** Where a field's value stands in a file; lines and columns count from 1, the end is behind the last character. */
export interface FilePlace {
  path: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** One place that breaks one rule. */
export interface Finding {
  rule: RuleName;
  level: Level;
  kind: string;
  apiVersion: string;
  namespace?: string;
  name: string;
  /** Of the field in the object; empty where the object itself is what is wrong. */
  path: Path;
  /** Where the field is text of JSON, such as an annotation: of the field inside that text. */
  inner?: Path;
  /** The address as it stands there, or within the text that stands there; `HIDDEN` for what a Secret holds. */
  value: string;
  message: string;
  hint: string;
  /** What is to stand in the place of `value`; absent where nobody can tell, and where it is not to be changed by itself. */
  replacement?: string;
  file?: FilePlace;
}

/** Who holds a place. */
export type Holder = Pick<Finding, 'kind' | 'apiVersion' | 'namespace' | 'name'>;

/** What an object was read from: a cluster in which it runs, or a file from which it is to be brought to one. */
export type Source = 'cluster' | 'file';

/** Stands for the value of a finding in a Secret, of which nothing is shown. */
export const HIDDEN = '<not shown>';
