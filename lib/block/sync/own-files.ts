import { parseDocuments, YamlSyntaxError } from '../../input/yaml-documents.ts';
import { dataOf, rootsOf } from '../../input/yaml-leaves.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { MONITORING_NAMESPACE } from '../../objects/names.ts';
import { rulesIn } from '../../rules/recognize.ts';
import { withoutEscapes } from '../../words/chart-template.ts';

/** A file of a chart's templates that was not synced: its path from the chart, and its text. */
export interface OwnFile {
  path: string;
  text: string;
}

/** An alert of the chart's own. */
export interface OwnAlert {
  path: string;
  alert: string;
  expr: string;
}

/** What a chart has of its own, as far as it can be read without Helm. */
export interface Own {
  /** Of all its own templates. */
  paths: string[];
  rules: { kind: string; apiVersion: string; labels: Record<string, unknown> }[];
  alerts: OwnAlert[];
  /** The file names of its dashboards, with the paths of their templates. */
  dashboards: Map<string, string>;
  /** The paths of the templates of its objects, by `KIND NAME`: of those in the namespace of the release. */
  objects: Map<string, string>;
}

/** Reads a chart's own templates. Those that only Helm can render are left out. */
export function readOwn(files: readonly OwnFile[]): Own {
  const own: Own = {
    paths: files.map(({ path }) => path),
    rules: [],
    alerts: [],
    dashboards: new Map(),
    objects: new Map(),
  };
  for (const { path, text } of files)
    for (const object of objectsIn(text)) {
      const rules = rulesIn(object);
      if (rules?.kind !== undefined)
        own.rules.push({
          kind: rules.kind,
          apiVersion: textOf(rules.apiVersion ?? ''),
          labels: rules.labels,
        });
      for (const { fields } of rules?.rules ?? [])
        if (typeof fields.alert === 'string')
          own.alerts.push({ path, alert: fields.alert, expr: textOf(fields.expr ?? '') });
      const { kind, metadata, data } = fieldsOf(object) ?? {};
      const { name, namespace = MONITORING_NAMESPACE } = fieldsOf(metadata) ?? {};
      if (namespace === MONITORING_NAMESPACE) own.objects.set(`${textOf(kind)} ${textOf(name)}`, path);
      if (kind !== 'ConfigMap') continue;
      for (const file of Object.keys(fieldsOf(data) ?? {}))
        if (file.endsWith('.json')) own.dashboards.set(file, path);
    }
  return own;
}

function objectsIn(template: string): unknown[] {
  const text = withoutEscapes(template);
  if (text === undefined) return [];
  try {
    return parseDocuments(text).documents.flatMap(({ contents }) => rootsOf(contents).map(dataOf));
  } catch (error) {
    if (error instanceof YamlSyntaxError) return [];
    throw error;
  }
}
