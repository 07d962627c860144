import { scopeText } from './scope.ts';

/** Something that an audit left out or could not look at, and where: in a file, in a cluster, or the cluster itself. */
export interface Diagnostic {
  reason: string;
  mend: string;
  path?: string;
  /** Counted from 1, as the column. */
  line?: number;
  column?: number;
  /** With its group; a single object with its name behind a slash. */
  resource?: string;
  /** Undefined beside a resource: all namespaces. */
  namespace?: string;
}

/** A remark as one line. */
export function diagnosticText({
  path,
  line,
  column,
  resource,
  namespace,
  reason,
  mend,
}: Diagnostic): string {
  const place = [path, line, column].filter((part) => part !== undefined).join(':');
  const where = resource === undefined ? place : `${resource} in ${scopeText(namespace)}`;
  // What a server says is a sentence of its own, at times with its own end.
  const parting = /[.?!]$/.test(reason) ? ' ' : '; ';
  return `${where && `${where}: `}${reason}${parting}${mend}`;
}
