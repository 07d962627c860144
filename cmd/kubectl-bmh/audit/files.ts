import { type Dirent, existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import type { Diagnostic, Scope } from '../../../lib/audit/diagnostic.ts';
import { findingsOfFile } from '../../../lib/audit/file-findings.ts';
import type { Finding } from '../../../lib/audit/finding.ts';
import { type Generated, type Reference, settingsByName, tellingOf } from '../../../lib/audit/generators.ts';
import type { Expectation } from '../../../lib/audit/judge.ts';
import { faultOf } from '../../../lib/audit/unresolved.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { readGivenFile, readInput } from '../../../lib/input/given-file.ts';
import { YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import { fileReason, isFileError, textOf } from '../../shared/text-file.ts';

/** What files are judged against. */
export interface FileRules extends Expectation {
  /** Whether Secrets are judged as well. */
  secrets: boolean;
}

export interface FilesAudit {
  /** Each with its `file`. */
  findings: Finding[];
  /** What is left out on purpose: the templates of charts, links that lead elsewhere. */
  notes: Diagnostic[];
  /** What could not be read, parsed or judged, as it is a template, encrypted or filled in later; where nothing was, at least that. */
  unread: Diagnostic[];
  /** Absent where nothing could be judged. */
  scope?: Scope;
  /** What is made of a file by its name, where it is no manifest itself. */
  generated: ReadonlyMap<string, Generated>;
}

/**
 * Judges files of YAML and JSON, one after the other: no more than one is held. No cluster is asked.
 *
 * @param names of files and folders; `-` is stdin.
 */
export async function auditFiles(names: string[], rules: FileRules, host: Host): Promise<FilesAudit> {
  const scope = { objects: 0, files: 0 };
  const audit: JudgedSoFar = { findings: [], notes: [], unread: [], scope: scope, generated: new Map() };
  const judging: Judging = { rules, audit, referred: [] };
  if (names.includes('-')) await judgeFile({ name: STDIN }, () => readStdin(host), judging);
  const judged = new Set<string>();
  for await (const entry of filesOf(
    names.filter((name) => name !== '-'),
    host.cwd(),
  )) {
    host.interrupted.throwIfAborted();
    if ('reason' in entry) note(entry, audit);
    else {
      judged.add(entry.path);
      const generated = settingsByName(entry.name);
      await judgeFile({ ...entry, generated }, () => readGivenFile(entry.path), judging);
    }
  }
  await judgeReferred(judging, judged, host);
  if (scope.objects > 0) return audit;
  const path = names.map(nameOf).join(', ');
  const { scope: _none, ...told } = audit;
  return { ...told, unread: told.unread.length > 0 ? told.unread : [{ path, ...NOTHING }] };
}

/** Judges what Kustomizations make objects of, each file once; what can't be had of it is noted. */
async function judgeReferred(judging: Judging, judged: Set<string>, { interrupted }: Host): Promise<void> {
  const files = new Map<string, { file: FoundFile; generated: Generated }>();
  for (const { from, reference } of judging.referred) {
    const { path, line, key, kind, name } = reference;
    const file = await referredTo(from, path);
    if ('reason' in file)
      judging.audit.notes.push({ path: file.name, line, reason: file.reason, hint: file.hint });
    else if (!judged.has(file.path)) {
      const generated = tellingOf(files.get(file.path)?.generated, { kind, name, ...(key && { key }) });
      files.set(file.path, { file, generated });
    }
  }
  for (const { file, generated } of files.values()) {
    interrupted.throwIfAborted();
    const isManifest = generated.key !== undefined && generated.kind !== 'Secret' && isYamlName(file.name);
    const as = isManifest ? undefined : generated;
    await judgeFile({ ...file, generated: as }, () => readGivenFile(file.path), judging);
  }
}

type JudgedSoFar = FilesAudit & {
  scope: { objects: number; files: number };
  generated: Map<string, Generated>;
};

interface Judging {
  rules: FileRules;
  audit: JudgedSoFar;
  /** The files that Kustomizations name. */
  referred: { from: FoundFile; reference: Reference & { line: number } }[];
}

/** What is judged; without a path, it is what comes from stdin. */
type Judged = Pick<FoundFile, 'name'> & Partial<FoundFile> & { generated?: Generated | undefined };

const note = ({ isUnread, name, ...about }: PassedOver, audit: FilesAudit): unknown =>
  (isUnread ? audit.unread : audit.notes).push({ path: name, ...about });

/** All of stdin; a person's interruption ends it, which a read of a terminal or a pipe would not. */
async function readStdin({ stdin, interrupted, leaveAtEnd }: Host): Promise<Buffer> {
  interrupted.throwIfAborted();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    leaveAtEnd();
    reject(interrupted.reason);
  };
  interrupted.addEventListener('abort', stop);
  try {
    return await Promise.race([readInput(stdin), stopped]);
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

async function judgeFile(
  file: Judged,
  read: () => Buffer | Promise<Buffer>,
  judging: Judging,
): Promise<void> {
  try {
    judge(file, await read(), judging);
  } catch (error) {
    if (!isFileError(error)) throw error;
    const reason = `cannot be read: ${fileReason(error)}`;
    judging.audit.unread.push({ path: file.name, reason, hint: 'check that you may read it' });
  }
}

function judge(file: Judged, content: Buffer, { rules, audit, referred }: Judging): void {
  const { name, generated } = file;
  const text = content.length > LARGEST ? undefined : textOf(content);
  if (text === undefined) {
    audit.unread.push({ path: name, ...(content.length > LARGEST ? TOO_LARGE : NO_TEXT) });
    return;
  }
  try {
    const { secrets, ...expectation } = rules;
    const options = { name, expectation, secrets, generated };
    const { located, unresolved, judged, references } = findingsOfFile(text, options);
    if (generated) audit.generated.set(name, generated);
    audit.scope.objects += judged;
    if (judged > 0) audit.scope.files += 1;
    for (const { finding } of located) audit.findings.push(finding);
    const { path, root } = file;
    for (const reference of references)
      if (path !== undefined && root !== undefined) referred.push({ from: { name, path, root }, reference });
      else
        audit.notes.push({
          path: name,
          line: reference.line,
          reason: `refers to the file ${reference.path}`,
          hint: BUILD,
        });
    for (const about of unresolved) audit.unread.push({ path: name, ...about });
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    if (isOther(name, text)) return;
    audit.unread.push({ path: name, ...faultOf(text, error) });
  }
}

/** Whether a file is of JSON that some tool reads with comments in it, and no object. */
const isOther = (name: string, text: string): boolean =>
  name.endsWith('.json') && !text.includes('"apiVersion"');

/** Of a file, in bytes: what is parsed takes up to a hundred times that of memory. */
const LARGEST = 8 * 1024 * 1024;
const TOO_LARGE = { reason: 'is larger than 8 MiB', hint: 'split it into several files' };
const NO_TEXT = { reason: 'is not UTF-8', hint: 'save it as UTF-8' };
const NOTHING = {
  reason: 'found no YAML or JSON to check',
  hint: 'pass manifests, or a folder of them, with -f',
};

/** A file to be read. */
interface FoundFile {
  /** As a person would name it from where they are. */
  name: string;
  /** The file itself, behind any links. */
  path: string;
  /** The folder that is audited: what it refers to is read from there alone. */
  root: string;
}

/** What is passed over, with the reason; `isUnread` where that is a fault and no choice. */
interface PassedOver {
  name: string;
  reason: string;
  hint: string;
  isUnread: boolean;
}

/**
 * The YAML and JSON files of what `-f` names, in the order of their names and each once: a file whatever it is called, and
 * of a folder all that lies in it. Left out are hidden folders, `node_modules`, a chart's templates, and links that lead out
 * of the folder. A name that nothing has is unread.
 */
export async function* filesOf(names: string[], cwd: string): AsyncGenerator<FoundFile | PassedOver> {
  const seen = new Set<string>();
  for (const name of names) {
    const found = await placeOf(name, cwd);
    if ('reason' in found) {
      yield found;
      continue;
    }
    const { path, isFolder } = found;
    const root = isFolder ? path : dirname(path);
    for await (const entry of isFolder ? inFolder({ name, path, root }) : [{ name, path, root }]) {
      if ('path' in entry && seen.has(entry.path)) continue;
      if ('path' in entry) seen.add(entry.path);
      yield entry;
    }
  }
}

async function placeOf(name: string, cwd: string): Promise<{ path: string; isFolder: boolean } | PassedOver> {
  try {
    const given = resolve(cwd, name);
    const about = await stat(given);
    // A pipe, as of a shell's <(…), has no path of its own.
    const path = about.isFile() || about.isDirectory() ? await realpath(given) : given;
    return { path, isFolder: about.isDirectory() };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { name, reason: `cannot be read: ${fileReason(error)}`, hint: GIVE, isUnread: true };
  }
}

async function* inFolder(folder: FoundFile): AsyncGenerator<FoundFile | PassedOver> {
  if (basename(folder.path) === 'templates' && existsSync(join(dirname(folder.path), 'Chart.yaml'))) {
    yield passedOver(folder.name, 'holds chart templates', RENDER);
    return;
  }
  for (const entry of await entriesOf(folder)) {
    if ('reason' in entry) yield entry;
    else if (entry.isSymbolicLink()) yield* behindLink(below(folder, entry));
    else if (entry.isDirectory()) yield* inFolder(below(folder, entry));
    else if (entry.isFile() && isManifestName(entry.name)) yield below(folder, entry);
  }
}

/** The entries of a folder by name; what can't be listed is passed over. */
async function entriesOf({ name, path }: FoundFile): Promise<(Dirent | PassedOver)[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (!isFileError(error)) throw error;
    return [{ name, reason: `cannot be read: ${fileReason(error)}`, hint: READABLE, isUnread: true }];
  }
}

/** What a link leads to, where that is a file of the same folder: folders of it are walked anyway. */
async function* behindLink({ name, path, root }: FoundFile): AsyncGenerator<FoundFile | PassedOver> {
  try {
    const target = await realpath(path);
    const isInside = isWithin(target, root);
    const isFolder = (await stat(target)).isDirectory();
    if (!isInside) {
      if (isFolder || isManifestName(name))
        yield passedOver(name, 'is a symlink that points outside the folder', NAME_IT);
    } else if (!isFolder && isManifestName(name)) yield { name, path: target, root };
  } catch (error) {
    if (!isFileError(error)) throw error;
    if (isManifestName(name))
      yield { name, reason: `cannot be read: ${fileReason(error)}`, hint: READABLE, isUnread: true };
  }
}

const isWithin = (target: string, root: string): boolean =>
  target === root || target.startsWith(root.endsWith(sep) ? root : root + sep);

const below = ({ name, path, root }: FoundFile, entry: Dirent): FoundFile => ({
  name: join(name, entry.name),
  path: join(path, entry.name),
  root,
});

/** A file that another one refers to, relative to the folder that it is in. */
async function referredTo(from: FoundFile, reference: string): Promise<FoundFile | PassedOver> {
  const { path, name, root } = from;
  const over = (reason: string): PassedOver =>
    passedOver(name, `refers to ${reference}, which ${reason}`, BUILD);
  if (reference.includes('://')) return over('is not a file in the folder');
  try {
    const target = await realpath(resolve(dirname(path), reference));
    if (!isWithin(target, root)) return over('is outside the folder');
    if (!(await stat(target)).isFile()) return over('is not a file');
    return { name: join(dirname(name), reference), path: target, root };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return over(`cannot be read: ${fileReason(error)}`);
  }
}

/** Whether a folder's file is read: manifests, and the settings of Ironic as metal3's own layout calls them. */
const isManifestName = (name: string): boolean => isYamlName(name) || SETTINGS.test(basename(name));

/** Whether a file is YAML or JSON by its name. */
const isYamlName = (name: string): boolean =>
  ['.yaml', '.yml', '.json'].includes(extname(name)) || basename(name) === 'Kustomization';

const SETTINGS = /^ironic(_bmo_configmap)?\.env$/;

const passedOver = (name: string, reason: string, hint: string): PassedOver => ({
  name,
  reason,
  hint,
  isUnread: false,
});

/** What to do about what Kustomize makes of files that aren't read. */
const BUILD = 'audit the rendered output: kustomize build FOLDER | kubectl bmh audit -f -';
const RENDER = 'audit the rendered output: helm template CHART | kubectl bmh audit -f -';
const NAME_IT = 'pass its target with -f';
const READABLE = 'check that it exists and that you may read it';
const GIVE = 'pass a file, a folder, or - for stdin with -f';

/** How findings name what comes from stdin. */
const STDIN = 'stdin';

/** What `-f` names, as warnings and findings name it. */
export const nameOf = (given: string): string => (given === '-' ? STDIN : given);
