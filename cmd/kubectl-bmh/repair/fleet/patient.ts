import type { WaitClock } from '../../../../lib/cli/command.ts';
import { isUnreachable } from '../../../../lib/kube/api/errors.ts';
import type { KubeClient, KubeRequest } from '../../../../lib/kube/api/types.ts';
import type { CommandError } from '../../../../lib/words/errors.ts';

/** How long an API server may be away, and how long after a failure it is asked again, in milliseconds. */
const AWAY = 300_000;
const PAUSE = 1_000;

interface Patience {
  clock: WaitClock;
  interrupted: AbortSignal;
  /** Called once each time the server is lost. */
  lost(error: CommandError): void;
}

/** Makes clients of one cluster that send a request again while the API server cannot be reached. */
export function patience({ clock, interrupted, lost }: Patience): (client: KubeClient) => KubeClient {
  let isLost = false;
  const tell = (error: CommandError): void => {
    if (!isLost) lost(error);
    isLost = true;
  };
  /**
   * A write is sent again as well: it carries the version that it was decided on, so that a first one that was carried out after all
   * makes the second a conflict, and the run observes the host again.
   */
  async function send<T>(
    client: KubeClient,
    request: KubeRequest,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const started = clock.elapsed();
    for (;;) {
      try {
        const answer = await client.send<T>(request, signal);
        isLost = false;
        return answer;
      } catch (error) {
        const isOver = signal?.aborted || interrupted.aborted || clock.elapsed() - started > AWAY;
        if (isOver || !isUnreachable(error)) throw error;
        tell(error);
        await clock.after(PAUSE, interrupted).catch(() => {});
      }
    }
  }
  return (client) => ({ ...client, send: (request, signal) => send(client, request, signal) });
}
