import { isText, type Placed } from '../../../lint/placed.ts';
import { fieldsOf } from '../../../objects/fields.ts';
import type { Check, Dashboard, Fault } from '../check.ts';
import { isBuiltIn, macrosIn } from '../macros.ts';
import { labelRead, readQuery, variableExpression } from '../read-query.ts';
import { selectorsIn } from '../selectors.ts';
import { isPortable, sourceKinds } from '../sources.ts';
import { once } from './once.ts';

/** The checks of variables; those that begin with `template` are named as those of dashboard-linter. */
export const VARIABLE_CHECKS: readonly Check[] = [
  {
    name: 'variable-unknown',
    severity: 'warning',
    prevents: 'a query with a variable that the dashboard does not have, which is sent as it is written',
    fix: 'add the variable to templating.list, or correct its name',
    dashboard: (dashboard) => {
      const found = uses(dashboard).flatMap((use) => unknownIn(use, dashboard.names));
      return [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, faults]) =>
        once(faults.map(({ path, at }) => ({ path, at, message: `the variable ${name} is not defined` }))),
      );
    },
  },
  {
    name: 'template-datasource',
    severity: 'info',
    prevents: 'a dashboard without data in an installation that calls its data source something else',
    fix: 'add a variable of type datasource with the query prometheus, and use it in the panels',
    dashboard: ({ targets, variables, path }) =>
      targets.some(({ fields, panel }) => !isPortable(fields.datasource ?? panel.fields.datasource)) &&
      !variables.some(({ fields }) => fields.type === 'datasource')
        ? [
            {
              path: [...path, 'templating'],
              isKey: true,
              message: 'the data source is fixed, and no variable chooses it',
            },
          ]
        : [],
  },
  templateCheck('job'),
  templateCheck('instance'),
  {
    name: 'template-label-promql',
    severity: 'critical',
    prevents: 'a variable without values, and panels without data, because Prometheus cannot read its query',
    fix: 'use label_values(metric, label), query_result(query) or a selector',
    dashboard: (dashboard) =>
      queryVariables(dashboard).flatMap(({ path, text }): Fault[] => {
        const inner = variableExpression(text);
        const query = inner && readQuery(inner.text, dashboard.budget);
        return inner && query && 'fault' in query
          ? [{ path, at: inner.at + query.fault.at, message: query.fault.message }]
          : [];
      }),
  },
];

/** How many queries of one value are too many for a coincidence. */
const SEVERAL = 3;

/** The check that job, or instance, can be chosen: the variable has the values of the label, and is there where one value is in every query. */
function templateCheck(label: 'job' | 'instance'): Check {
  return {
    name: `template-${label}`,
    severity: 'info',
    prevents: `a dashboard that shows one ${label} only, or that offers other names than those of ${label}s`,
    fix: `fill the variable ${label} with label_values(metric, ${label}), and compare with =~"$${label}"`,
    dashboard: (dashboard) => {
      const variable = queryVariables(dashboard).find(({ name }) => name === label);
      const read = variable && labelRead(variable.text);
      if (variable && read !== undefined && read !== label)
        return [
          { path: variable.path, message: `the variable ${label} has the values of the label ${read}` },
        ];
      const value = dashboard.names.has(label) ? undefined : onlyValue(dashboard, label);
      return value === undefined
        ? []
        : [
            {
              path: [...dashboard.path, 'templating'],
              isKey: true,
              message: `every query selects ${label}=${JSON.stringify(value)}, and no variable chooses it`,
            },
          ];
    },
  };
}

/** The value of a label that every one of several queries requires. */
function onlyValue({ targets }: Dashboard, label: string): string | undefined {
  const values = new Set<string | undefined>();
  for (const { query } of targets) {
    if (!query || 'fault' in query) return undefined;
    const { text, hasMacro } = query.expanded;
    for (const { matchers } of selectorsIn(text)) {
      const matcher = matchers.find((one) => one.label === label);
      if (matcher?.operator !== '=' || hasMacro(matcher.from, matcher.to)) return undefined;
      values.add(matcher.value);
    }
  }
  const [value] = values;
  return targets.length >= SEVERAL && values.size === 1 ? value : undefined;
}

interface QueryVariable {
  name: unknown;
  path: string[];
  text: string;
}

/** The queries of variables that Prometheus answers, as far as is known. */
function queryVariables({ root, variables }: Dashboard): QueryVariable[] {
  const kinds = sourceKinds(root, variables);
  return variables.flatMap((variable) => {
    const { fields } = variable;
    const found = fields.type === 'query' ? queryOf(variable) : undefined;
    const kind = kinds(fields.datasource);
    const isQuery = found && (kind === 'prometheus' || (kind === 'unknown' && CALL.test(found.text)));
    return isQuery ? [{ name: fields.name, ...found }] : [];
  });
}

/** What only Prometheus' variables begin with. */
const CALL = /^\s*(?:label_values|query_result)\s*\(/;

/** A query is a text, or since Grafana 8 a text in an object. */
function queryOf({ fields, path }: Placed): Omit<QueryVariable, 'name'> | undefined {
  if (isText(fields.query)) return { path: [...path, 'query'], text: fields.query };
  const inner = fieldsOf(fields.query)?.query;
  return isText(inner) ? { path: [...path, 'query', 'query'], text: inner } : undefined;
}

interface Use {
  path: string[];
  text: string;
}

/** The texts in which a variable of the dashboard is meant. */
function uses(dashboard: Dashboard): Use[] {
  const { panels, targets } = dashboard;
  const sources = panels.flatMap(({ fields: { datasource }, path }): Use[] => {
    const uid = fieldsOf(datasource)?.uid;
    if (isText(datasource)) return [{ path: [...path, 'datasource'], text: datasource }];
    return isText(uid) ? [{ path: [...path, 'datasource', 'uid'], text: uid }] : [];
  });
  return [
    ...sources,
    ...targets.map(({ path, expr }) => ({ path: [...path, 'expr'], text: expr })),
    ...queryVariables(dashboard),
  ];
}

/** The variables in a text that the dashboard does not have, each once. */
function unknownIn(
  { path, text }: Use,
  names: ReadonlySet<string>,
): { name: string; path: string[]; at: number }[] {
  // label_replace has groups with names.
  const seen = new Set(Array.from(text.matchAll(/\(\?P<(\w+)>/g), ([, name]) => name));
  return [...macrosIn(text)].flatMap(({ name, start: at }) => {
    // What an export makes of a data source is an input.
    if (names.has(name) || seen.has(name) || isBuiltIn(name) || /^(?:DS|VAR)_/.test(name)) return [];
    seen.add(name);
    return [{ name, path, at }];
  });
}
