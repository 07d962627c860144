import { setTimeout as delay } from 'node:timers/promises';
import { PATIENCE } from '../../support/patience.ts';
import { type Passed, type Relay, startRelay } from '../../support/relay.ts';
import type { Endpoint } from '../../support/server.ts';

/** A relay that keeps the first request of a kind back until it is told what to do with it. */
export interface Holding extends Relay {
  /**
   * Resolves when there is such a request. Rejects when the run that is to send it has ended without, or after
   * `PATIENCE`, with what the run has said so far.
   */
  heldOf(run: { ended: Promise<unknown>; said(): string }): Promise<Passed>;
  /** The way through it, as the server's administrator. */
  through: Endpoint;
  /** Forwards the held request to the server. */
  release(): void;
}

/** The write in the middle of a repair: the host is paused, the payload files are there, nothing of it is patched. */
const patchesStatus = ({ method, path }: Passed): boolean => method === 'PATCH' && path.includes('/status?');

/** Starts a relay before a server that holds the first request which `wanted` picks. */
export async function startHolding(
  server: Endpoint,
  wanted: (request: Passed) => boolean = patchesStatus,
): Promise<Holding> {
  const held = Promise.withResolvers<Passed>();
  const released = Promise.withResolvers<'reset' | undefined>();
  let isHeld = false;
  const relay = await startRelay(server, {
    before(request) {
      if (isHeld || !wanted(request)) return undefined;
      isHeld = true;
      held.resolve(request);
      return released.promise;
    },
  });
  return {
    ...relay,
    async heldOf({ ended, said }) {
      const enough = new AbortController();
      const late = delay(PATIENCE, 'was not sent in time', { signal: enough.signal }).catch(() => '');
      const over = ended.then(() => 'was not sent before the run ended');
      const found = await Promise.race([held.promise, late, over]);
      enough.abort();
      if (typeof found === 'object') return found;
      throw new Error(`the request ${found}; the run said:\n${said()}`);
    },
    through: relay.endpoint(server),
    release: () => released.resolve(undefined),
    async stop() {
      // What was never let go must not reach the server now.
      released.resolve('reset');
      await relay.stop();
    },
  };
}
