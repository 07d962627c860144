import { fieldsOf, textOf } from '../../objects/fields.ts';
import { listed } from '../../words/text.ts';
import { freeName, reference, variablesIn, withVariable } from '../write/datasource-variable.ts';
import type { Cleaned } from './cleaned.ts';

type Fields = Record<string, unknown>;

/**
 * Replaces the uid of a data source, which only the UI that it comes from knows, by a variable without a value: each UI then takes
 * its default data source of that type, or its first. That is safe where a dashboard uses one data source of a type
 * and has no variable for that type; what else was found is said.
 */
export function withDatasourceVariable(given: Fields): Cleaned {
  const changes: string[] = [];
  const doubts: string[] = [];
  let dashboard = given;
  const { uids, names } = usedIn(given);
  for (const [type, found] of uids) {
    const [uid = '', ...more] = found;
    const hasVariable = variablesIn(given).some((one) => one.type === 'datasource' && one.query === type);
    if (more.length > 0 || hasVariable) {
      doubts.push(
        `the dashboard uses ${more.length > 0 ? 'data sources' : 'a data source'} of this dashboard UI by uid (${type}): ${listed([...found])}. Another one does not have ${more.length > 0 ? 'them' : 'it'}: use a variable`,
      );
      continue;
    }
    const name = freeName(
      dashboard,
      type === 'prometheus' || uids.size === 1 ? 'datasource' : `datasource_${type}`,
    );
    const replaced = fieldsOf(replacing(dashboard, { type, uid, name })) as Fields;
    dashboard = withVariable(replaced, { name, type });
    changes.push(`Replaced the data source ${uid} (${type}) by the variable ${name}.`);
  }
  if (names.size > 0)
    doubts.push(
      `the dashboard uses ${names.size > 1 ? 'data sources' : 'a data source'} by name: ${listed([...names])}. Another dashboard UI may not have ${names.size > 1 ? 'them' : 'it'}: use a variable`,
    );
  return { dashboard, changes, doubts };
}

/** The data sources that a dashboard uses: their uids by type, and names where it has those. Built-in ones are in every UI. */
function usedIn(dashboard: Fields): { uids: Map<string, Set<string>>; names: Set<string> } {
  const uids = new Map<string, Set<string>>();
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) look(one);
    const fields = fieldsOf(value);
    for (const [key, one] of Object.entries(fields ?? {})) {
      const { type, uid } = fieldsOf(one) ?? {};
      if (key === 'datasource' && typeof one === 'string') {
        if (!isBuiltIn(one) && !one.includes('$')) names.add(one);
      } else if (key === 'datasource' && typeof type === 'string' && typeof uid === 'string') {
        if (!isBuiltIn(uid) && !BUILT_IN.has(type) && !uid.includes('$'))
          uids.set(type, (uids.get(type) ?? new Set()).add(uid));
      } else look(one);
    }
  };
  look(dashboard);
  return { uids, names };
}

/** `-- Grafana --`, `-- Mixed --`, `-- Dashboard --`, and what stands for the default. */
const isBuiltIn = (name: string): boolean => /^-- .* --$/.test(name) || name === '' || BUILT_IN.has(name);
const BUILT_IN = new Set(['grafana', 'datasource', '__expr__', 'default']);

/** A copy with each reference to the data source replaced. */
function replacing(value: unknown, source: { type: string; uid: string; name: string }): unknown {
  if (Array.isArray(value)) return value.map((one) => replacing(one, source));
  const fields = fieldsOf(value);
  if (!fields) return value;
  const isSource = ({ type, uid }: Fields): boolean => textOf(type) === source.type && uid === source.uid;
  return Object.fromEntries(
    Object.entries(fields).map(([key, one]) => {
      const inner = fieldsOf(one);
      return key === 'datasource' && inner && isSource(inner)
        ? [key, { ...inner, uid: reference(source.name) }]
        : [key, replacing(one, source)];
    }),
  );
}
