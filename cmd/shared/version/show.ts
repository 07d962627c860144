import type { Handler } from '../../../lib/cli/command.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import { type Chart, type Install, versionText } from '../../../lib/versions/install.ts';
import type { VersionValues } from './flags.ts';
import type { ReadInstalls, Versions } from './read.ts';

/**
 * `version`: of this plugin first, which is known whatever becomes of the rest; then, unless `--client`, of the server and
 * of what `load` gives the reader of.
 */
export const showVersions =
  (load: () => Promise<ReadInstalls>): Handler<VersionValues> =>
  async ({ values }, host, { version }) => {
    const { client, output } = values;
    const clientVersion = { gitVersion: version };
    if (!output) host.stdout.write(`Client Version: ${version}\n`);
    const [found, failure] = client ? [] : await attempt(async () => readAll(values, host, await load()));
    if (output) await writeDocument(host.stdout, output, { clientVersion, ...found });
    else if (found) host.stdout.write(await text(found));
    if (failure) throw failure.error;
    return 0;
  };

async function readAll(
  values: VersionValues,
  host: Parameters<Handler>[1],
  read: ReadInstalls,
): Promise<Versions> {
  const { readVersions } = await import('./read.ts');
  return readVersions(values, host, read);
}

const attempt = async <T>(work: () => Promise<T>): Promise<[T?, { error: unknown }?]> => {
  try {
    return [await work()];
  } catch (error) {
    return [undefined, { error }];
  }
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
