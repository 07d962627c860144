import type { Agent, AgentOptions, RequestOptions } from 'node:https';

/** client-node's agent for connections to a server through a SOCKS proxy, which are made with these options. */
export async function throughSocks(server: string, proxy: string, options: AgentOptions): Promise<Agent> {
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const kubeConfig = new KubeConfig();
  // Go, and so kubectl, has the proxy resolve names for socks5 as for socks5h.
  const proxyUrl = proxy.replace(/^socks5:/, 'socks5h:');
  kubeConfig.loadFromClusterAndUser(
    { name: 'current', server, skipTLSVerify: false, proxyUrl },
    { name: 'current' },
  );
  const made: RequestOptions = {};
  await kubeConfig.applyToHTTPSOptions(made);
  const agent = made.agent as Agent;
  Object.assign(agent.options, options);
  return Object.assign(agent, { keepAlive: true });
}
