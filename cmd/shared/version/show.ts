import type { Handler } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { type DocumentFormat, writeDocument } from '../../../lib/cli/output.ts';
import type { SessionFlags } from '../../../lib/cluster/session.ts';
import { type Chart, type Install, versionText } from '../../../lib/versions/install.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { failureOf, itemOf, type Plugin, resultOf } from '../render.ts';
import type { ReadInstalls, Versions } from './read.ts';

interface VersionValues extends SessionFlags {
  client: boolean;
  output: DocumentFormat | undefined;
}

/** `version`: prints the plugin's version first, which is known even if the rest fails; then, unless `--client`, the cluster's. */
export const showVersions =
  (load: () => Promise<ReadInstalls>, plugin: Pick<Plugin, 'apiVersion'>): Handler<VersionValues> =>
  async ({ values }, host, { version }) => {
    const { client, output } = values;
    if (!output) host.stdout.write(`Client Version: ${version}\n`);
    const read = async (): Promise<Versions> => {
      const [installs, { readVersions }] = await Promise.all([load(), import('./read.ts')]);
      return readVersions(values, host, installs);
    };
    const [result] = await Promise.allSettled(client ? [] : [read()]);
    const found = result?.status === 'fulfilled' ? result.value : undefined;
    const error: unknown = result?.status === 'rejected' ? result.reason : undefined;
    if (output) {
      const clientVersion = { gitVersion: version };
      const outcome =
        error instanceof CommandError ? failureOf(error) : { verdict: verdictOf(found), exitCode: 0 };
      const data = { ...outcome, clientVersion, ...(found ? dataOf(found) : { items: [] }) };
      await writeDocument(host.stdout, output, resultOf(plugin, 'VersionList', data));
    } else if (found) host.stdout.write(folded(await text(found), host.stdout));
    if (error !== undefined) throw error;
    return 0;
  };

const verdictOf = (found: Versions | undefined): 'unknown' | 'clean' =>
  found && found.unread.length > 0 ? 'unknown' : 'clean';

/** The JSON output, whose items are what runs in the cluster, and the charts that installed it. */
const dataOf = ({ serverVersion, operators, components, charts, unread }: Versions) => ({
  serverVersion,
  items: [
    ...operators.map((install) => installItem('operator', install)),
    ...components.map((install) => installItem('component', install)),
    ...charts.map((chart) => itemOf({ ...chart, kind: 'Chart', type: 'chart' })),
  ],
  unread,
});

const installItem = (type: 'operator' | 'component', { resource, namespace, kind, name, ...rest }: Install) =>
  itemOf({ name: resource, namespace, kind, type, program: name, ...rest });

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
