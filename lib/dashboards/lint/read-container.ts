import { posix } from 'node:path';
import { isText } from '../../lint/placed.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { type Container, containerOf, DASHBOARD_LABELS } from '../container.ts';
import { FOLDER_ANNOTATION } from '../write/folder.ts';
import type { GivenContainer } from './check.ts';

/** A container of dashboards; undefined for another object, and for a ConfigMap or Secret without a dashboard. */
export function givenContainer(
  value: unknown,
  isDashboard: (text: string) => boolean,
): GivenContainer | undefined {
  const container = containerOf(value);
  if (!container) return undefined;
  const { kind, namespace, name, labels, files, annotations } = container;
  const isLabeled = Object.values(DASHBOARD_LABELS).some((label) => Object.hasOwn(labels, label));
  const dashboards = new Set(
    files.flatMap(({ key, text }) =>
      isCandidate(key, isLabeled) && text !== undefined && isDashboard(text) ? [key] : [],
    ),
  );
  if (dashboards.size === 0 && (!isLabeled || files.length === 0)) return undefined;
  return {
    ...container,
    ...{ isLabeled, dashboards, fields: fieldsOf(value) ?? {}, folder: folderIn(annotations) },
    object: JSON.stringify([kind, namespace, name]),
    repeated: [],
  };
}

/** Without a label, only what the sidecar would load is looked into: any other ConfigMap may have JSON as well. */
const isCandidate = (key: string, isLabeled: boolean): boolean => isLabeled || key.endsWith('.json');

/** The annotation that names a folder, and the one of the sidecar itself, however the path is written. */
function folderIn(annotations: Container['annotations']): string {
  const folder = annotations[FOLDER_ANNOTATION] ?? annotations['k8s-sidecar-target-directory'];
  return isText(folder) ? posix.normalize(folder).replace(/^\.?\/?$|\/$/, '') : '';
}
