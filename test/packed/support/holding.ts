import { type Passed, type Relay, startRelay } from '../../support/relay.ts';
import type { Endpoint } from '../../support/server.ts';

/** A relay that keeps the first request of a kind back until it is told what to do with it. */
export interface Holding extends Relay {
  /** Resolves when there is such a request. */
  held: Promise<Passed>;
  /** The way through it, as the server's administrator. */
  through: Endpoint;
  /** Lets the held request go on to the server. */
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
    held: held.promise,
    through: relay.endpoint(server),
    release: () => released.resolve(undefined),
    async stop() {
      // What was never let go must not reach the server now.
      released.resolve('reset');
      await relay.stop();
    },
  };
}
