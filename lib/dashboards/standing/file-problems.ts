import { isBefore, parseVersion } from '../../versions/version.ts';
import type { Problem } from './problem.ts';
import { resourceOf } from './search.ts';
import { isRead, type StoredContainer, type StoredFile } from './stored.ts';

/**
 * What keeps the UI from reading the files of a container, whatever finds it.
 *
 * @param uiVersion the version of the UI that reads them; null if unknown.
 */
export function fileProblems(container: StoredContainer, uiVersion: string | null): Problem[] {
  const { kind, files } = container;
  if (files.length === 0)
    return [
      {
        reason: 'no-dashboard',
        evidence: `the ${kind} has no key that ends in .json`,
        fix: 'Add the dashboard under a key such as NAME.json.',
        next: editing(container),
      },
    ];
  return files.flatMap((file) => {
    const found = problemOf(file, { container, uiVersion });
    return found ? [{ ...found, file: file.key }] : [];
  });
}

/** The most characters of a uid. */
const LONGEST_UID = 40;

interface Of {
  container: StoredContainer;
  uiVersion: string | null;
}

function problemOf(
  { key, content, form, title, uid }: StoredFile,
  { container, uiVersion }: Of,
): Problem | undefined {
  const lint = linting(container);
  if (content === 'remote') return undefined;
  if (content === 'not-text')
    return {
      reason: 'not-text',
      evidence: `${key} is not text in UTF-8`,
      fix: 'Replace it by JSON in UTF-8.',
      next: editing(container),
    };
  if (content === 'invalid-json')
    return {
      reason: 'invalid-json',
      evidence: `${key} is not valid JSON, so the UI does not load it`,
      fix: 'Correct it where the lint shows the error.',
      next: lint,
    };
  if (content === 'other')
    return {
      reason: 'no-dashboard',
      evidence: `${key} is JSON without a dashboard`,
      fix: 'Replace it by the JSON of a dashboard.',
      next: lint,
    };
  if (!isRead(key))
    return {
      reason: 'key-not-json',
      evidence: `${key} has a dashboard, and the UI reads only files that end in .json`,
      fix: `Rename the key to ${key.replace(/\.[^.]*$/, '')}.json.`,
      next: editing(container),
    };
  if (form === 'wrapped')
    return {
      reason: 'wrapped',
      evidence: `${key} has the answer of the API of the UI: the dashboard is in its field "dashboard"`,
      fix: 'Keep only what is in that field.',
      next: lint,
    };
  if (form === 'v2')
    return {
      reason: 'v2-schema',
      evidence: `${key} has the v2 schema, which the UI ${uiVersion === null ? '' : `${uiVersion} `}may refuse in files`,
      fix: 'Export the dashboard with the model "Classic".',
      next: lint,
    };
  if (form === 'resource' && isOlder(uiVersion))
    return {
      reason: 'wrapped',
      evidence: `${key} has a resource with apiVersion, kind and spec, which the UI ${uiVersion} does not read`,
      fix: 'Keep only what is in its field "spec", or upgrade the UI to 13.0 or later.',
      next: lint,
    };
  if (title === undefined)
    return {
      reason: 'no-title',
      evidence: `the dashboard in ${key} has no title, so the UI refuses it`,
      fix: 'Add a title.',
      next: editing(container),
    };
  if (uid !== undefined && (uid.length > LONGEST_UID || !/^[\w-]+$/.test(uid)))
    return {
      reason: 'invalid-uid',
      evidence: `the uid of ${key} is ${uid.length > LONGEST_UID ? `longer than ${LONGEST_UID} characters` : `"${uid}"`}, so the UI refuses it`,
      fix: `Set a uid of at most ${LONGEST_UID} letters, digits, "-" and "_".`,
      next: editing(container),
    };
  return undefined;
}

const isOlder = (uiVersion: string | null): boolean => {
  const version = uiVersion === null ? undefined : parseVersion(uiVersion);
  return version !== undefined && isBefore(version, [13, 0]);
};

/** The command that opens a container in an editor. */
export const editing = ({
  kind,
  name,
  namespace,
}: Pick<StoredContainer, 'kind' | 'name' | 'namespace'>): NonNullable<Problem['next']> => ({
  words: ['kubectl', 'edit', resourceOf({ kind }), name],
  namespace,
});

/** The command that shows what is wrong in the files of a container. */
const linting = ({ kind, name, namespace }: StoredContainer): NonNullable<Problem['next']> => ({
  words: ['kubectl', 'get', resourceOf({ kind }), name, '-o', 'yaml'],
  namespace,
  into: ['kubectl', 'monitoring', 'dashboards', 'lint', '-'],
});
