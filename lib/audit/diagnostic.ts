/** Something that an audit skipped or could not read, with its place in a file or a cluster. */
export interface Diagnostic {
  reason: string;
  hint: string;
  path?: string;
  /** From 1, like `column`. */
  line?: number;
  column?: number;
  /** With its group; for a single object followed by a slash and its name. */
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
  // A server's message may be a whole sentence.
  const separator = /[.?!]$/.test(reason) ? ' ' : '; ';
  return `${where && `${where}: `}${reason}${separator}${hint}`;
}

/** How much of a cluster, or of files, was audited. */
export interface Scope {
  objects: number;
  /** Files with at least one audited object; absent for a cluster. */
  files?: number;
  /** Absent for files and for all namespaces. */
  namespace?: string;
}

/** A scope as text: `12 objects of 3 files`, `1 object of namespace metal3`. */
export function scopeSummary({ objects, files, namespace }: Scope): string {
  const whole = files === undefined ? scopeText(namespace) : plural(files, 'file');
  const wider = objects === 0 && namespace !== undefined ? ' (-A: all namespaces)' : '';
  return `${plural(objects, 'object')} of ${whole}${wider}`;
}

export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Undefined: all namespaces. */
const scopeText = (namespace: string | undefined): string =>
  namespace === undefined ? 'all namespaces' : `namespace ${namespace}`;
