import { FOLDER_ANNOTATION } from '../../dashboards/write/folder.ts';
import { yamlText } from '../../input/yaml-text.ts';
import { asChartTemplate } from '../../words/chart-template.ts';
import { order } from '../../words/text.ts';
import type { ObjectNaming } from './object-naming.ts';
import type { SourceObject } from './source-objects.ts';

/** The templates of a source's objects, by their paths from the chart: one for each object, escaped for Helm. */
export async function syncedFiles(
  objects: readonly SourceObject[],
  naming: ObjectNaming,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const object of objects.toSorted((one, other) => order(pathOf(one), pathOf(other))))
    files[pathOf(object)] = asChartTemplate(await yamlText(manifestOf(object, naming), { isOlder: true }));
  return files;
}

/** The path of an object's template, from the chart. */
export const pathOf = ({ type, name }: SourceObject): string =>
  `templates/${type === 'rules' ? 'alerts' : 'dashboards'}/${name}.yaml`;

/**
 * The object as the repository has it. Of its metadata, only the name is kept, and the folder of dashboards. A namespace such as `monitoring` is where the
 * source's own project is installed; here the objects go to the namespace of the release. Its labels say how that project selects
 * rules, and of which version it is.
 */
const manifestOf = ({ type, name, content, folder }: SourceObject, naming: ObjectNaming): object =>
  type === 'rules'
    ? {
        apiVersion: naming.apiVersion,
        kind: naming.kind,
        metadata: { name, labels: naming.labels },
        spec: content,
      }
    : {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          ...{ name, labels: naming.dashboardLabels },
          ...(folder !== undefined && { annotations: { [FOLDER_ANNOTATION]: folder } }),
        },
        data: content,
      };
