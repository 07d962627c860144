import { objectNaming } from '../../../../lib/block/sync/object-naming.ts';
import { type SourceSet, sourceSet } from '../../../../lib/block/sync/source-set.ts';
import { SYNC_LOCK, type SyncLock, syncLockIn } from '../../../../lib/block/sync/sync-lock.ts';
import { syncWarnings } from '../../../../lib/block/sync/sync-warnings.ts';
import { syncedFiles } from '../../../../lib/block/sync/synced-files.ts';
import type { Handler } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument, templateOf } from '../../../../lib/cli/output.ts';
import { warner } from '../../../../lib/cli/warner.ts';
import { YamlSyntaxError } from '../../../../lib/input/yaml-documents.ts';
import { itemsOf } from '../../../../lib/versions/install.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { countText, listed, oneLine } from '../../../../lib/words/text.ts';
import { planIn, readLock } from '../../shared/planned-files.ts';
import { writeFiles } from '../../shared/write-files.ts';
import { blockOf, chartFolder, ownObjects } from './chart.ts';
import type { SyncValues } from './flags.ts';
import { LEAVE_OUT, readSource, WHAT } from './read-source.ts';

/** `rules sync SOURCE`: writes the rules and dashboards of a community's rule set into the extension chart (§1, §2.5). */
export const sync: Handler<SyncValues> = async ({ args: [given = ''], values }, host) => {
  if (isDocument(values.output)) await templateOf(values.output);
  const folder = chartFolder(values.chart, host);
  const lock = readLock(folder, SYNC_LOCK, syncLockIn);
  const source = await readSource(given, host);
  const set = objectsOf(given, source.files);
  const written = lock?.files ?? {};
  const own = ownObjects(folder, (path) => path in written);
  const files = planIn(folder, {
    wanted: await syncedFiles(set.objects, objectNaming(own.rules, blockOf(folder))),
    ...{ written, chart: '', lock: SYNC_LOCK },
    remember: (after): SyncLock => ({ source: source.name, sha256: source.sha256, files: after }),
  });
  const warnings = [...source.notes, ...set.faults, ...syncWarnings(set.objects, own)].map(oneLine);
  if (!isDocument(values.output)) {
    const warn = warner(host, values.color);
    for (const warning of warnings) warn(warning);
    host.stderr.write(folded(`${oneLine(given)}: ${contentText(set)}\n`, host.stderr));
  }
  const { exitCode } = await writeFiles(
    {
      ...{ kind: 'RuleSyncReport', folder, files, lock: SYNC_LOCK, whole: given },
      data: { source: source.name, sha256: source.sha256, ...countsOf(set), warnings },
    },
    values,
    host,
  );
  return exitCode;
};

/** @throws {CommandError} a usage error if a file is not valid, if two objects have one name, or if there are none. */
function objectsOf(given: string, files: Parameters<typeof sourceSet>[0]): SourceSet {
  const set = sourceSet(files, (path, error) => {
    if (!(error instanceof YamlSyntaxError)) throw error;
    throw usageError(
      `${oneLine(path)} of ${oneLine(given)} is not valid YAML: ${oneLine(error.message)}`,
      `${LEAVE_OUT}.`,
    );
  });
  if (set.clash) {
    const { name, paths } = set.clash;
    throw new CommandError(
      'refusal',
      `error: ${oneLine(given)} has two different objects ${name}: in ${paths.map(oneLine).join(' and in ')}`,
      {
        hint: 'Pass a folder with one of them: in the namespace of the release, one would replace the other.',
      },
    );
  }
  if (set.objects.length > 0) return set;
  const [fault] = set.faults;
  throw usageError(
    `no rules and no dashboards found in ${oneLine(given)}${fault === undefined ? '' : `: ${oneLine(fault)}`}`,
    WHAT,
  );
}

function countsOf({ objects, others }: SourceSet) {
  const rules = objects.filter(({ type }) => type === 'rules');
  const groups = rules.flatMap(({ content }) => itemsOf(content.groups));
  return {
    rules: groups.reduce((sum, group) => sum + itemsOf(group.rules).length, 0),
    groups: groups.length,
    dashboards: objects
      .filter(({ type }) => type === 'dashboards')
      .reduce((sum, { content }) => sum + Object.keys(content).length, 0),
    passedOver: others.length,
  };
}

/** `38 groups with 234 rules, 33 dashboards; passed over 61 other objects (Deployment, Service, Role and 9 more)`. */
function contentText(set: SourceSet): string {
  const { rules, groups, dashboards, passedOver } = countsOf(set);
  const found = `${countText(groups, 'group')} with ${countText(rules, 'rule')}, ${countText(dashboards, 'dashboard')}`;
  if (passedOver === 0) return found;
  const kinds = listed([...new Set(set.others)].map(oneLine));
  return `${found}; passed over ${countText(passedOver, 'other object')} (${kinds})`;
}
