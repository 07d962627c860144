import type { AlertState } from '../../../../lib/alerts/alert-facts.ts';
import type { ListedAlert } from '../../../../lib/alerts/listed-alerts.ts';
import { labelValue, matchersText } from '../../../../lib/alerts/matchers.ts';
import type { Style } from '../../../../lib/cli/style.ts';
import type { Column } from '../../../../lib/cli/table.ts';
import { ageText } from '../../../../lib/words/age.ts';
import { itemOf } from '../../../shared/render.ts';

/** What the cells of an alert need beside it. */
export interface Look {
  now: Date;
  /** How many replicas answered. */
  asked: number;
  /** All alerts by fingerprint, to name those that inhibit others. */
  all: ReadonlyMap<string, ListedAlert>;
}

/** The columns of a table of alerts. */
export const COLUMNS: readonly Column<ListedAlert, Look>[] = [
  { header: { text: 'NAME', least: 12 }, cell: ({ labels }) => labelValue(labels, 'alertname') },
  { header: 'STATE', cell: ({ state }) => ({ text: state, ...(STYLES[state] && { style: STYLES[state] }) }) },
  { header: { text: 'SEVERITY', optional: 1 }, cell: ({ labels }) => labelValue(labels, 'severity') },
  { header: { text: 'NAMESPACE', optional: 2 }, cell: ({ labels }) => labelValue(labels, 'namespace') },
  { header: { text: 'RECEIVERS', optional: 3 }, cell: ({ receivers }) => receivers.join(', ') },
  { header: 'AGE', cell: ({ startsAt }, { now }) => ageText(now.getTime() - startsAt) },
  {
    header: { text: 'REPLICAS', optional: 4 },
    cell: ({ replicas }, { asked }) => `${replicas.length}/${asked}`,
  },
  { header: 'SUPPRESSED BY', when: 'wide', cell: (alert, look) => suppressors(alert, look).join(', ') },
  {
    header: 'LABELS',
    when: 'wide',
    cell: ({ labels }) =>
      matchersText(
        Object.entries(labels)
          .filter(([name]) => !SHOWN.has(name))
          .map(([name, value]) => ({ name, op: '=', value })),
      ),
  },
];

/** Labels with a column of their own. */
const SHOWN = new Set(['alertname', 'severity', 'namespace']);

const STYLES: Partial<Record<AlertState, Style>> = { active: 'red', unprocessed: 'yellow' };

/** Silences by id, alerts by name, and time intervals. */
const suppressors = ({ silencedBy, inhibitedBy, mutedBy }: ListedAlert, { all }: Look): string[] => [
  ...silencedBy.map((id) => `silence ${id}`),
  ...inhibitedBy.map((fingerprint) => {
    const alert = all.get(fingerprint);
    return `alert ${(alert && labelValue(alert.labels, 'alertname')) || fingerprint}`;
  }),
  ...mutedBy.map((name) => `time interval ${name}`),
];

/** An alert as data. */
export const alertItem = ({ labels, startsAt, endsAt, ...alert }: ListedAlert) => ({
  ...itemOf({ name: labelValue(labels, 'alertname'), namespace: labelValue(labels, 'namespace') }),
  state: alert.state,
  fingerprint: alert.fingerprint,
  labels,
  annotations: alert.annotations,
  startsAt: new Date(startsAt).toISOString(),
  endsAt: new Date(endsAt).toISOString(),
  receivers: alert.receivers,
  silencedBy: alert.silencedBy,
  inhibitedBy: alert.inhibitedBy,
  mutedBy: alert.mutedBy,
  replicas: alert.replicas,
});
