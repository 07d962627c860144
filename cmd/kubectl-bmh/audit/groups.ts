import { plural } from '../../../lib/audit/diagnostic.ts';
import { type Finding, LEVELS } from '../../../lib/audit/finding.ts';
import { addressOf } from '../../../lib/audit/group-address.ts';
import { type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { table } from '../../../lib/cli/table.ts';
import { HOST_KIND, IMAGE_SERVICE } from '../../../lib/objects/names.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { commandText } from '../../shared/words.ts';
import type { AuditValues } from './flags.ts';

type Members = [Finding, ...Finding[]];

/** Findings of one rule at one address, one row each, with the command that repairs the hosts among them. */
export function renderGroups(
  findings: readonly Finding[],
  { values, screen, isFixable }: { values: AuditValues; screen: Screen; isFixable: boolean },
): string {
  const groups = [...Map.groupBy(findings, (finding) => `${finding.rule} ${addressOf(finding)}`).values()]
    .map((members) => members as Members)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.length - one.length);
  const rows = groups.map((members) => {
    const [first] = members;
    return [
      addressOf(first),
      verdictCell(LEVELS[rankOf(members)] ?? 'note', screen),
      first.rule,
      whereText(members),
      fieldCount(members),
    ];
  });
  const { noHeaders } = values;
  const lines = table(['ADDRESS', 'LEVEL', 'RULE', 'FOUND IN', 'FIELDS'], rows, { noHeaders, screen }).split(
    '\n',
  );
  const commands = groups.map((members) => repairCommands(members, values));
  const text = lines.flatMap((line, at) => [
    line,
    ...(commands[noHeaders ? at : at - 1] ?? []).map(
      (command) => `  ${screen.paint('cyan', oneLine(command))}`,
    ),
  ]);
  return text.join('\n') + (isFixable ? previewText(values, screen) : '');
}

/** The place of a group's most severe level in `LEVELS`. */
const rankOf = (members: Members): number => Math.min(...members.map(({ level }) => LEVELS.indexOf(level)));

/** `6 hosts, 1 other`; a single file or object is named. */
function whereText(members: Members): string {
  const [first] = members;
  const files = new Set(members.flatMap(({ file }) => file?.path ?? []));
  if (files.size > 0) return files.size === 1 ? `${first.file?.path}` : plural(files.size, 'file');
  const objects = new Map(members.map((finding) => [nameOf(finding), finding]));
  if (objects.size === 1) return shortResource(first);
  const hosts = [...objects.values()].filter(({ kind }) => kind === HOST_KIND).length;
  const others = objects.size - hosts;
  if (hosts === 0) return plural(others, 'object');
  return [plural(hosts, 'host'), ...(others > 0 ? [plural(others, 'other')] : [])].join(', ');
}

/** How many fields a group is about; empty for findings about objects themselves. */
function fieldCount(members: Members): string {
  const fields = members.flatMap(({ path, inner, ...one }) =>
    path.length > 0 ? JSON.stringify([nameOf(one), path, inner]) : [],
  );
  return fields.length > 0 ? String(new Set(fields).size) : '';
}

/** An object by its short name, as kubectl accepts it. */
export const shortResource = ({ kind, name }: Finding): string =>
  `${kind === HOST_KIND ? 'bmh' : kind.toLowerCase()}/${name}`;

const nameOf = ({
  file,
  kind,
  namespace,
  name,
}: Pick<Finding, 'file' | 'kind' | 'namespace' | 'name'>): string =>
  JSON.stringify([file?.path, kind, namespace, name]);

/** The commands that repair the hosts of a group: one, or one for each namespace if a repair of some hosts is not known to be allowed. */
function repairCommands(members: Members, values: AuditValues): string[] {
  const atAddress = members.filter(({ kind, path }) => kind === HOST_KIND && path[0] !== 'metadata');
  const hosts = new Map(atAddress.map((finding) => [nameOf(finding), finding]));
  const repairable = [
    ...new Map(
      atAddress.filter((finding) => finding.repairable).map((finding) => [nameOf(finding), finding]),
    ).values(),
  ];
  const command = (target: string[], namespace = ''): string =>
    commandText(
      {
        words: [
          ...['kubectl', 'bmh', 'repair', ...target],
          ...(namespace === '' ? ['-A'] : []),
          ...(values.service === IMAGE_SERVICE ? [] : ['--service', values.service]),
          '--preventive',
        ],
        namespace,
      },
      { values },
    );
  const byNamespace = [...Map.groupBy(repairable, ({ namespace }) => namespace)];
  if (repairable.length > 1 && repairable.length === hosts.size) {
    const [only, ...others] = byNamespace;
    return [command(['--old-address', addressOf(members[0])], others.length > 0 ? '' : only?.[0])];
  }
  return byNamespace.map(([namespace, some]) =>
    command(
      some.map(({ name }) => name),
      namespace,
    ),
  );
}

/** The command that shows what `--fix` would rewrite in files. */
function previewText({ filename, fix }: AuditValues, screen: Screen): string {
  if (fix || filename.includes('-')) return '';
  const files = filename.map((name) => `-f ${quoted(name)}`).join(' ');
  return `To preview a fix of the files:\n  ${screen.paint('cyan', oneLine(`kubectl bmh audit ${files} --fix --diff`))}\n`;
}
