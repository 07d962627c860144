import { textOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';
import type { Own } from './own-files.ts';
import type { SourceObject } from './source-objects.ts';
import { pathOf } from './synced-files.ts';

/**
 * What a user should know of a source's objects beside the chart's own, each as a sentence without a full stop. An object whose template
 * has the path of an own one is not put into the chart.
 */
export function syncWarnings(objects: readonly SourceObject[], own: Own): string[] {
  const paths = new Set(own.paths);
  const added = objects.filter((object) => !paths.has(pathOf(object)));
  return [...takenNames(added, own), ...sameAlerts(added, own), ...twiceNamed(added, own)];
}

/** Objects of one kind and name: a release can have only one of them. */
const takenNames = (objects: readonly SourceObject[], own: Own): string[] =>
  objects.flatMap(({ type, name }) => {
    const keys = (type === 'rules' ? ['PrometheusRule', 'MetricsRule'] : ['ConfigMap']).map(
      (kind) => `${kind} ${name}`,
    );
    return keys.flatMap((key) => {
      const path = own.objects.get(key);
      return path === undefined ? [] : [`${key} is in ${path} as well: remove or rename one of them`];
    });
  });

/** Alerts of one name. With different expressions both fire, and only their labels tell them apart. */
function sameAlerts(objects: readonly SourceObject[], own: Own): string[] {
  const alerts = new Map(own.alerts.map((alert) => [alert.alert, alert]));
  const found = objects
    .filter(({ type }) => type === 'rules')
    .flatMap(({ content }) => itemsOf(content.groups).flatMap(({ rules }) => itemsOf(rules)))
    .flatMap(({ alert, expr }) => {
      const known = alerts.get(textOf(alert ?? ''));
      if (!known) return [];
      const isSame = plain(known.expr) === plain(textOf(expr ?? ''));
      const what = isSame
        ? 'with the same expression: remove one of them'
        : 'with another expression: both will fire';
      return [`alert ${known.alert} is in ${known.path} as well, ${what}`];
    });
  return [...new Set(found)];
}

const plain = (expression: string): string => expression.replaceAll(/\s+/g, ' ').trim();

/** Dashboards with one file name: all of them are put into one folder, where one replaces the other. */
function twiceNamed(objects: readonly SourceObject[], { dashboards }: Own): string[] {
  const seen = new Map(dashboards);
  return objects
    .filter(({ type }) => type === 'dashboards')
    .flatMap(({ name, content }) =>
      Object.keys(content).flatMap((file) => {
        const other = seen.get(file);
        seen.set(file, `ConfigMap ${name}`);
        return other === undefined
          ? []
          : [`dashboard ${file} is in ${other} and in ConfigMap ${name}: only one of them will be shown`];
      }),
    );
}
