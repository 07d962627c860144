import { fieldsOf, textOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';
import { listed } from '../../words/text.ts';
import { freeName, reference, variablesIn, withVariable } from '../write/datasource-variable.ts';
import type { Cleaned } from './cleaned.ts';
import { mapTexts } from './map-texts.ts';

type Fields = Record<string, unknown>;

/**
 * Resolves what a dashboard that was exported to be shared asks for when it is imported (`__inputs`): a file is not imported, so
 * `${DS_PROMETHEUS}` would stay as it is. Each data source becomes a variable, each constant its value.
 */
export function withoutInputs(given: Fields): Cleaned {
  const names = new Map<string, string>();
  const changes: string[] = [];
  let dashboard = given;
  const inputs = itemsOf(given.__inputs);
  const sources = inputs.filter(({ type, pluginId }) => type === 'datasource' && pluginId !== EXPRESSION);
  for (const { name, type, pluginId, value } of inputs) {
    const input = textOf(name);
    if (type === 'constant' && typeof value === 'string') {
      names.set(input, value);
      changes.push(`Replaced the input ${input} by its value ${JSON.stringify(value)}.`);
    } else if (type === 'datasource' && pluginId === EXPRESSION) names.set(input, EXPRESSION);
    else if (type === 'datasource' && typeof pluginId === 'string') {
      const variable = freeName(dashboard, sources.length === 1 ? 'datasource' : input.toLowerCase());
      dashboard = withVariable(dashboard, { name: variable, type: pluginId });
      names.set(input, reference(variable));
      changes.push(`Replaced the input ${input} by the variable ${variable} (${pluginId}).`);
    }
  }
  if (names.size > 0)
    dashboard = fieldsOf(
      mapTexts(dashboard, (text) =>
        text.replaceAll(REFERENCE, (all, name: string) => names.get(name) ?? all),
      ),
    ) as Fields;
  return { dashboard, changes, doubts: leftIn(dashboard) };
}

/** The data source of expressions, which every UI has. */
const EXPRESSION = '__expr__';

const REFERENCE = /\$\{(\w+)\}/g;

/** References to data sources that neither an input nor a variable explains. */
function leftIn(dashboard: Fields): string[] {
  const known = new Set(variablesIn(dashboard).map(({ name }) => textOf(name)));
  const left = new Set<string>();
  mapTexts({ ...dashboard, __inputs: undefined }, (text) => {
    for (const [all, name = ''] of text.matchAll(REFERENCE))
      if (/^(?:DS|VAR)_/.test(name) && !known.has(name)) left.add(all);
    return text;
  });
  return left.size === 0
    ? []
    : [
        `the dashboard refers to ${listed([...left])}, which nothing in it explains: replace it by a variable or a value`,
      ];
}
