import { folded } from '../../../../lib/cli/folded.ts';
import { type Screen, verdictCell } from '../../../../lib/cli/style.ts';
import { wrapped } from '../../../../lib/cli/wrap.ts';
import { byFile } from '../../../../lib/dashboards/standing/by-file.ts';
import type { Problem } from '../../../../lib/dashboards/standing/problem.ts';
import type { Standing, View } from '../../../../lib/dashboards/standing/standing.ts';
import type { StoredFile } from '../../../../lib/dashboards/standing/stored.ts';
import type { ClusterValues } from '../../../../lib/words/shell.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { itemOf } from '../../../shared/render.ts';
import { nextText } from '../../shared/next-command.ts';

/** How a container stands, for people. */
export function textOf(
  standing: Standing,
  { screen, values }: { screen: Screen; values: ClusterValues },
): string {
  const { container, verdict, views, problems } = standing;
  const { columns = Number.POSITIVE_INFINITY, paint } = screen;
  const bold = (text: string): string => paint('bold', oneLine(text));
  const line = (text: string): string => wrapped('  ', oneLine(text), { columns });
  const { style, text } = verdictCell(verdict, screen);
  const lines = [
    `${bold(`${container.namespace}/${container.name} (${container.kind})`)}: ${paint(style, text)}`,
    ...byFile(standing).flatMap(({ file, folder }) => (file ? [line(fileText(file, folder))] : [])),
  ];
  for (const problem of problems) {
    const { reason, file, isNote, evidence, fix } = problem;
    const next = nextText(problem, values);
    lines.push(
      '',
      `${bold(reason)}${isNote ? ' (only a note)' : ''}${file === undefined ? '' : `: ${oneLine(file)}`}`,
      line(`${evidence}.`),
      line(fix),
      ...(next ? [`  ${paint('cyan', oneLine(next))}`] : []),
    );
  }
  for (const view of views)
    lines.push(
      '',
      `${bold(sidecarName(view))}: ${stateOf(view)}`,
      ...view.unread.map((what) => line(`Could not be read: ${what}`)),
    );
  return folded(`${lines.join('\n')}\n`, { columns });
}

function fileText({ key, title, uid }: StoredFile, folder: string | undefined): string {
  const known = [
    ...(title === undefined ? [] : [`"${title}"`]),
    ...(uid === undefined ? [] : [`uid ${uid}`]),
    ...(folder ? [`folder ${folder}`] : []),
  ];
  return known.length === 0 ? key : `${key}: ${known.join(', ')}`;
}

const sidecarName = ({ sidecar: { workload } }: View): string =>
  `Sidecar of ${workload.kind} ${workload.namespace}/${workload.name}`;

function stateOf({ isFound, verdict, sidecar: { pods = [] }, written }: View): string {
  if (!isFound) return verdict === 'unknown' ? 'unknown' : 'does not find it';
  return written ? `finds it, and its log shows it written in ${written} of ${pods.length} pods` : 'finds it';
}

/** The same as data. */
export function dataOf(standing: Standing, values: ClusterValues) {
  const { container, reason = null, problems, views } = standing;
  return {
    metadata: { name: container.name, namespace: container.namespace },
    containerKind: container.kind,
    reason,
    reasons: problems.map((problem) => reasonData(problem, values)),
    files: byFile(standing).flatMap(({ file, folder, verdict }) =>
      file
        ? [
            {
              name: file.key,
              verdict,
              title: file.title ?? null,
              uid: file.uid ?? null,
              folder: folder ?? null,
            },
          ]
        : [],
    ),
    items: views.map(viewData),
  };
}

const reasonData = (problem: Problem, values: ClusterValues) => ({
  reason: problem.reason,
  note: problem.isNote ?? false,
  file: problem.file ?? null,
  message: problem.evidence,
  hint: problem.fix,
  next: nextText(problem, values) ?? null,
});

const viewData = ({ sidecar, isFound, verdict, unread, written }: View) => ({
  ...itemOf({ name: sidecar.workload.name, namespace: sidecar.workload.namespace, verdict }),
  workloadKind: sidecar.workload.kind,
  container: sidecar.container,
  found: isFound,
  pods: sidecar.pods?.map(({ name, isReady }) => ({ name, ready: isReady })) ?? null,
  written: written ?? null,
  unread,
});
