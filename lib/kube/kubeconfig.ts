import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CommandError } from '../errors.ts';
import { readGivenFile } from '../given-file.ts';
import { parseJson } from '../json.ts';
import { oneLine } from '../text.ts';
import { isPath } from './exec-program.ts';
import type { ClusterEntry, ContextEntry, KubeconfigDocument, UserEntry } from './kubeconfig-entries.ts';
import { kubeconfigFiles } from './kubeconfig-files.ts';
import { readDocument } from './kubeconfig-shape.ts';

/** All kubeconfig files as one: of each name, the first file's entry; paths in it are absolute. */
export interface Kubeconfig {
  currentContext: string;
  clusters: Map<string, ClusterEntry>;
  users: Map<string, UserEntry>;
  contexts: Map<string, ContextEntry>;
  /** The file that each user's entry is from. */
  userFiles: Map<string, string>;
  /** The files that were read. */
  files: string[];
}

/**
 * Reads the kubeconfig by kubectl's rules: the file of `--kubeconfig`, which must exist; else those that `KUBECONFIG`
 * lists, where missing ones are passed over; else `~/.kube/config`, which may be missing.
 *
 * @throws {CommandError} for a file that can't be read or is not a kubeconfig.
 */
export async function readKubeconfig(
  explicit: string | undefined,
  { env, warn }: { env: Record<string, string | undefined>; warn(text: string): void },
): Promise<Kubeconfig> {
  const merged: Kubeconfig = {
    currentContext: '',
    clusters: new Map(),
    users: new Map(),
    contexts: new Map(),
    userFiles: new Map(),
    files: [],
  };
  for (const file of explicit
    ? [explicit]
    : kubeconfigFiles({ platform: process.platform, env, exists: existsSync })) {
    const text = readText(file, Boolean(explicit));
    if (text === undefined) continue;
    merged.files.push(file);
    merge(merged, await parse(text, file), file);
  }
  if (!explicit && env.KUBECONFIG && merged.files.length === 0) {
    warn(`KUBECONFIG names no file that exists: ${oneLine(env.KUBECONFIG)}`);
  }
  return merged;
}

function readText(file: string, required: boolean): string | undefined {
  try {
    return readGivenFile(file).toString();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' && !required) return undefined;
    if (code === 'ENOENT') {
      throw new CommandError('usage', `error: stat ${oneLine(file)}: no such file or directory`, {
        mend: 'Give the path of a kubeconfig that exists (--kubeconfig).',
        cause: error,
      });
    }
    throw unusable(file, reasons[code ?? ''] ?? (error as Error).message, error);
  }
}

const reasons: Record<string, string> = { EACCES: 'permission denied' };

async function parse(text: string, file: string): Promise<KubeconfigDocument> {
  try {
    const parsed = text.trimStart().startsWith('{') ? jsonIn(text) : undefined;
    const document = (parsed ?? (await parseYaml(text)) ?? {}) as Record<string, unknown>;
    const { apiVersion, kind } = document;
    if ((apiVersion ?? 'v1') !== 'v1' || (kind ?? 'Config') !== 'Config') {
      throw new Error(
        `expected kind Config of version v1, not ${said(kind, 'Config')} of ${said(apiVersion, 'v1')}`,
      );
    }
    return readDocument(document);
  } catch (error) {
    throw unusable(file, (error as Error).message.split('\n', 1)[0] ?? '', error);
  }
}

/** A kind or a version as a file has it; one that it leaves out is the usual one. */
const said = (value: unknown, usual: string): string =>
  value === undefined || value === null ? usual : typeof value === 'string' ? value : JSON.stringify(value);

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

async function parseYaml(text: string): Promise<unknown> {
  const { loadAll } = await import('js-yaml');
  return loadAll(text)[0];
}

/** Of each name and of the current context, what is there already stays: the first file wins. */
function merge(merged: Kubeconfig, document: KubeconfigDocument, file: string): void {
  const folder = dirname(resolve(file));
  const absolute = (path?: string) => path && resolve(folder, path);
  merged.currentContext ||= document['current-context'] ?? '';
  for (const [name, { cluster = {} }] of byName(document.clusters, 'clusters', file)) {
    const paths = { 'certificate-authority': absolute(cluster['certificate-authority']) };
    if (!merged.clusters.has(name)) merged.clusters.set(name, { ...cluster, ...defined(paths) });
  }
  for (const [name, { user = {} }] of byName(document.users, 'users', file)) {
    const paths = {
      'client-certificate': absolute(user['client-certificate']),
      'client-key': absolute(user['client-key']),
      tokenFile: absolute(user.tokenFile),
      exec: user.exec && { ...user.exec, command: program(user.exec.command, folder) },
    };
    if (merged.users.has(name)) continue;
    merged.users.set(name, { ...user, ...defined(paths) });
    merged.userFiles.set(name, file);
  }
  for (const [name, { context = {} }] of byName(document.contexts, 'contexts', file)) {
    if (!merged.contexts.has(name)) merged.contexts.set(name, context);
  }
}

function byName<T extends { name?: string }>(
  list: T[] | undefined,
  field: string,
  file: string,
): Map<string, T> {
  const entries = new Map<string, T>();
  for (const entry of list ?? []) {
    const { name = '' } = entry;
    if (entries.has(name)) throw unusable(file, `${field}: duplicate name ${JSON.stringify(name)}`);
    entries.set(name, entry);
  }
  return entries;
}

/** A plugin's command with a slash in it is a path beside the kubeconfig; without, the PATH has it. */
const program = (command: string | undefined, folder: string): string =>
  command && isPath(command, process.platform) ? resolve(folder, command) : (command ?? '');

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as T;

const unusable = (file: string, why: string, cause?: unknown): CommandError =>
  new CommandError('usage', `error: error loading config file "${oneLine(file)}": ${oneLine(why)}`, {
    mend: 'Correct the file, or choose another one (--kubeconfig, KUBECONFIG).',
    cause,
  });
