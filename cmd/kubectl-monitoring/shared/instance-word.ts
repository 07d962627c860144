import { objectName } from '../../../lib/kube/api/object-name.ts';
import { COMPONENTS, type Component, type ComponentName } from '../../../lib/objects/components.ts';
import { MONITORING_GROUP } from '../../../lib/objects/names.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';

/** The instance that a person names, and the component that it is of, as far as anybody said. */
export interface InstanceWord {
  name: string;
  component: ComponentName | undefined;
}

/**
 * Reads the word of a person: `k8s`, or `prometheus/k8s` as kubectl takes it and `-o name` prints it, which says the component
 * too.
 *
 * @param component what --component says.
 * @throws {CommandError} for a type of no component, one that --component contradicts, and a name that no object can have.
 */
export function instanceWord(word: string, component: ComponentName | undefined): InstanceWord {
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

/** What the operator's definitions call the resources for short. */
const SHORT: Record<ComponentName, string> = {
  metrics: 'prom',
  alerts: 'am',
  ruler: 'ruler',
  agent: 'promagent',
};

/** Everything that kubectl takes as the type of a component's resources. */
const typesOf = ({ name, kind, plural, version }: Component): string[] =>
  [kind.toLowerCase(), plural, SHORT[name]].flatMap((type) => [
    type,
    `${type}.${MONITORING_GROUP}`,
    `${type}.${version}.${MONITORING_GROUP}`,
  ]);
