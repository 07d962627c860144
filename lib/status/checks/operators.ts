import type { Workload } from '../block.ts';

/** Whether two operators act on a namespace in common. */
export const doesOverlap = (one: Workload, other: Workload): boolean =>
  one.scope.length === 0 || other.scope.length === 0 || one.scope.some((name) => other.scope.includes(name));

/** The namespaces that two operators have in common, in words. */
export function commonScope(one: Workload, other: Workload): string {
  if (one.scope.length === 0 && other.scope.length === 0) return 'all namespaces';
  const [narrow, wide] = one.scope.length === 0 ? [other, one] : [one, other];
  const common = narrow.scope.filter((name) => wide.scope.length === 0 || wide.scope.includes(name));
  return `${common.length === 1 ? 'namespace' : 'namespaces'} ${common.join(', ')}`;
}
