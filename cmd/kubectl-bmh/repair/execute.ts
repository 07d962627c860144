import type { Progress } from '../../../lib/cli/progress.ts';
import { CommandError } from '../../../lib/errors.ts';
import { type Action, hostPath, type Patch, requestOf } from '../../../lib/hosts/action.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import { ApiError, isConflict } from '../../../lib/kube/errors.ts';
import { DEFAULT_PORT, type LoopbackProxy, startProxy } from '../../../lib/kube/proxy.ts';
import type { KubeClient } from '../../../lib/kube/types.ts';
import type { Procedure } from '../../../lib/procedure/procedure.ts';
import { type Outcome, run } from '../../../lib/procedure/run.ts';
import type { Session } from '../session.ts';
import { observeAgain } from './access.ts';
import { type PayloadFiles, payloadFiles } from './payload-files.ts';
import { START_PROXY } from './steps.ts';

/** How long an interrupted run waits for the request in flight. */
const GRACE = 5_000;

export interface Execution {
  session: Session;
  progress: Progress;
  proxyPort: number | undefined;
  payloadDir: string | undefined;
  interrupted: AbortSignal;
}

/** §4.A steps 2 to 9: the bracket between the start and the end of the proxy, which ends on every way out. */
export async function execute(
  procedure: Procedure<Observed, Action>,
  start: Observed,
  { session, progress, proxyPort, payloadDir, interrupted }: Execution,
): Promise<Outcome<Observed, Action>> {
  const files = payloadFiles(start.host.name, payloadDir);
  const proxy = await openProxy(start, session, proxyPort).catch((error: unknown) => {
    files.remove();
    throw error;
  });
  progress.done(START_PROXY, `127.0.0.1:${proxy.port}`);
  const again = (title: string): void =>
    session.warn(`somebody else writes to this host: step "${title}" had to be done again`);
  const shown = stepsShown(progress, again);
  const grace = afterInterruption(interrupted, GRACE);
  try {
    return await run(procedure, start, {
      perform: performWith(proxy.client, files, grace.signal),
      observe: (observed) => observeAgain(proxy.client, session.client, observed),
      isStale: isConflict,
      isRefused: (error) =>
        error instanceof ApiError
          ? error.code >= 400 && error.code < 500 && ![408, 429].includes(error.code)
          : error instanceof CommandError && error.kind === 'refusal',
      started: ({ number }) => shown.upTo(number),
      done: ({ number, title }) => shown.done(number, title),
      signal: interrupted,
    });
  } finally {
    grace.clear();
    files.remove();
    await proxy.stop();
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
  return proxy;
}

/** Does actions for real; what the payload files say is what is sent. */
function performWith(client: KubeClient, files: PayloadFiles, signal: AbortSignal) {
  const send = (patch: Patch, observed: Observed, dryRun: boolean): Promise<HostObject> =>
    client.send<HostObject>(requestOf(patch, observed, { dryRun }), signal);
  const fromFile = (patch: Patch): Patch => {
    if (patch.payload.status) return { ...patch, payload: files.payload('status') };
    return patch.payload.spec ? { ...patch, payload: files.payload('spec') } : patch;
  };
  return async (action: Action, observed: Observed): Promise<Observed> => {
    switch (action.kind) {
      case 'try':
        await send(action.patch, observed, true);
        return { ...observed, tried: true };
      case 'write':
        files.write(action.payloads);
        return { ...observed, payloads: 'written' };
      case 'validate':
        files.validate();
        return { ...observed, payloads: 'valid' };
      case 'patch':
        return withObject(observed, await send(fromFile(action), observed, false));
    }
  };
}

/** Shows the document's steps in their order: one that the host doesn't need is shown as such when a later one starts. */
function stepsShown(
  progress: Progress,
  again: (title: string) => void,
): { upTo(number: number): void; done(number: number, title: string): void } {
  let shown = START_PROXY;
  const upTo = (number: number): void => {
    while (shown + 1 < number) {
      shown += 1;
      progress.skipped(shown, 'done already');
    }
  };
  return {
    upTo,
    done: (number, title) => {
      if (number > START_PROXY && number <= shown) again(title);
      if (number <= shown) return;
      upTo(number);
      shown = number;
      progress.done(number);
    },
  };
}

/** A signal that aborts `delay` milliseconds after `interrupted` does. */
function afterInterruption(interrupted: AbortSignal, delay: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    timer = setTimeout(() => controller.abort(), delay);
  };
  if (interrupted.aborted) start();
  else interrupted.addEventListener('abort', start, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', start);
    },
  };
}
