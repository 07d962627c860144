import { fieldsOf, textOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';
import type { Own } from './own-files.ts';
import type { SourceObject } from './source-objects.ts';

/** What a user should know of a source's objects beside the chart's own, each as a sentence without a full stop. */
export const syncWarnings = (objects: readonly SourceObject[], own: Own): string[] => [
  ...otherExpressions(objects, own),
  ...twiceNamed(objects, own),
];

/** Alerts of one name with different expressions: both fire, and only their labels tell them apart. */
function otherExpressions(objects: readonly SourceObject[], own: Own): string[] {
  const alerts = new Map(own.alerts.map((alert) => [alert.alert, alert]));
  const found = objects
    .filter(({ type }) => type === 'rules')
    .flatMap(({ content }) => itemsOf(content.groups).flatMap(({ rules }) => itemsOf(rules)))
    .flatMap(({ alert, expr }) => {
      const known = alerts.get(textOf(alert ?? ''));
      return known && plain(known.expr) !== plain(textOf(expr ?? '')) ? [known] : [];
    });
  return [...new Set(found)].map(
    ({ alert, path }) => `alert ${alert} is in ${path} as well, with another expression: both will fire`,
  );
}

const plain = (expression: string): string => expression.replaceAll(/\s+/g, ' ').trim();

/** Dashboards with one file name: all of them are put into one folder, where one replaces the other. */
function twiceNamed(objects: readonly SourceObject[], { dashboards }: Own): string[] {
  const seen = new Map(Array.from(dashboards, ([file, path]) => [file, path]));
  return objects
    .filter(({ type }) => type === 'dashboards')
    .flatMap(({ name, content }) =>
      Object.keys(fieldsOf(content) ?? {}).flatMap((file) => {
        const other = seen.get(file);
        seen.set(file, `ConfigMap ${name}`);
        return other === undefined
          ? []
          : [`dashboard ${file} is in ${other} and in ConfigMap ${name}: only one of them will be shown`];
      }),
    );
}
