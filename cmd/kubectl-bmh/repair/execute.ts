import type { Progress } from '../../../lib/cli/progress.ts';
import { type Action, fold, hostPath, type Patch, requestOf } from '../../../lib/hosts/action.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import { checked } from '../../../lib/kube/checked-client.ts';
import { isConflict, isRefused } from '../../../lib/kube/errors.ts';
import { DEFAULT_PORT, type LoopbackProxy, startProxy } from '../../../lib/kube/proxy.ts';
import type { KubeClient } from '../../../lib/kube/types.ts';
import type { Procedure } from '../../../lib/procedure/procedure.ts';
import { type Outcome, run } from '../../../lib/procedure/run.ts';
import { afterInterruption } from '../../interruption.ts';
import type { Session } from '../../session.ts';
import { stepsShown } from '../../steps-shown.ts';
import { observeAgain } from './access.ts';
import { type PayloadFiles, payloadFiles } from './payload-files.ts';
import { type ShownSteps, START_PROXY } from './steps.ts';

/** How long an interrupted run waits for the request in flight. */
const GRACE = 5_000;

export interface Execution {
  session: Session;
  steps: ShownSteps<Observed, Action>;
  progress: Progress;
  proxyPort: number | undefined;
  payloadDir: string | undefined;
  interrupted: AbortSignal;
}

/** §4.A steps 2 to 9: the bracket between the start and the end of the proxy, which ends on every way out. */
export async function execute(
  procedure: Procedure<Observed, Action>,
  start: Observed,
  { session, steps, progress, proxyPort, payloadDir, interrupted }: Execution,
): Promise<Outcome<Observed, Action>> {
  const files = payloadFiles(start.host.name, payloadDir);
  // It opens while the spec patch is tried, which changes nothing and goes past it.
  const opening = openProxy(start, session, proxyPort).then((proxy) => {
    progress.done(START_PROXY, `127.0.0.1:${proxy.port}`);
    return proxy;
  });
  opening.catch(() => {});
  const again = (title: string): void =>
    session.warn(`somebody else writes to this host: step "${title}" had to be done again`);
  const shown = stepsShown(progress, START_PROXY, again);
  const grace = afterInterruption(interrupted, GRACE);
  try {
    const outcome = await run(procedure, start, {
      perform: performWith({ direct: session.client, opening }, files, grace.signal),
      observe: async (observed) => observeAgain((await opening).client, session.client, observed),
      isStale: isConflict,
      isRefused,
      started: (step) => shown.started(steps.placeOf(step)),
      done: (step) => shown.done(steps.placeOf(step), step.title),
      signal: interrupted,
    });
    await opening;
    return outcome;
  } finally {
    grace.clear();
    files.remove();
    await opening.then(
      (proxy) => proxy.stop(),
      () => {},
    );
  }
}

async function openProxy(
  { group, host }: Observed,
  { connection, warn, trace }: Session,
  port: number | undefined,
): Promise<LoopbackProxy> {
  const path = hostPath(group, host.namespace, host.name);
  const proxy = await startProxy(connection, {
    ...(port !== undefined && { port }),
    allow: [
      { method: 'GET', path },
      { method: 'PATCH', path },
      { method: 'PATCH', path: `${path}/status` },
    ],
    warn,
    trace,
  });
  if (port === undefined && proxy.port !== DEFAULT_PORT)
    warn(`port ${DEFAULT_PORT} is taken; the proxy listens on 127.0.0.1:${proxy.port}`);
  return { ...proxy, client: checked(proxy.client, connection.server) };
}

/** Does actions for real; what the payload files say is what is sent. */
function performWith(
  { direct, opening }: { direct: KubeClient; opening: Promise<LoopbackProxy> },
  files: PayloadFiles,
  signal: AbortSignal,
) {
  const fromFile = (patch: Patch): Patch =>
    patch.part ? { ...patch, payload: files.payload(patch.part) } : patch;
  return async (action: Action, observed: Observed): Promise<Observed> => {
    switch (action.kind) {
      case 'try':
        await direct.send(requestOf(action.patch, observed, { dryRun: true }), signal);
        return fold(action, observed);
      case 'write':
        files.write(action.payloads);
        return fold(action, observed);
      case 'validate':
        files.validate();
        return fold(action, observed);
      case 'patch': {
        const { client } = await opening;
        const object = await client.send<HostObject>(requestOf(fromFile(action), observed), signal);
        return withObject(observed, object);
      }
    }
  };
}
