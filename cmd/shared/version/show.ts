import type { Handler } from '../../../lib/cli/command.ts';
import { type DocumentFormat, writeDocument } from '../../../lib/cli/output.ts';
import type { SessionFlags } from '../../../lib/cluster/session.ts';
import { type Chart, type Install, versionText } from '../../../lib/versions/install.ts';
import type { ReadInstalls, Versions } from './read.ts';

interface VersionValues extends SessionFlags {
  client: boolean;
  output: DocumentFormat | undefined;
}

/** `version`: prints the plugin's version first, which is known even if the rest fails; then, unless `--client`, the cluster's. */
export const showVersions =
  (load: () => Promise<ReadInstalls>): Handler<VersionValues> =>
  async ({ values }, host, { version }) => {
    const { client, output } = values;
    const clientVersion = { gitVersion: version };
    if (!output) host.stdout.write(`Client Version: ${version}\n`);
    const read = async (): Promise<Versions> => {
      const [installs, { readVersions }] = await Promise.all([load(), import('./read.ts')]);
      return readVersions(values, host, installs);
    };
    const [result] = await Promise.allSettled(client ? [] : [read()]);
    const found = result?.status === 'fulfilled' ? result.value : undefined;
    if (output) await writeDocument(host.stdout, output, { clientVersion, ...found });
    else if (found) host.stdout.write(await text(found));
    if (result?.status === 'rejected') throw result.reason;
    return 0;
  };

async function text({ serverVersion, operators, components, charts }: Versions): Promise<string> {
  const { oneLine } = await import('../../../lib/words/text.ts');
  const lines = [
    `Server Version: ${String(serverVersion.gitVersion ?? '<unknown>')}`,
    ...operators.map((install) => `Operator Version: ${installed(install)}`),
    ...components.map((install) => `Component Version: ${installed(install)}`),
    ...charts.map((chart) => `Chart Version: ${charted(chart)}`),
  ];
  return lines.map((line) => `${oneLine(line)}\n`).join('');
}

const installed = ({ name, version, kind, namespace, resource }: Install): string =>
  `${name} ${versionText(version)} (${kind} ${namespace}/${resource})`;

const charted = ({ name, version, namespace, source }: Chart): string =>
  `${name} ${version} (${source ?? `namespace ${namespace}`})`;
