import { put } from './form.ts';

export interface Plugin {
  version?: 'v1' | 'v1beta1';
  interactiveMode?: 'Never' | 'IfAvailable' | 'Always';
  provideClusterInfo?: boolean;
  /** JavaScript of the body of `async (info) => status`: `info` is the parsed KUBERNETES_EXEC_INFO. */
  body: string;
}

/** Writes a credential plugin and gives the `exec` entry that runs it. */
export async function execEntry(folder: string, plugin: Plugin): Promise<object> {
  const apiVersion = `client.authentication.k8s.io/${plugin.version ?? 'v1'}`;
  const program = `
    const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
    const status = await (async (info) => { ${plugin.body} })(info);
    console.log(JSON.stringify({ apiVersion: info.apiVersion, kind: 'ExecCredential', status }));
  `;
  const file = await put(folder, 'plugin.mjs', program);
  return {
    apiVersion,
    command: process.execPath,
    args: [file],
    env: [{ name: 'PLUGIN_WORD', value: 'from the kubeconfig' }],
    installHint: 'It comes with Node.',
    interactiveMode: plugin.interactiveMode ?? 'Never',
    ...(plugin.provideClusterInfo && { provideClusterInfo: true }),
  };
}
