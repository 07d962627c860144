import type { Chain } from '../../../lib/alerts/watchdog/chain.ts';
import type { Handler } from '../../../lib/cli/command.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { readHttpConfig } from '../../../lib/cluster/alerts/http-config.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { openCheck } from '../../../lib/cluster/watchdog/ask-check.ts';
import { readChains } from '../../../lib/cluster/watchdog/read-chains.ts';
import { readMembers } from '../../../lib/cluster/watchdog/read-members.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { EXIT_CODES } from '../../../lib/words/verdict.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { type Shown, showStatus } from '../shared/watch-status.ts';
import type { WatchdogValues } from './flags.ts';
import { dataOf, KIND, textOf } from './render.ts';

/** `kubectl monitoring watchdog`: the chain of the watchdog alert, once or with --watch. */
export const watchdog: Handler<WatchdogValues> = async ({ values }, host) => {
  const { watchdog: alert, checkUrl, watch, output, requestTimeout = REQUEST_LIMIT } = values;
  const namespace = values.namespace ?? MONITORING_NAMESPACE;
  // An invalid address fails before any request.
  const check = checkUrl === undefined ? undefined : openCheck(checkUrl, host);
  const http = readHttpConfig(values.httpConfig, host.cwd());
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  const look = async (): Promise<Chain> => {
    const [members, answer] = await Promise.all([readMembers(session.client, namespace), check?.ask()]);
    const options = { alert, check: answer, now: host.clock.now(), http };
    const [chain] = await readChains({ session, host }, members, options);
    // With a Prometheus or an Alertmanager, there is a chain of the namespace.
    return chain as Chain;
  };
  const show = async (): Promise<Shown> => {
    const chain = await look();
    const text = textOf(chain, { screen: screenOf(host, session.stdoutPaint), values });
    return {
      text,
      exitCode: EXIT_CODES[chain.verdict],
      data: () => dataOf(chain, values),
    };
  };
  return showStatus(show, host, { session, output, watch, kind: KIND, what: 'the watchdog' });
};
