import type { Handler } from '../../../../lib/cli/command.ts';
import type { Column } from '../../../../lib/cli/table.ts';
import { readDashboards } from '../../../../lib/cluster/dashboards/read-state.ts';
import { openSession } from '../../../../lib/cluster/session.ts';
import { byFile, type FileStanding } from '../../../../lib/dashboards/standing/by-file.ts';
import { resourceOf } from '../../../../lib/dashboards/standing/search.ts';
import type { Standing } from '../../../../lib/dashboards/standing/standing.ts';
import type { StoredContainer } from '../../../../lib/dashboards/standing/stored.ts';
import { ageText } from '../../../../lib/words/age.ts';
import { briefly, order } from '../../../../lib/words/text.ts';
import { bySeverity } from '../../../../lib/words/verdict.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { itemOf } from '../../../shared/render.ts';
import { type Look, showList } from '../../shared/show-list.ts';
import type { DashboardListValues } from './flags.ts';

/** `dashboards list`: the dashboards in containers, and whether the UI shows them. */
export const list: Handler<DashboardListValues> = async ({ values }, host) => {
  const { requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...values, requestTimeout }, host);
  try {
    const namespace = values.allNamespaces ? undefined : session.connection.namespace;
    const { standings, unread } = await readDashboards(session, namespace);
    const rows = standings.flatMap(rowsOf).toSorted(byPlace);
    const names = rows.map(({ container }) => nameOf(container));
    const listing = { kind: 'DashboardList', rows, columns: COLUMNS, itemFor, names, unread };
    return await showList(listing, values, { session, host });
  } finally {
    session.client.close();
  }
};

/** A file of a container, or a container without one. */
interface Row extends FileStanding {
  container: StoredContainer;
}

const rowsOf = (standing: Standing): Row[] =>
  byFile(standing).map((file) => ({ container: standing.container, ...file }));

/** The most severe first, then by name. */
const byPlace = (one: Row, other: Row): number =>
  bySeverity(one, other) ||
  order(one.container.namespace, other.container.namespace) ||
  order(nameOf(one.container), nameOf(other.container)) ||
  order(one.file?.key ?? '', other.file?.key ?? '');

/** As kubectl prints it: `configmap/shop`. */
const nameOf = (container: StoredContainer): string => `${resourceOf(container)}/${container.name}`;

const COLUMNS: readonly Column<Row, Look>[] = [
  { header: 'NAMESPACE', when: 'all', cell: ({ container }) => container.namespace },
  // A name is never cut: the other commands ask for it.
  { header: { text: 'NAME', least: Number.POSITIVE_INFINITY }, cell: ({ container }) => nameOf(container) },
  {
    header: { text: 'FILE', least: 8, optional: 2 },
    cell: ({ file }) => ({ text: file?.key ?? '', cut: 'middle' }),
  },
  { header: 'VERDICT', cell: ({ verdict }, at) => at.cell(verdict) },
  { header: { text: 'REASON', least: 10, optional: 1 }, cell: ({ problem }) => problem?.reason ?? '' },
  { header: { text: 'TITLE', optional: 3 }, cell: ({ file }) => briefly(file?.title ?? '') },
  { header: { text: 'UID', optional: 4 }, cell: ({ file }) => briefly(file?.uid ?? '') },
  { header: { text: 'FOLDER', optional: 6 }, cell: ({ folder }) => briefly(folder ?? '') },
  {
    header: { text: 'AGE', optional: 5 },
    cell: ({ container: { creationTimestamp: created } }, { now }) =>
      created ? ageText(now.getTime() - Date.parse(created)) : '',
  },
  { header: 'MESSAGE', when: 'wide', cell: ({ problem }) => problem?.evidence ?? '' },
];

const itemFor = ({ container, file, verdict, problem, folder }: Row) => ({
  ...itemOf({ name: container.name, namespace: container.namespace, verdict }),
  containerKind: container.kind,
  reason: problem?.reason ?? null,
  message: problem?.evidence ?? null,
  file: file?.key ?? null,
  title: file?.title ?? null,
  uid: file?.uid ?? null,
  folder: folder ?? null,
});
