import type { Naming } from '../../objects/monitoring-names.ts';
import { CommandError } from '../../words/errors.ts';
import { type Container, containerOf, DASHBOARD_LABELS, LABEL_VALUE } from '../container.ts';
import { appliedSize } from '../lint/sizes.ts';
import { folderProblems } from '../standing/folders.ts';
import type { RunningSidecar } from '../standing/running.ts';
import { searches } from '../standing/search.ts';
import { storedContainer } from '../standing/stored.ts';
import { blockJson, containerYaml, fieldOf, LARGEST } from './container-yaml.ts';
import { FOLDER_ANNOTATION } from './folder.ts';
import { fileFor } from './names.ts';

/** A dashboard to write as a container. */
export interface Writing {
  kind: Container['kind'];
  name: string;
  namespace: string | undefined;
  /** The folder of the dashboard in the UI; undefined: the one that it gives to all. */
  folder: string | undefined;
  dashboard: Record<string, unknown>;
}

/** What the container has to fit. */
export interface Place {
  /** Whose label it gets; undefined: that of the sidecar, or else the platform's. */
  names: Naming | undefined;
  sidecar: RunningSidecar | undefined;
}

/** The most that all annotations of an object may have, in bytes. */
const LONGEST_ANNOTATIONS = 262_144;

/**
 * The container as YAML, and what the user should know about it: sentences.
 *
 * @throws {CommandError} if no ConfigMap or Secret can be that large.
 */
export function writtenContainer(
  writing: Writing,
  { names, sidecar }: Place,
): { yaml: string; warnings: string[] } {
  const { kind, name, namespace, folder, dashboard } = writing;
  const json = blockJson(dashboard);
  const size = Buffer.byteLength(json);
  if (size > LARGEST)
    throw new CommandError(
      'refusal',
      `error: the dashboard has ${size} bytes, and a ${kind} can have ${LARGEST}`,
      { hint: 'Split it into several dashboards.' },
    );
  const labels =
    names === undefined && sidecar
      ? { [sidecar.label]: sidecar.labelValue ?? LABEL_VALUE }
      : { [DASHBOARD_LABELS[names ?? 'platform']]: LABEL_VALUE };
  const annotation = sidecar?.folderAnnotation ?? FOLDER_ANNOTATION;
  const annotations = folder === undefined ? {} : { [annotation]: folder };
  const metadata = { name, namespace: namespace ?? sidecar?.workload.namespace, labels, annotations };
  const fields = { apiVersion: 'v1', kind, metadata, [fieldOf(kind)]: { [fileFor(name)]: json } };
  return {
    yaml: containerYaml({ kind, name, namespace, labels, annotations, file: fileFor(name), json }),
    warnings: [
      ...(sidecar ? missedBy(sidecar, fields) : []),
      ...(folder !== undefined && !sidecar?.providers?.length
        ? [
            `the folder is ignored unless the values of the dashboard UI have sidecar.dashboards.folderAnnotation: ${annotation} and sidecar.dashboards.provider.foldersFromFilesStructure: true`,
          ]
        : []),
      ...(appliedSize({ fields }) > LONGEST_ANNOTATIONS
        ? [
            `the ${kind} is too large for kubectl apply: use "kubectl monitoring dashboards apply", or kubectl apply --server-side`,
          ]
        : []),
    ],
  };
}

/** Why a sidecar does not find a container, or ignores its folder: sentences. */
function missedBy(sidecar: RunningSidecar, fields: Record<string, unknown>): string[] {
  const container = containerOf(fields);
  if (!container) return [];
  const stored = storedContainer(container, undefined);
  return [...searches(sidecar, stored).problems, ...folderProblems(sidecar, stored)].map(
    ({ evidence, fix }) => `${evidence}. ${fix.replace(/\.$/, '')}`,
  );
}
