import { type Fields, isText, type Placed, placed } from '../../../lint/placed.ts';
import { fieldsOf } from '../../../objects/fields.ts';
import type { Check, Fault } from '../check.ts';
import { isPortable } from '../sources.ts';
import { once } from './once.ts';

const A_DESCRIPTION = 'a description of what is good and what is bad';

/** The checks of panels, named as those of dashboard-linter. Advice is given once for all panels of a dashboard. */
export const PANEL_CHECKS: readonly Check[] = [
  {
    name: 'panel-no-targets',
    severity: 'warning',
    prevents: 'a panel that stays empty',
    fix: 'add a query, or remove the panel',
    dashboard: ({ panels }) =>
      panels.flatMap(({ fields, path }) =>
        hasQueries(fields) && !fieldsOf(fields.libraryPanel) && placed(fields.targets, []).length === 0
          ? [{ path, message: `${panelName(fields)} has no queries` }]
          : [],
      ),
  },
  {
    name: 'panel-datasource',
    severity: 'info',
    prevents: 'panels without data in an installation that calls its data source something else',
    fix: 'use the variable of the data source, such as $datasource',
    dashboard: ({ panels, variables }) =>
      variables.some(({ fields }) => fields.type === 'datasource')
        ? lacking(
            panels.filter(({ fields }) => !isPortable(fields.datasource)),
            'does not use the variable of the data source',
          )
        : [],
  },
  {
    name: 'panel-title-description',
    severity: 'info',
    prevents: 'panels that only their author understands',
    fix: `add a title, and ${A_DESCRIPTION}`,
    dashboard: ({ panels }) => {
      const shown = panels.filter(({ fields }) => hasQueries(fields));
      return [
        ...lacking(
          shown.filter(({ fields }) => !isText(fields.title)),
          'has no title',
        ),
        ...lacking(
          shown.filter(({ fields }) => isText(fields.title) && !isText(fields.description)),
          'has no description',
        ).map((fault) => ({ ...fault, fix: `add ${A_DESCRIPTION}` })),
      ];
    },
  },
  {
    name: 'panel-units',
    severity: 'info',
    prevents: 'numbers that are misread, because their unit is not shown',
    fix: 'set fieldConfig.defaults.unit, such as bytes, s or percentunit; none if there is no unit',
    dashboard: ({ panels }) =>
      lacking(
        panels.filter(({ fields }) => hasQueries(fields) && !hasUnit(fields)),
        'has no unit',
      ),
  },
];

/** The panels with numbers from queries that dashboard-linter checks. */
const QUERYING = new Set(['stat', 'singlestat', 'graph', 'timeseries', 'gauge']);

const hasQueries = ({ type }: Fields): boolean => typeof type === 'string' && QUERYING.has(type);

/** How messages call a panel. */
export const panelName = ({ title, id, type }: Fields): string =>
  isText(title)
    ? `the panel ${JSON.stringify(title)}`
    : typeof id === 'number'
      ? `the panel with the id ${id}`
      : type === 'row'
        ? 'a row'
        : 'a panel';

const lacking = (panels: readonly Placed[], lack: string): Fault[] =>
  once(panels.map(({ fields, path }) => ({ path, message: `${panelName(fields)} ${lack}` })));

/** Whether a panel says what its numbers are: a unit, or texts for its values. */
function hasUnit({ fieldConfig, format, yaxes, options }: Fields): boolean {
  const { defaults, overrides } = fieldsOf(fieldConfig) ?? {};
  const { unit, mappings } = fieldsOf(defaults) ?? {};
  const isName = fieldsOf(options)?.textMode === 'name';
  return (
    isName ||
    isText(unit) ||
    isText(format) ||
    placed(mappings, []).length > 0 ||
    placed(yaxes, []).some(({ fields }) => isText(fields.format)) ||
    placed(overrides, []).some(({ fields }) =>
      placed(fields.properties, []).some((one) => one.fields.id === 'unit'),
    )
  );
}
