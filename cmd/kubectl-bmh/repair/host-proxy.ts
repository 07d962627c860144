import type { Session } from '../../../lib/cluster/session.ts';
import { hostPath } from '../../../lib/hosts/action.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { checked } from '../../../lib/kube/api/checked-client.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import type { AllowedRequest } from '../../../lib/kube/proxy/guard.ts';
import { DEFAULT_PORT, type LoopbackProxy, startProxy } from '../../../lib/kube/proxy/proxy.ts';

/** The local API proxy of §4.A steps 2 and 9: runs while any host uses it, and passes only requests for those hosts. */
export interface HostProxy {
  /** Allows the requests for a host until its passage is closed. */
  openTo(observed: Observed): Promise<Passage>;
}

/** Access through the proxy for one host. */
export interface Passage {
  port: number;
  client: KubeClient;
  /** Closing the last passage stops the proxy; resolves when its port is free. */
  close(): Promise<void>;
}

/**
 * @param port the only port to use; when absent, 8001 or the next free one.
 */
export function hostProxy({ connection, warn, trace }: Session, port: number | undefined): HostProxy {
  const allow: AllowedRequest[] = [];
  let passages = 0;
  let running: Promise<LoopbackProxy> | undefined;
  const warnOfPort = once(warn);

  async function open(): Promise<LoopbackProxy> {
    const proxy = await startProxy(connection, { ...(port !== undefined && { port }), allow, warn, trace });
    if (port === undefined && proxy.port !== DEFAULT_PORT)
      warnOfPort(`port ${DEFAULT_PORT} is taken; the proxy listens on 127.0.0.1:${proxy.port}`);
    return { ...proxy, client: checked(proxy.client, connection.server) };
  }

  async function leave(): Promise<void> {
    passages -= 1;
    if (passages > 0) return;
    const ending = running;
    running = undefined;
    await ending?.then(
      (proxy) => proxy.stop(),
      () => {},
    );
  }

  return {
    async openTo(observed) {
      passages += 1;
      running ??= open();
      try {
        const proxy = await running;
        const requests = requestsFor(observed);
        allow.push(...requests);
        const close = (): Promise<void> => {
          for (const request of requests) allow.splice(allow.indexOf(request), 1);
          return leave();
        };
        return { port: proxy.port, client: proxy.client, close };
      } catch (error) {
        await leave();
        throw error;
      }
    },
  };
}

/** Passes on the first call only. */
function once(say: (text: string) => void): (text: string) => void {
  let said = false;
  return (text) => {
    if (!said) say(text);
    said = true;
  };
}

/** The only requests that the procedure sends for one host. */
function requestsFor({ group, host }: Observed): AllowedRequest[] {
  const path = hostPath(group, host.namespace, host.name);
  return [
    { method: 'GET', path },
    { method: 'PATCH', path },
    { method: 'PATCH', path: `${path}/status` },
  ];
}
