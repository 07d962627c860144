import { isText, type Placed, placed } from '../../lint/placed.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import type { Definition, Panel } from '../definition.ts';
import { macrosIn } from './macros.ts';

/** What a data source is. The default one of the UI, and one that is only named, are unknown. */
type SourceKind = 'prometheus' | 'other' | 'unknown';

/** Finds what the data source of a query is; undefined values are those of the panel. */
export type SourceKinds = (...datasources: unknown[]) => SourceKind;

/** The data sources of a dashboard, by its variables and its inputs. */
export function sourceKinds(root: unknown, variables: readonly Placed[]): SourceKinds {
  const plugins = new Map<string, string>();
  for (const { fields } of placed(fieldsOf(root)?.__inputs, []))
    if (isText(fields.name)) plugins.set(fields.name, textOf(fields.pluginId ?? ''));
  for (const { fields } of variables)
    if (isText(fields.name) && fields.type === 'datasource')
      plugins.set(fields.name, textOf(fields.query ?? ''));
  const kindOf = (datasource: unknown): SourceKind => {
    const fields = fieldsOf(datasource);
    const text = fields ? (fields.uid ?? fields.name) : datasource;
    if (isText(fields?.type) && !fields.type.includes('$') && !isMixed(text))
      return fields.type === 'prometheus' ? 'prometheus' : 'other';
    if (!isText(text) || isMixed(text)) return 'unknown';
    if (/^(?:-- \w+ --|grafana|__expr__)$/i.test(text)) return 'other';
    const [macro] = macrosIn(text);
    const plugin = macro && plugins.get(macro.name);
    if (plugin) return plugin === 'prometheus' ? 'prometheus' : 'other';
    return OTHERS.test(text) ? 'other' : 'unknown';
  };
  return (...datasources) => datasources.map(kindOf).find((kind) => kind !== 'unknown') ?? 'unknown';
}

const isMixed = (text: unknown): boolean => text === '-- Mixed --';

/** Names that tell what a data source is, if it is only named. */
const OTHERS =
  /loki|tempo|jaeger|elastic|influx|graphite|cloudwatch|mysql|postgres|clickhouse|zipkin|testdata/i;

/** Whether a query is PromQL, as far as is known. Loki's queries have the same field, with filters. */
export const isPromql = (
  { fields: { expr, datasource } }: Placed,
  panel: Panel,
  kinds: SourceKinds,
): boolean => {
  if (!isText(expr)) return false;
  const kind = kinds(datasource, panel.fields.datasource);
  return kind === 'prometheus' || (kind === 'unknown' && !FILTER.test(withoutStrings(expr)));
};

/** A query with `""` for every text in quotes. One that is not closed stays, with all that follows. */
function withoutStrings(query: string): string {
  let kept = '';
  let read = 0;
  for (let at = 0; at < query.length; at += 1) {
    const quote = query.charAt(at);
    if (quote !== '"' && quote !== "'" && quote !== '`') continue;
    let end = at + 1;
    while (end < query.length && query[end] !== quote) end += query[end] === '\\' && quote !== '`' ? 2 : 1;
    if (end >= query.length) break;
    kept += `${query.slice(read, at)}""`;
    read = end + 1;
    at = end;
  }
  return kept + query.slice(read);
}

const FILTER = /\||\}\s*!=\s*""/;

/** Whether the field of a data source names one that is the same everywhere: a variable, the default one, or one of the UI itself. */
export function isPortable(datasource: unknown): boolean {
  const fields = fieldsOf(datasource);
  const text = fields ? (fields.uid ?? fields.name) : datasource;
  return !isText(text) || text.includes('$') || /^\[\[|^(?:-- \w+ --|grafana|__expr__|default)$/i.test(text);
}

/** The unique name of a dashboard: its uid, or the name of its resource. */
export function uidOf({ fields, path }: Definition, root: unknown): { uid: unknown; uidPath: string[] } {
  const metadata = fieldsOf(fieldsOf(root)?.metadata);
  return metadata && path[0] === 'spec'
    ? { uid: metadata.name, uidPath: ['metadata', 'name'] }
    : { uid: fields.uid, uidPath: [...path, 'uid'] };
}
