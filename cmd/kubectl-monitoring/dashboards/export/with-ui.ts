import type { Host } from '../../../../lib/cli/command.ts';
import { readHttpConfig } from '../../../../lib/cluster/alerts/http-config.ts';
import { openUi, type Ui } from '../../../../lib/cluster/dashboards/open-ui.ts';
import { openSession, type Session, type Speech, speechOf } from '../../../../lib/cluster/session.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { sayLine } from '../shared/say-changes.ts';
import type { DashboardsExportValues } from './flags.ts';

/** A dashboard UI, the call that asks it, and how the user is spoken to. */
export interface AskedUi extends Speech {
  ui: Ui;
  /** The cluster that it runs in; undefined for one at an address. */
  cluster: { session: Session; namespace: string } | undefined;
  values: DashboardsExportValues;
  host: Host;
}

/** Opens the dashboard UI that the flags select, does the work, and closes it. @throws {CommandError} as `openUi` does. */
export async function withUi(
  values: DashboardsExportValues,
  host: Host,
  work: (asked: AskedUi) => Promise<number>,
): Promise<number> {
  const { uiUrl: url, httpConfig, requestTimeout = REQUEST_LIMIT } = values;
  const http = readHttpConfig(httpConfig, host.cwd());
  if (url !== undefined) {
    const ui = await openUi({ url }, { http, host });
    return closing(ui, () => work({ ...speechOf(values, host), ui, cluster: undefined, values, host }));
  }
  const namespace = values.namespace ?? MONITORING_NAMESPACE;
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  try {
    const ui = await openUi({ session, namespace }, { http, host });
    if (ui.login && http.authorization === undefined)
      sayLine(`Uses the credentials of ${oneLine(ui.login.source)} for the dashboard UI.`, host);
    return await closing(ui, () => work({ ...session, ui, cluster: { session, namespace }, values, host }));
  } finally {
    session.client.close();
  }
}

async function closing(ui: Ui, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } finally {
    ui.close();
  }
}
