import { objectName } from '../../../lib/kube/api/object-name.ts';
import { COMPONENTS, type Component, type ComponentName } from '../../../lib/objects/components.ts';
import { MONITORING_GROUP } from '../../../lib/objects/names.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';

/** The instance that a user names, and its component if given. */
export interface InstanceArg {
  name: string;
  component: ComponentName | undefined;
}

/**
 * Parses `k8s`, or `prometheus/k8s` as `-o name` prints it, which includes the component.
 *
 * @param component the value of --component.
 * @throws {CommandError} for an unknown type, one that contradicts --component, and an invalid object name.
 */
export function instanceArg(word: string, component: ComponentName | undefined): InstanceArg {
  const slash = word.lastIndexOf('/');
  const meant = slash === -1 ? undefined : componentOf(word, word.slice(0, slash));
  if (meant && component && meant.name !== component)
    throw usageError(
      `"${oneLine(word)}" is of kind ${meant.kind}, but --component is ${component}`,
      `Use --component ${meant.name}.`,
    );
  return { name: objectName(word.slice(slash + 1), 'resource name'), component: meant?.name ?? component };
}

function componentOf(word: string, type: string): Component {
  const all = Object.values(COMPONENTS);
  const meant = all.find((one) => typesOf(one).includes(type.toLowerCase()));
  if (meant) return meant;
  const kinds = all.map(({ kind }) => `${kind.toLowerCase()}/NAME`);
  throw usageError(
    `"${oneLine(word)}" is not a Prometheus, Alertmanager, ThanosRuler or PrometheusAgent`,
    `Use the name alone, or with its kind: ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}.`,
  );
}

/** Short names in the operator's CRDs. */
const SHORT: Record<ComponentName, string> = {
  metrics: 'prom',
  alerts: 'am',
  ruler: 'ruler',
  agent: 'promagent',
};

/** Every type that kubectl accepts for a component's resources. */
const typesOf = ({ name, kind, plural, version }: Component): string[] =>
  [kind.toLowerCase(), plural, SHORT[name]].flatMap((type) => [
    type,
    `${type}.${MONITORING_GROUP}`,
    `${type}.${version}.${MONITORING_GROUP}`,
  ]);
