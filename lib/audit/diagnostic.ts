/** Something that an audit left out or could not look at, and where: in a file, in a cluster, or the cluster itself. */
export interface Diagnostic {
  reason: string;
  hint: string;
  path?: string;
  /** Counted from 1, as the column. */
  line?: number;
  column?: number;
  /** With its group; a single object with its name behind a slash. */
  resource?: string;
  /** Undefined beside a resource: all namespaces. */
  namespace?: string;
}

/** A diagnostic as one line. */
export function diagnosticText({
  path,
  line,
  column,
  resource,
  namespace,
  reason,
  hint,
}: Diagnostic): string {
  const place = [path, line, column].filter((part) => part !== undefined).join(':');
  const where = resource === undefined ? place : `${resource} in ${scopeText(namespace)}`;
  // What a server says is a sentence of its own, at times with its own end.
  const parting = /[.?!]$/.test(reason) ? ' ' : '; ';
  return `${where && `${where}: `}${reason}${parting}${hint}`;
}

/** How much was judged, of a cluster or of files. */
export interface Scope {
  objects: number;
  /** Of the files, those with an object that was judged; absent for a cluster. */
  files?: number;
  /** Absent for files, and where all namespaces were looked into. */
  namespace?: string;
}

/** How much was judged, behind what was found in it: `12 objects of 3 files`, `1 object of namespace metal3`. */
export function scopeSummary({ objects, files, namespace }: Scope): string {
  const whole = files === undefined ? scopeText(namespace) : plural(files, 'file');
  const wider = objects === 0 && namespace !== undefined ? ' (-A: all namespaces)' : '';
  return `${plural(objects, 'object')} of ${whole}${wider}`;
}

/** A number of things as a person reads it. */
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Undefined: all namespaces. */
const scopeText = (namespace: string | undefined): string =>
  namespace === undefined ? 'all namespaces' : `namespace ${namespace}`;
