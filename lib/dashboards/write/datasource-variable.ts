import { fieldsOf, textOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';

type Fields = Record<string, unknown>;

/** The variables of a dashboard. */
export const variablesIn = ({ templating }: Fields): Fields[] => itemsOf(fieldsOf(templating)?.list);

/** A name for a variable of data sources that no variable has. */
export function freeName(dashboard: Fields, wanted: string): string {
  const taken = new Set(variablesIn(dashboard).map(({ name }) => textOf(name)));
  const names = [wanted, ...Array.from(taken, (_, index) => `${wanted}_${index + 2}`)];
  return names.find((name) => !taken.has(name)) ?? wanted;
}

/** A variable of the data sources of a type, which the user of a dashboard chooses from: the dashboard then works in another cluster. */
export const sourceVariable = ({ name, type }: { name: string; type: string }): Fields => ({
  name,
  label: name === 'datasource' ? 'Data source' : `Data source (${type})`,
  type: 'datasource',
  query: type,
  refresh: 1,
  hide: 0,
  includeAll: false,
  multi: false,
  current: {},
  options: [],
});

/** The dashboard with such a variable before its others. */
export function withVariable(dashboard: Fields, variable: Parameters<typeof sourceVariable>[0]): Fields {
  const { list, ...templating } = fieldsOf(dashboard.templating) ?? {};
  const others = Array.isArray(list) ? list : [];
  return { ...dashboard, templating: { ...templating, list: [sourceVariable(variable), ...others] } };
}

/** A reference to a variable, as a data source has it. */
export const reference = (name: string): string => `\${${name}}`;
