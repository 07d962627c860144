import { fieldsOf, textOf } from '../objects/fields.ts';
import type { Values } from './helm-yaml.ts';
import { INI_KEYS } from './keys.ts';
import { type Path, valueAt } from './layers.ts';

/** What values say of the dashboard UI. `section` is where it is, from the root of the values. */

/** Whether a value is set, as a text, a number or a boolean. */
export const isText = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';

/** The replicas of the UI, at most: the chart's default is 1. */
export function replicasOf(values: Values, section: Path): number {
  const isScaled = valueAt(values, [...section, 'autoscaling', 'enabled']) === true;
  const count = valueAt(values, replicasPath(values, section));
  return typeof count === 'number' ? count : isScaled ? 2 : 1;
}

/** What sets them. */
export const replicasPath = (values: Values, section: Path): Path =>
  valueAt(values, [...section, 'autoscaling', 'enabled']) === true
    ? [...section, 'autoscaling', 'maxReplicas']
    : [...section, 'replicas'];

/** Whether sessions and dashboards are in a database that all replicas share. */
export const hasDatabase = (values: Values, section: Path): boolean =>
  INI_KEYS.some((ini) => {
    const { type, url, host } = fieldsOf(valueAt(values, [...section, ini, 'database'])) ?? {};
    return isText(url) || isText(host) || (typeof type === 'string' && type !== 'sqlite3');
  });

/** Whether the ingress, or the service behind it, binds a client to a replica: ingress controllers have different words for it. */
export const isSticky = (values: Values, section: Path): boolean =>
  valueAt(values, [...section, 'service', 'sessionAffinity']) === 'ClientIP' ||
  [['ingress', 'annotations'], ['service', 'annotations'], ['annotations']].some((path) =>
    Object.entries(fieldsOf(valueAt(values, [...section, ...path])) ?? {}).some(
      ([key, value]) =>
        (/affinity|sticky|cookie-persistence|load-balance/.test(key) &&
          value !== 'false' &&
          value !== false) ||
        /stickiness|ip_hash|hash/.test(textOf(value)),
    ),
  );

/** The key of the UI's configuration file, as the values spell it, or as goes with the name of the section. */
export const iniKey = (values: Values, section: Path): string =>
  INI_KEYS.find((key) => fieldsOf(valueAt(values, [...section, key])) !== undefined) ??
  (section.at(-1) === 'ui' ? 'ini' : 'grafana.ini');

/** Whether a name, or a wildcard for one label, is for a host. */
export function covers(name: string, host: string): boolean {
  const [one, other] = [name.toLowerCase(), host.toLowerCase()];
  return one === other || (one.startsWith('*.') && one.slice(1) === other.slice(other.indexOf('.')));
}
