import type { Diagnostic, Scope } from '../../../lib/audit/diagnostic.ts';
import { findingsOfFile } from '../../../lib/audit/file-findings.ts';
import type { Finding } from '../../../lib/audit/finding.ts';
import { type Generated, type Reference, settingsByName, tellingOf } from '../../../lib/audit/generators.ts';
import type { Expectation } from '../../../lib/audit/judge.ts';
import { faultOf } from '../../../lib/audit/unresolved.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { readGivenFile } from '../../../lib/input/given-file.ts';
import { YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import { readStdin } from '../../shared/read-stdin.ts';
import { parseableText } from '../../shared/text-file.ts';
import {
  type FoundFile,
  filesOf,
  isYamlName,
  type PassedOver,
  READABLE,
  unreadable,
  type Walk,
} from '../../shared/walk.ts';
import { BUILD, referredTo } from './referred.ts';

/** What files are checked against. */
export interface FileRules extends Expectation {
  /** Whether Secrets are checked as well. */
  secrets: boolean;
}

export interface FilesAudit {
  /** Each with its `file`. */
  findings: Finding[];
  /** What was skipped on purpose: chart templates, links that point elsewhere. */
  notes: Diagnostic[];
  /** What could not be read, parsed or checked. Not empty if nothing was checked. */
  unread: Diagnostic[];
  /** Absent if nothing was checked. */
  scope?: Scope;
  /** What Kustomize generates from each file that is not a manifest, by the file's name. */
  generated: ReadonlyMap<string, Generated>;
}

interface Run {
  rules: FileRules;
  audit: FilesAudit & { scope: { objects: number; files: number }; generated: Map<string, Generated> };
  /** The files that Kustomizations refer to. */
  referred: { from: FoundFile; reference: Reference & { line: number } }[];
}

/**
 * Audits YAML and JSON files, holding one at a time. Contacts no cluster.
 *
 * @param names of files and folders; `-` is stdin.
 */
export async function auditFiles(names: string[], rules: FileRules, host: Host): Promise<FilesAudit> {
  const scope = { objects: 0, files: 0 };
  const audit: Run['audit'] = { findings: [], notes: [], unread: [], scope, generated: new Map() };
  const run: Run = { rules, audit, referred: [] };
  if (names.includes('-')) await judgeFile({ name: STDIN }, () => readStdin(host), run);
  const judged = new Set<string>();
  const paths = names.filter((name) => name !== '-');
  for await (const entry of filesOf(paths, { ...WALK, cwd: host.cwd() })) {
    host.interrupted.throwIfAborted();
    if ('reason' in entry) passOver(entry, audit);
    else {
      judged.add(entry.path);
      const generated = settingsByName(entry.name);
      await judgeFile({ ...entry, generated }, () => readGivenFile(entry.path), run);
    }
  }
  await judgeReferred(run, judged, host);
  if (scope.objects > 0) return audit;
  const { scope: _none, ...rest } = audit;
  const nothing = { path: names.map(nameOf).join(', '), ...NOTHING };
  return { ...rest, unread: rest.unread.length > 0 ? rest.unread : [nothing] };
}

/** Audits the files that Kustomizations generate objects from, each once; notes those that cannot be used. */
async function judgeReferred(run: Run, judged: Set<string>, { interrupted }: Host): Promise<void> {
  const files = new Map<string, { file: FoundFile; generated: Generated }>();
  for (const { from, reference } of run.referred) {
    const { path, line, key, kind, name } = reference;
    const file = await referredTo(from, path);
    if ('reason' in file)
      run.audit.notes.push({ path: file.name, line, reason: file.reason, hint: file.hint });
    else if (!judged.has(file.path)) {
      const generated = tellingOf(files.get(file.path)?.generated, { kind, name, ...(key && { key }) });
      files.set(file.path, { file, generated });
    }
  }
  for (const { file, generated } of files.values()) {
    interrupted.throwIfAborted();
    const isManifest = generated.key !== undefined && generated.kind !== 'Secret' && isYamlName(file.name);
    const as = isManifest ? undefined : generated;
    await judgeFile({ ...file, generated: as }, () => readGivenFile(file.path), run);
  }
}

const passOver = ({ isUnread, name, ...about }: PassedOver, audit: FilesAudit): unknown =>
  (isUnread ? audit.unread : audit.notes).push({ path: name, ...about });

/** A file; stdin has no path. */
type Input = Pick<FoundFile, 'name'> & Partial<FoundFile> & { generated?: Generated | undefined };

async function judgeFile(file: Input, read: () => Buffer | Promise<Buffer>, run: Run): Promise<void> {
  try {
    judge(file, await read(), run);
  } catch (error) {
    passOver(unreadable(file.name, error, READABLE), run.audit);
  }
}

function judge(file: Input, content: Buffer, { rules, audit, referred }: Run): void {
  const { name, path, root, generated } = file;
  const text = parseableText(content);
  if (typeof text !== 'string') {
    audit.unread.push({ path: name, ...text });
    return;
  }
  try {
    const { secrets, ...expectation } = rules;
    const found = findingsOfFile(text, { name, expectation, secrets, generated });
    if (generated) audit.generated.set(name, generated);
    audit.scope.objects += found.judged;
    if (found.judged > 0) audit.scope.files += 1;
    for (const { finding } of found.located) audit.findings.push(finding);
    for (const reference of found.references)
      if (path !== undefined && root !== undefined) referred.push({ from: { name, path, root }, reference });
      else {
        const reason = `refers to the file ${reference.path}`;
        audit.notes.push({ path: name, line: reference.line, reason, hint: BUILD });
      }
    for (const about of found.unresolved) audit.unread.push({ path: name, ...about });
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    if (!isOther(name, text)) audit.unread.push({ path: name, ...faultOf(text, error) });
  }
}

/** Whether a file is JSON with comments for another tool, such as tsconfig.json. */
const isOther = (name: string, text: string): boolean =>
  name.endsWith('.json') && !text.includes('"apiVersion"');

const WALK: Omit<Walk, 'cwd'> = {
  hints: { path: 'pass a file, a folder, or - for stdin with -f', link: 'pass its target with -f' },
  templates: 'audit the rendered output: helm template CHART | kubectl bmh audit -f -',
  settings: true,
};

const NOTHING = {
  reason: 'found no YAML or JSON to check',
  hint: 'pass manifests, or a folder of them, with -f',
};

/** How findings and warnings call stdin. */
const STDIN = 'stdin';

/** How warnings and findings call a value of `-f`. */
export const nameOf = (given: string): string => (given === '-' ? STDIN : given);
