import { jsonIn, parseJson } from '../../input/json.ts';
import { isText } from '../../lint/placed.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';
import { classicIn } from './classic.ts';

/** A dashboard as a search of the UI finds it. */
export interface Hit {
  uid: string;
  title: string;
  /** The title of its folder; undefined: it is in none. */
  folder: string | undefined;
}

/** A dashboard as the UI has it. */
export interface UiDashboard extends Hit {
  /** Whether it comes from a file: then the UI reads it again, and it is not lost. */
  isProvisioned: boolean;
  /** Its definition, classic. */
  fields: Record<string, unknown>;
  /** Whether the UI keeps it in the v2 schema, and converted it. */
  isConverted: boolean;
}

/** How many dashboards a page of a search has. */
const PAGE = 1000;

/** The path of a page of the dashboards whose titles contain a text; of all if it is empty. */
export const searchPath = (page: number, query = ''): string =>
  `/api/search?type=dash-db&limit=${PAGE}&page=${page}${query === '' ? '' : `&query=${encodeURIComponent(query.toWellFormed())}`}`;

/** The path of a search for one dashboard. */
export const hitPath = (uid: string): string =>
  `/api/search?type=dash-db&dashboardUIDs=${encodeURIComponent(uid)}`;

/** The path of a dashboard. */
export const dashboardPath = (uid: string): string => `/api/dashboards/uid/${encodeURIComponent(uid)}`;

/** The paths of a dashboard in the classic schema, converted if the UI has it in another one: newer versions first. */
export const classicPaths = ({ uid, namespace }: { uid: string; namespace: string }): string[] =>
  ['v1', 'v1beta1'].map(
    (version) =>
      `/apis/dashboard.grafana.app/${version}/namespaces/${namespace}/dashboards/${encodeURIComponent(uid)}`,
  );

/** The namespace of an organization in the UI's newer API, as a refusal of its older one (406) names it; else that of the first one. */
export const namespaceIn = (body: string): string =>
  /\/namespaces\/((?:default|(?:org|stacks)-\d{1,18}))\/dashboards\//.exec(messageIn(body))?.[1] ?? 'default';

/** Reads a search. @throws {SyntaxError} if it is something else. */
export function readHits(body: string): Hit[] {
  const value = parseJson(body);
  if (!Array.isArray(value)) throw new SyntaxError('no list');
  return itemsOf(value).flatMap(({ uid, title, type, folderTitle }) =>
    isText(uid) && (type === undefined || type === 'dash-db')
      ? [{ uid, title: isText(title) ? title : uid, folder: isText(folderTitle) ? folderTitle : undefined }]
      : [],
  );
}

/** Reads a dashboard; undefined if it is not in the classic schema. @throws {SyntaxError} if the answer has none. */
export function readDashboard(body: string): UiDashboard | undefined {
  const value = fieldsOf(parseJson(body));
  const dashboard = fieldsOf(value?.dashboard);
  if (!dashboard) throw new SyntaxError('no dashboard');
  const found = classicIn(dashboard);
  if (!('fields' in found)) return undefined;
  const { folderTitle, folderUid, folderId, provisioned, provisionedExternalId } =
    fieldsOf(value?.meta) ?? {};
  // A dashboard in no folder is said to be in General, which has no id.
  const isInFolder = isText(folderUid) || (typeof folderId === 'number' && folderId > 0);
  return {
    ...namesOf(found.fields),
    folder: isInFolder && isText(folderTitle) ? folderTitle : undefined,
    isProvisioned: provisioned === true || isText(provisionedExternalId),
    fields: found.fields,
    isConverted: false,
  };
}

/** Reads a dashboard of the newer API; undefined if the UI could not convert it. @throws {SyntaxError} if the answer has none. */
export function readConverted(body: string): Omit<UiDashboard, 'folder'> | undefined {
  const value = fieldsOf(parseJson(body));
  if (!fieldsOf(value?.spec)) throw new SyntaxError('no dashboard');
  const found = classicIn(value);
  const { failed, storedVersion } = fieldsOf(fieldsOf(value?.status)?.conversion) ?? {};
  if (failed === true || !('fields' in found)) return undefined;
  const annotations = fieldsOf(fieldsOf(value?.metadata)?.annotations) ?? {};
  return {
    ...namesOf(found.fields),
    isProvisioned: isText(annotations['grafana.app/managedBy']),
    fields: found.fields,
    isConverted: textOf(storedVersion ?? '').startsWith('v2'),
  };
}

/** What an error of the UI says; empty if it says nothing. */
export function messageIn(body: string): string {
  const { message } = fieldsOf(jsonIn(body)) ?? {};
  return isText(message) ? message : '';
}

const namesOf = ({ uid, title }: Record<string, unknown>): Pick<UiDashboard, 'uid' | 'title'> => ({
  uid: isText(uid) ? uid : '',
  title: isText(title) ? title : textOf(uid ?? ''),
});
