import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ignoringNew } from '../../../lib/block/ignored.ts';
import { LOCK, type Lock, lockIn, lockText } from '../../../lib/block/lock.ts';
import { type BlockChart, UPSTREAM_CHART } from '../../../lib/block/named.ts';
import { planFiles, plannedLock, writtenAfter } from '../../../lib/block/plan.ts';
import { wantedFiles } from '../../../lib/block/wanted.ts';
import type { Handler, Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument, templateOf } from '../../../lib/cli/output.ts';
import { MONITORING_GROUP, MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { checkGroup } from '../shared/group.ts';
import { type Folder, findIn, readLock } from '../shared/planned-files.ts';
import { writeFiles } from '../shared/write-files.ts';
import type { InitValues } from './flags.ts';
import { askWebhook, setReceiver } from './watchdog.ts';

/** The chart of rules and dashboards, in the folder of the block. */
const EXTENSIONS = 'extensions/';

const VALUES = 'values.yaml';

/** `init [DIR]`: writes the folder of the building block (§1) into a repository, or brings it up to date. */
export const init: Handler<InitValues> = async ({ args: [given = '.'], values }, host) => {
  if (isDocument(values.output)) await templateOf(values.output);
  const folder = folderOf(given, host);
  const lock = readLock(folder, LOCK, lockIn);
  const chart = chartOf(values, lock);
  const wanted = wantedFiles(chart);
  const [written, find] = [lock?.files ?? {}, (path: string) => findIn(folder, path)];
  const planned = planFiles(wanted, { written, find });
  const files = ignoringNew(planned, { chart: EXTENSIONS, find });
  const after = lockText({ chart, files: writtenAfter(planned, wanted, written) });
  const isNew = planned.some(({ path, move }) => path === VALUES && move === 'create');
  const file = join(folder.name, VALUES);
  let url: string | undefined;
  const { verdict, exitCode } = await writeFiles(
    {
      ...{ kind: 'BlockFiles', folder, lock: LOCK, whole: 'the building block' },
      files: [...files, plannedLock(LOCK, after, find(LOCK))],
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

/** The folder of the block in a repository. @throws {CommandError} a usage error if the repository is no folder. */
function folderOf(given: string, host: Host): Folder {
  const root = resolve(host.cwd(), given);
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw usageError(`${oneLine(given)} is not a folder`, 'Pass the root of a repository.');
  return { path: join(root, MONITORING_NAMESPACE), name: join(given, MONITORING_NAMESPACE) };
}

/**
 * The chart: what the flags say, or else what an earlier run was told. The names of the platform replace those of upstream if they are
 * asked for; what the other chart was is of no use then.
 *
 * @throws {CommandError} a usage error
 */
function chartOf(values: InitValues, lock: Lock | undefined): BlockChart {
  checkGroup(values.group);
  const names = values.names === 'platform' ? values.names : (lock?.chart.names ?? values.names);
  const known = lock?.chart.names === names ? lock.chart : undefined;
  const chart = values.chart ?? known?.chart;
  const version = values.chartVersion ?? known?.version;
  const repository = values.repository ?? known?.repository;
  if (names === 'upstream')
    return {
      names,
      group: MONITORING_GROUP,
      chart: chart ?? UPSTREAM_CHART.chart,
      version: version ?? UPSTREAM_CHART.version,
      repository: repository ?? UPSTREAM_CHART.repository,
    };
  const group = values.group ?? known?.group;
  if (chart === undefined || version === undefined || repository === undefined || group === undefined)
    throw usageError(
      '--names=platform needs the chart of the platform',
      'Pass --chart, --chart-version, --repository and --group.',
    );
  return { names, group, chart, version, repository };
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
    `${hasReceiver ? 1 : 2}. Create the Secret with the password of the dashboard UI:`,
    `   kubectl monitoring values set-admin-password --existing-secret monitoring-ui-admin -f ${quoted(file)}`,
    `${hasReceiver ? 2 : 3}. Check the values, then commit ${oneLine(name)}:`,
    `   kubectl monitoring values check -f ${quoted(file)}`,
    '',
  ].join('\n');
