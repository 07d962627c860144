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
export const scopeText = (namespace: string | undefined): string =>
  namespace === undefined ? 'all namespaces' : `namespace ${namespace}`;
