import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startHttpProxy } from '../support/proxies.ts';
import type { TestServer } from '../support/server.ts';

/** How kube-apiserver reaches pods. */
export interface Egress {
  flag: string;
  stop(): Promise<void>;
}

/** Starts, in `folder`, the way by which kube-apiserver reaches what `pods` has, and nothing else. */
export async function startEgress(folder: string, pods: TestServer['pods']): Promise<Egress> {
  const socket = join(folder, 'egress.sock');
  const file = join(folder, 'egress.json');
  const transport = { uds: { udsName: socket } };
  await writeFile(
    file,
    JSON.stringify({
      apiVersion: 'apiserver.k8s.io/v1beta1',
      kind: 'EgressSelectorConfiguration',
      egressSelections: [{ name: 'cluster', connection: { proxyProtocol: 'HTTPConnect', transport } }],
    }),
  );
  const proxy = await startHttpProxy({
    socket,
    resolve(destination) {
      const port = pods.get(destination);
      return port === undefined ? undefined : { host: '127.0.0.1', port };
    },
  });
  return { flag: `--egress-selector-config-file=${file}`, stop: proxy.stop };
}
