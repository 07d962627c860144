import type { Handler } from '../../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { screenOf } from '../../../../lib/cli/style.ts';
import { readDashboard } from '../../../../lib/cluster/dashboards/read-state.ts';
import { openSession } from '../../../../lib/cluster/session.ts';
import type { Container } from '../../../../lib/dashboards/container.ts';
import { EXIT_CODES } from '../../../../lib/words/verdict.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { resultOf } from '../../../shared/render.ts';
import { objectArg } from '../../shared/object-arg.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { unreadData, warnOfUnread } from '../../shared/unread.ts';
import type { DashboardDoctorValues } from './flags.ts';
import { dataOf, textOf } from './render.ts';

/** `dashboards doctor NAME`: why the dashboards of a container are not shown. */
export const doctor: Handler<DashboardDoctorValues> = async ({ args: [given = ''], values }, host) => {
  const { kind, name, namespace: within } = objectArg(given, { kinds: KIND, what: 'dashboard', values });
  const flags = { ...values, ...(within !== undefined && { namespace: within }) };
  const { requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...flags, requestTimeout }, host);
  try {
    const { namespace } = session.connection;
    const named = { kind: kind === undefined ? undefined : kindOf(kind), namespace, name };
    const { standing, unread } = await readDashboard(session, named);
    const exitCode = EXIT_CODES[standing.verdict];
    if (isDocument(values.output)) {
      const { verdict } = standing;
      const result = { verdict, exitCode, ...dataOf(standing, values), unread: unread.map(unreadData) };
      await writeDocument(host.stdout, values.output, resultOf(MONITORING, 'DashboardDiagnosis', result));
      return exitCode;
    }
    host.stdout.write(textOf(standing, { screen: screenOf(host, session.stdoutPaint), values }));
    warnOfUnread(unread, session);
    return exitCode;
  } finally {
    session.client.close();
  }
};

/** What stands before the name in the output of "dashboards list -o name", and as kubectl takes it. */
const KIND = /^(configmaps?|cm|secrets?)\//;

const kindOf = (word: string): Container['kind'] => (word.startsWith('secret') ? 'Secret' : 'ConfigMap');
