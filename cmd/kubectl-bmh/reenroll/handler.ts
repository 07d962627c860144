import type { Handler } from '../../../lib/cli/command.ts';
import { bareName } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { objectName } from '../../../lib/kube/api/object-name.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderError, renderReport } from '../../shared/render.ts';
import { stableForOf, timeoutOf } from '../shared/repair-options.ts';
import { SANITIZE, sanitize } from '../shared/sanitize.ts';
import { accessFor } from './access.ts';
import { actOn } from './act.ts';
import type { ReenrollValues } from './flags.ts';
import type { Run } from './report.ts';

/** `kubectl bmh reenroll HOST`: detach and attach, from the first look to the verification. */
export const reenroll: Handler<ReenrollValues> = async ({ args: [word = ''], values }, host, { version }) => {
  const { output } = values;
  const patience = { timeout: timeoutOf(values), stableFor: stableForOf(values) };
  const flags = { ...values, requestTimeout: values.requestTimeout ?? REQUEST_LIMIT };
  const name = objectName(bareName(word), 'resource name');
  const session = await openSession(flags, host);
  const { namespace } = session.connection;
  const accepted = new Set<string>(values.accept);
  const run: Run = { name, namespace, values, accepted, session, host, version, ...patience };
  try {
    const report = await actOn(run, await accessFor(run));
    if (!report) return 0;
    const { causes } = report;
    const findings =
      causes.length > 0 ? ['What else it may be:', ...causes.map((cause) => `  - ${sanitize(cause)}`)] : [];
    await renderReport(report, host, { output, paint: session.paint, shown: SANITIZE, findings });
    return report.exitCode;
  } catch (error) {
    await renderError(error, { host: name, namespace }, { stdout: host.stdout, output, shown: SANITIZE });
    throw error;
  } finally {
    session.client.close();
  }
};
