import { realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { LOCK, type Lock, lockIn } from '../../../lib/block/lock.ts';
import { wantedFiles } from '../../../lib/block/wanted.ts';
import type { Handler, Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument, templateOf } from '../../../lib/cli/output.ts';
import { warner } from '../../../lib/cli/warner.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { blockAround } from '../shared/block-folder.ts';
import { type Folder, findIn, planIn, readLock } from '../shared/planned-files.ts';
import { writeFiles } from '../shared/write-files.ts';
import { chartOf } from './chart.ts';
import type { InitValues } from './flags.ts';
import { leftTests, otherKeyText } from './notes.ts';
import { askWebhook, setReceiver } from './watchdog.ts';

/** The chart of rules and dashboards, in the folder of the block. */
const EXTENSIONS = 'extensions/';

const VALUES = 'values.yaml';

/** `init [DIR]`: writes the folder of the building block (§1) into a repository, or brings it up to date. */
export const init: Handler<InitValues> = async ({ args: [given = '.'], values }, host) => {
  if (isDocument(values.output)) await templateOf(values.output);
  const folder = folderOf(given, host);
  const lock = readLock(folder, LOCK, lockIn);
  const { chart, given: told } = chartOf(values, lock);
  const files = planIn(folder, {
    ...{ wanted: wantedFiles(chart), written: lock?.files, chart: EXTENSIONS, lock: LOCK },
    remember: (written): Lock => ({ chart: told, files: written }),
  });
  const isNew = files.some(({ path, move }) => path === VALUES && move === 'create');
  const file = join(folder.name, VALUES);
  const warning = otherKeyText(files, chart, file);
  if (warning !== undefined) warner(host, values.color)(warning);
  let url: string | undefined;
  const { verdict, exitCode } = await writeFiles(
    {
      ...{ kind: 'BlockFiles', folder, lock: LOCK, whole: 'the building block' },
      files,
      notes: leftTests(files, { find: (path) => findIn(folder, path), name: folder.name }),
      ask: async () => {
        if (isNew) url = await askWebhook(host);
      },
      finish: async () => {
        if (url !== undefined) await setReceiver(url, file, host);
      },
    },
    values,
    host,
  );
  if (verdict === 'applied' && isNew)
    host.stderr.write(folded(nextText(file, folder, url !== undefined), host.stderr));
  return exitCode;
};

/**
 * The folder of the block in a repository.
 *
 * @throws {CommandError} a usage error if the repository is no folder, or is inside the block.
 */
function folderOf(given: string, host: Host): Folder {
  const root = resolve(host.cwd(), given);
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw usageError(`${oneLine(given)} is not a folder`, 'Pass the root of a repository.');
  const around = blockAround(realpathSync(root));
  if (around !== undefined) {
    const above = relative(realpathSync(host.cwd()), dirname(around)) || '.';
    throw usageError(
      `${oneLine(given)} is in the folder of the building block`,
      `Pass the folder above it: kubectl monitoring init ${oneLine(quoted(above))}`,
    );
  }
  return { path: join(root, MONITORING_NAMESPACE), name: join(given, MONITORING_NAMESPACE) };
}

/** What is left to do, with the commands. */
const nextText = (file: string, { name }: Folder, hasReceiver: boolean): string =>
  [
    'Next:',
    ...(hasReceiver
      ? []
      : [
          '1. Choose who is notified when the watchdog stops:',
          `   kubectl monitoring values add-receiver watchdog --webhook URL --route 'alertname="Watchdog"' --repeat-interval 5m -f ${quoted(file)}`,
        ]),
    `${hasReceiver ? 1 : 2}. Create the Secret with the password of the dashboard UI, and its namespace if the cluster does not have it:`,
    `   kubectl create namespace ${MONITORING_NAMESPACE}`,
    `   kubectl monitoring values set-admin-password --existing-secret monitoring-ui-admin -f ${quoted(file)}`,
    `${hasReceiver ? 2 : 3}. Get the charts that it depends on, check the values, then commit ${oneLine(name)}:`,
    `   helm dependency update ${oneLine(quoted(name))}`,
    `   kubectl monitoring values check -f ${quoted(file)}`,
    '',
  ].join('\n');
