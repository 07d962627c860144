import { type Diagnostic, diagnosticText } from '../../../lib/audit/diagnostic.ts';
import { verdictOf } from '../../../lib/audit/verdict.ts';
import type { Handler } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { paintFor, screenOf } from '../../../lib/cli/style.ts';
import { givenShard } from '../../../lib/cluster/hosts/select-hosts.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { checkService } from '../shared/repair-options.ts';
import { sanitize } from '../shared/sanitize.ts';
import { nameOf } from './files.ts';
import type { AuditValues } from './flags.ts';
import { type Audit, renderReport } from './render.ts';

/** `kubectl bmh audit`: checks a cluster or, with `-f`, files against the prevention rules. */
export const audit: Handler<AuditValues> = async ({ values }, host, { version }) => {
  checkValues(values);
  const paint = paintFor(host.stderr, host, values.color);
  const warn = (diagnostic: Diagnostic): void => {
    host.stderr.write(
      folded(`${paint('yellow', 'Warning:')} ${sanitize(diagnosticText(diagnostic))}\n`, host.stderr),
    );
  };
  const ofFiles = values.filename.length > 0;
  const found: Audit = ofFiles
    ? await (await import('./in-files.ts')).auditInFiles(values, host, warn)
    : await (await import('./in-cluster.ts')).auditInCluster(values, host);
  for (const diagnostic of [...found.unread, ...found.notes]) warn(diagnostic);
  const verdict = verdictOf(found.findings, found.unread.length, values.level);
  const place = ofFiles ? ('file' as const) : values.allNamespaces ? ('namespace' as const) : undefined;
  await renderReport({ ...verdict, ...found }, host, {
    values,
    place,
    version,
    screen: screenOf(host, paintFor(host.stdout, host, values.color)),
    isOnlyDiff: values.diff && values.output === undefined,
    given: values.filename.map(nameOf),
  });
  return verdict.exitCode;
};

function checkValues({ service, filename, allNamespaces, shard, fix, diff, yes, accept }: AuditValues): void {
  checkService(service);
  givenShard(shard);
  if (filename.length > 0 && shard !== undefined)
    throw usageError(
      '--shard divides the objects of a cluster, not files',
      'Omit --shard or --filename (-f).',
    );
  if (filename.length > 0 && allNamespaces)
    throw usageError(
      '--filename (-f) and --all-namespaces (-A) cannot be used together',
      'Use one or the other.',
    );
  if (fix && filename.length === 0)
    throw usageError(
      '--fix works on files (-f): objects in a cluster are fixed at their source',
      'Repair hosts with "kubectl bmh repair". For any other finding, -o wide shows how to fix it.',
    );
  if (fix && filename.includes('-'))
    throw usageError('--fix cannot rewrite stdin', 'Name the files or folders with -f.');
  if (!fix && (diff || yes || accept.length > 0))
    throw usageError('--diff, --yes and --accept require --fix', 'Add --fix, or leave them out.');
}
