import { isText, placed } from '../../../lint/placed.ts';
import { fieldsOf } from '../../../objects/fields.ts';
import { NOT_LOADED } from '../../export/classic.ts';
import type { Check, Dashboard } from '../check.ts';
import { macrosIn } from '../macros.ts';

const CONVERT = 'convert the exported JSON with "kubectl monitoring dashboards new NAME --file FILE.json"';
const CONSTANT = `${CONVERT}, or replace the input by its value and remove __inputs`;

/** The checks of how a file has its dashboard: what the UI reads from files, and what only its import dialog reads. */
export const FORM_CHECKS: readonly Check[] = [
  {
    name: 'wrapped',
    severity: 'critical',
    prevents: 'a dashboard that is not loaded, because it is an answer of the API',
    fix: 'keep only what is in the field dashboard',
    dashboard: ({ form, path }) =>
      form === 'wrapped'
        ? [{ path, isKey: true, message: 'the dashboard is wrapped in the field dashboard' }]
        : [],
  },
  {
    name: 'schema-v2',
    severity: 'critical',
    prevents: 'a dashboard that is not loaded, because it is in the v2 schema without its resource',
    fix: 'export it again: Export, Export as code, model Classic',
    dashboard: ({ form, path }) =>
      form === 'v2' && path.length === 0
        ? [
            {
              path: ['elements'],
              isKey: true,
              message:
                'it is in the v2 schema (elements and layout), which no Grafana reads from a file like this',
            },
          ]
        : [],
  },
  {
    name: 'resource',
    severity: 'warning',
    prevents: 'a dashboard that is not loaded, because it is a resource of the API of the dashboard UI',
    fix: 'export it again: Export, Export as code, model Classic',
    dashboard: ({ form, path }) =>
      form !== 'wrapped' && path[0] === 'spec'
        ? [
            {
              path: ['apiVersion'],
              message: `it is a resource of Grafana's API${form === 'v2' ? ' in the v2 schema' : ''}, ${NOT_LOADED}`,
            },
          ]
        : [],
  },
  {
    name: 'inputs',
    severity: 'critical',
    prevents: 'panels without data, because only the import dialog fills in inputs',
    fix: `${CONVERT}, or replace the input by a variable of type datasource and remove __inputs`,
    dashboard: (dashboard) => {
      const inputs = new Map(
        placed(fieldsOf(dashboard.root)?.__inputs, []).flatMap(({ fields: { name, type } }) =>
          isText(name) ? [[name, type]] : [],
        ),
      );
      for (const { path, text } of textsIn(dashboard)) {
        const input = inputOf(text, inputs, dashboard.names);
        if (input === undefined) continue;
        const message = `\${${input}} is an input, which is only asked for on import`;
        const isConstant = inputs.get(input) === 'constant';
        return [{ path, message, ...(isConstant && { fix: CONSTANT }) }];
      }
      return [];
    },
  },
];

/** An input in a text: a name of `__inputs`, or one that an export makes for a data source, unless it is a variable of the dashboard. */
function inputOf(
  text: string,
  inputs: ReadonlyMap<string, unknown>,
  names: ReadonlySet<string>,
): string | undefined {
  if (!text.includes('$')) return undefined;
  for (const { name } of macrosIn(text))
    if (!names.has(name) && (inputs.has(name) || /^DS_/.test(name))) return name;
  // Exports keep the characters of a name of a data source: ${DS_MY-SOURCE}.
  return /\$\{(DS_[^}]+)\}/
    .exec(text)?.[1]
    ?.split(':')
    .find((name) => !names.has(name) && /[^\w]/.test(name));
}

interface PlacedText {
  path: string[];
  text: string;
}

/** The texts in a dashboard, in their order. */
function textsIn({ fields, path }: Dashboard): PlacedText[] {
  const texts: PlacedText[] = [];
  const walk = (value: unknown, at: string[]): void => {
    if (typeof value === 'string') texts.push({ path: at, text: value });
    else if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) if (key !== '__inputs') walk(child, [...at, key]);
  };
  walk(fields, path);
  return texts;
}
