import { isTooDeep, jsonIn, TOO_DEEP } from '../../input/json.ts';
import { jsonErrorIn } from '../../input/json-error.ts';
import { type JsonPlaces, jsonPlaces } from '../../input/json-places.ts';
import { isText, placed } from '../../lint/placed.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { type Definition, definitionOf, panelsOf, targetsOf, variablesOf } from '../definition.ts';
import type { Dashboard, GivenContainer, GivenText, Owner } from './check.ts';
import { newBudget, type Query, readQuery } from './read-query.ts';
import { isPromql, sourceKinds } from './sources.ts';

/** A JSON text, and where its parts are; undefined if it is no dashboard. */
export interface ReadText {
  given: GivenText;
  places: JsonPlaces | undefined;
  /** Characters before the JSON that the places count from. */
  shift: number;
}

/** What a JSON text is, before it is looked at. */
interface Source {
  name: string;
  container: GivenContainer | undefined;
  /** The folder that it is in, unless a container says it. */
  folder?: string;
  /** Whether nothing of its text may be shown. */
  isHidden: boolean;
  /** The queries that were read already: the same few are in many panels. */
  known: Map<string, Query | undefined>;
}

const MARK = '\ufeff';

/** Reads the JSON text of a dashboard. */
export function readText(text: string, { name, container, folder = '', isHidden, known }: Source): ReadText {
  const shift = text.startsWith(MARK) ? 1 : 0;
  const json = text.slice(shift);
  const parsed = rootOf(json, isHidden);
  const given: GivenText = { name, container, text };
  if ('invalid' in parsed) return { given: { ...given, ...parsed }, places: undefined, shift };
  if (shift > 0) given.invalid = { message: 'it begins with a byte order mark', at: 0 };
  const { root } = parsed;
  const definition = definitionOf(root) ?? (container?.isLabeled ? plainOf(root) : undefined);
  if (!definition) return { given, places: undefined, shift };
  const places = jsonPlaces(json);
  const owner = {
    object: container?.object,
    file: name,
    ...(!container && { title: textOf(definition.fields.title) }),
  };
  const parts = { root, owner, folder: container?.folder ?? folder, places, known };
  return { given: { ...given, dashboard: dashboardOf(definition, parts) }, places, shift };
}

/** Whether a text that is not JSON was meant as a dashboard. */
export const looksLikeDashboard = (text: string): boolean =>
  (/"panels"\s*:/.test(text) && /"(?:title|schemaVersion|templating)"\s*:/.test(text)) ||
  (/"(?:rows|elements)"\s*:/.test(text) && /"(?:schemaVersion|templating|layout)"\s*:/.test(text));

/** The dashboard in a file that is not in a container: other JSON has rows and panels as well. */
export function plainDashboard(value: unknown): Definition | undefined {
  const definition = definitionOf(value);
  if (definition?.form !== 'classic') return definition;
  const { schemaVersion, templating, title, panels, rows } = definition.fields;
  const hasPanels = placed(panels, []).some(({ fields }) => isText(fields.type));
  const hasRows = placed(rows, []).some(({ fields }) => Array.isArray(fields.panels));
  const isEmpty = Array.isArray(panels) && panels.length === 0 && isText(title);
  return typeof schemaVersion === 'number' || fieldsOf(templating) || hasPanels || hasRows || isEmpty
    ? definition
    : undefined;
}

/** Whether a text is a dashboard, or was meant as one. */
export function holdsDashboard(text: string): boolean {
  const json = text.startsWith(MARK) ? text.slice(1) : text;
  if (!/^\s*\{/.test(json)) return false;
  const value = jsonIn(json);
  return value === undefined ? looksLikeDashboard(json) : plainDashboard(value) !== undefined;
}

/** The value of JSON, or what is wrong with it; of a Secret, without what is there. */
function rootOf(json: string, isSecret: boolean): { root: unknown } | Required<Pick<GivenText, 'invalid'>> {
  if (isTooDeep(json)) return { invalid: { message: `it is ${TOO_DEEP}`, at: 0 } };
  try {
    return { root: JSON.parse(json) };
  } catch {
    const { line = 1, column = 1, offset = 0, message = '' } = jsonErrorIn(json) ?? {};
    const found = isSecret ? `at line ${line}, column ${column}` : message;
    return { invalid: { message: `it is not valid JSON: ${found}`, at: offset } };
  }
}

/** A dashboard that has a title only: the UI loads it. */
function plainOf(root: unknown): Definition | undefined {
  const fields = fieldsOf(root);
  return fields && isText(fields.title) ? { form: 'classic', fields, path: [] } : undefined;
}

interface Parts {
  root: unknown;
  owner: Owner;
  folder: string;
  places: JsonPlaces;
  known: Map<string, Query | undefined>;
}

function dashboardOf(definition: Definition, { root, owner, folder, places, known }: Parts): Dashboard {
  const panels = panelsOf(definition);
  const variables = variablesOf(definition);
  const kinds = sourceKinds(root, variables);
  const budget = newBudget();
  const read = (expr: string): Query | undefined => {
    if (!known.has(expr)) known.set(expr, readQuery(expr, budget));
    return known.get(expr);
  };
  return {
    ...definition,
    ...{ root, owner, folder, panels, variables, budget, repeated: places.repeated },
    names: new Set(variables.map(({ fields }) => fields.name).filter(isText)),
    targets: panels.flatMap((panel) =>
      targetsOf(panel)
        .filter((target) => isPromql(target, panel, kinds))
        .map((target) => {
          const expr = textOf(target.fields.expr);
          return { ...target, panel, expr, query: read(expr) };
        }),
    ),
  };
}
