import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { imageReference, itemsOf } from '../versions/install.ts';
import { PROMETHEUS_OPERATOR } from '../versions/monitoring.ts';

/** The namespaces whose instances an operator looks after. */
export interface OperatorScope {
  /** Undefined: all of them. */
  only: string[] | undefined;
  /** Those of all that it leaves alone. */
  denied: string[];
}

/** Flags by which an operator is told where it is to look for instances of one kind, instead of `--namespaces`. */
const INSTANCES = [
  'prometheus-instance-namespaces',
  'alertmanager-instance-namespaces',
  'thanos-ruler-instance-namespaces',
];

/** The scope that the operator in this workload was started with. */
export function scopeOf(workload: KubeObject): OperatorScope {
  const args = argsOf(workload);
  const general = listed(args, 'namespaces');
  const kinds = INSTANCES.map((flag) => listed(args, flag)).map((only) => (only.length > 0 ? only : general));
  return {
    only: kinds.some((only) => only.length === 0) ? undefined : [...new Set(kinds.flat())].toSorted(),
    denied: listed(args, 'deny-namespaces'),
  };
}

/** Whether an operator looks after the instances of a namespace. */
export const covers = ({ only, denied }: OperatorScope, namespace: string): boolean =>
  !denied.includes(namespace) && (only === undefined || only.includes(namespace));

function argsOf(workload: KubeObject): string[] {
  const spec = fieldsOf(fieldsOf(fieldsOf(fieldsOf(workload)?.spec)?.template)?.spec);
  const containers = itemsOf(spec?.containers);
  const operator =
    containers.find(({ image }) => PROMETHEUS_OPERATOR.image.test(imageReference(String(image)).name)) ??
    containers[0];
  return [operator?.command, operator?.args].flatMap((words) =>
    (Array.isArray(words) ? words : []).map((word) => String(word)),
  );
}

/** The values of a flag that takes a list: `--flag=a,b`, `--flag a`, and so on, with one dash or two. */
function listed(args: readonly string[], flag: string): string[] {
  const values = args.flatMap((arg, index) => {
    const [, name, value] = /^--?([^=]+)(?:=(.*))?$/.exec(arg) ?? [];
    return name === flag ? [value ?? args[index + 1] ?? ''] : [];
  });
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
}
