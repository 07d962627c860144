import type { Host } from '../../../../lib/cli/command.ts';
import { readHttpConfig } from '../../../../lib/cluster/alerts/http-config.ts';
import { type Manager, openManager } from '../../../../lib/cluster/alerts/open.ts';
import { openSession, type Session, type Speech, speechOf } from '../../../../lib/cluster/session.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import type { AlertValues } from './flags.ts';

/** An Alertmanager, and how the user is spoken to. */
export interface Alerts extends Speech {
  manager: Manager;
  /** Undefined for an Alertmanager at an address, which needs no cluster. */
  session: Session | undefined;
}

/**
 * Opens the Alertmanager that the flags select, does the work, and closes it.
 *
 * @param forwards whether the first replica is asked by port-forward if that is possible.
 * @throws {CommandError} for flags that exclude each other, and as `openManager` does.
 */
export async function withManager(
  values: AlertValues,
  host: Host,
  work: (alerts: Alerts) => Promise<number>,
  { forwards = false } = {},
): Promise<number> {
  const { alertmanager: name, alertsUrl: url, httpConfig, requestTimeout = REQUEST_LIMIT } = values;
  const http = readHttpConfig(httpConfig, host.cwd());
  if (url !== undefined) {
    if (name !== undefined)
      throw usageError('--alertmanager and --alerts-url exclude each other', 'Give one of them.');
    return opened(await openManager({ host, of: { url }, http }), (manager) =>
      work({ ...speechOf(values, host), manager, session: undefined }),
    );
  }
  const namespace = values.namespace ?? MONITORING_NAMESPACE;
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  try {
    const of = { session, namespace, name, forwards };
    return await opened(await openManager({ host, of, http }), (manager) =>
      work({ ...session, manager, session }),
    );
  } finally {
    session.client.close();
  }
}

async function opened(manager: Manager, work: (manager: Manager) => Promise<number>): Promise<number> {
  try {
    return await work(manager);
  } finally {
    manager.close();
  }
}
