import { isText } from '../../../lint/placed.ts';
import type { Check } from '../check.ts';
import { uidOf } from '../sources.ts';

/** Of a uid, in characters. */
const LONGEST_UID = 40;

/** The last version of the classic schema. */
const NEWEST = 42;

/** The checks of the fields of a dashboard itself (§2.3). */
export const DEFINITION_CHECKS: readonly Check[] = [
  {
    name: 'title',
    severity: 'critical',
    prevents: 'a dashboard that is not loaded, because it has no title',
    fix: 'set title to a text',
    dashboard: ({ fields: { title }, path }) =>
      isText(title)
        ? []
        : [
            {
              path: [...path, 'title'],
              message: title === undefined ? 'it has no title' : 'the title is not a text',
            },
          ],
  },
  {
    name: 'uid',
    severity: 'warning',
    prevents: 'links to a dashboard that break, because it gets another uid in each installation',
    fix: 'set uid to a short text of your own, such as shop-overview',
    dashboard: (dashboard) => {
      const { uid, uidPath } = uidOf(dashboard, dashboard.root);
      return isMissing(uid) ? [{ path: uidPath, message: 'it has no uid' }] : [];
    },
  },
  {
    name: 'uid-valid',
    severity: 'critical',
    prevents: 'a dashboard that is not loaded, because its uid is not valid',
    fix: 'use up to 40 letters, digits, - and _',
    dashboard: (dashboard) => {
      const { uid, uidPath } = uidOf(dashboard, dashboard.root);
      if (isMissing(uid)) return [];
      if (typeof uid !== 'string') return [{ path: uidPath, message: 'the uid is not a text' }];
      if (uid.length > LONGEST_UID)
        return [
          { path: uidPath, message: `the uid has ${uid.length} characters; ${LONGEST_UID} are allowed` },
        ];
      const at = uid.search(/[^\w-]/);
      return at === -1
        ? []
        : [{ path: uidPath, at, message: `the uid has the character ${JSON.stringify(uid.charAt(at))}` }];
    },
  },
  {
    name: 'uid-twice',
    severity: 'critical',
    prevents:
      'dashboards that are not updated, because the UI stops writing those of a folder with a uid that is used twice',
    fix: 'give one of them another uid',
    dashboard: (dashboard) => {
      const { uid, uidPath } = uidOf(dashboard, dashboard.root);
      return isText(uid)
        ? [
            {
              path: uidPath,
              message: `the uid ${JSON.stringify(uid)} is used twice`,
              unique: { value: `uid ${uid}`, owner: dashboard.owner },
            },
          ]
        : [];
    },
  },
  {
    name: 'title-twice',
    severity: 'critical',
    prevents:
      'dashboards that are not updated, because the UI stops writing those of a folder with a title that is used twice',
    fix: 'give one of them another title',
    dashboard: ({ fields: { title }, path, owner, folder }) =>
      isText(title)
        ? [
            {
              path: [...path, 'title'],
              message: `the title ${JSON.stringify(title)} is used twice in one folder`,
              unique: { value: `title ${JSON.stringify([folder, title])}`, owner },
            },
          ]
        : [],
  },
  {
    name: 'fixed-id',
    severity: 'info',
    prevents: 'a dashboard that replaces another one when it is imported',
    fix: 'set id to null',
    dashboard: ({ fields: { id }, path, form }) =>
      form === 'v2' || id === undefined || id === null || id === 0
        ? []
        : [
            {
              path: [...path, 'id'],
              message: 'the id is not null: it is a number of the installation that it comes from',
            },
          ],
  },
  {
    name: 'schema-version',
    severity: 'info',
    prevents: 'a dashboard that is migrated as if it were very old, or that is newer than the UI',
    fix: `set schemaVersion to that of the UI that it was made with; the newest classic one is ${NEWEST}`,
    dashboard: ({ fields: { schemaVersion: version }, path, form }) => {
      if (form === 'v2') return [];
      const at = [...path, 'schemaVersion'];
      if (typeof version !== 'number') return [{ path: at, message: 'it has no schemaVersion' }];
      return version > NEWEST ? [{ path: at, message: `schemaVersion ${version} is not known` }] : [];
    },
  },
  {
    name: 'uneditable',
    severity: 'info',
    prevents: 'changes in the UI that are lost, because a dashboard from a file cannot be saved there',
    fix: 'set editable to false',
    dashboard: ({ fields: { editable }, path, form }) =>
      form !== 'v2' && editable === true
        ? [{ path: [...path, 'editable'], message: 'it can be edited in the UI' }]
        : [],
  },
];

/** The UI makes up a uid of its own then. */
const isMissing = (uid: unknown): boolean =>
  uid === undefined || uid === null || (typeof uid === 'string' && !isText(uid));
