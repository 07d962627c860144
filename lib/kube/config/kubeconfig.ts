import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, posix, resolve, win32 } from 'node:path';
import { readGivenFile } from '../../input/given-file.ts';
import { parseJson } from '../../input/json.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { each, type Read, read } from '../api/shape.ts';
import { isPath, type Machine } from '../auth/exec-program.ts';

/** All kubeconfig files merged: for each name, the first file's entry, with absolute paths. */
export interface Kubeconfig {
  currentContext: string;
  clusters: Map<string, ClusterEntry>;
  users: Map<string, UserEntry>;
  contexts: Map<string, ContextEntry>;
}

/**
 * Reads the kubeconfig by kubectl's rules: the file of `--kubeconfig`, which must exist; else those in `KUBECONFIG`, where
 * missing files are skipped; else `~/.kube/config`, which may be missing.
 *
 * @throws {CommandError} for a file that cannot be read or is not a kubeconfig.
 */
export async function readKubeconfig(
  explicit: string | undefined,
  { env, warn }: { env: Record<string, string | undefined>; warn(text: string): void },
): Promise<Kubeconfig> {
  const usual = () => kubeconfigFiles({ platform: process.platform, env, exists: existsSync });
  const configs: Kubeconfig[] = [];
  for (const file of explicit ? [explicit] : usual()) {
    const text = readText(file, Boolean(explicit));
    if (text !== undefined) configs.push(await parse(text, file));
  }
  if (!explicit && env.KUBECONFIG && configs.length === 0) {
    warn(`KUBECONFIG names no existing file: ${oneLine(env.KUBECONFIG)}`);
  }
  return {
    currentContext: configs.map(({ currentContext }) => currentContext).find(Boolean) ?? '',
    clusters: firstOf(configs.map(({ clusters }) => clusters)),
    users: firstOf(configs.map(({ users }) => users)),
    contexts: firstOf(configs.map(({ contexts }) => contexts)),
  };
}

function firstOf<T>(maps: Map<string, T>[]): Map<string, T> {
  const first = new Map<string, T>();
  for (const [name, entry] of maps.flatMap((map) => [...map])) if (!first.has(name)) first.set(name, entry);
  return first;
}

/**
 * The kubeconfig files that are read without `--kubeconfig`: those in `KUBECONFIG`, which may be missing, or the one in the home
 * folder, if it exists. Windows has three home folders, which are tried in client-go's order.
 */
export function kubeconfigFiles({ platform, env, exists }: Machine): string[] {
  const { delimiter, join } = platform === 'win32' ? win32 : posix;
  if (env.KUBECONFIG) return [...new Set(env.KUBECONFIG.split(delimiter).filter(Boolean))];
  const windows = [env.HOMEDRIVE && env.HOMEPATH && env.HOMEDRIVE + env.HOMEPATH, env.USERPROFILE];
  const homes = [env.HOME, ...(platform === 'win32' ? windows : [])];
  const candidates = homes.flatMap((home) => (home ? [join(home, '.kube', 'config')] : []));
  return candidates.filter(exists).slice(0, 1);
}

function readText(file: string, required: boolean): string | undefined {
  // Scripts name the null device in KUBECONFIG so that no kubeconfig is read.
  if (file === devNull) return '';
  try {
    return readGivenFile(file).toString();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' && !required) return undefined;
    if (code === 'ENOENT') {
      throw new CommandError('usage', `error: stat ${oneLine(file)}: no such file or directory`, {
        hint: 'Give the path of an existing kubeconfig (--kubeconfig).',
        cause: error,
      });
    }
    throw unusable(file, code === 'EACCES' ? 'permission denied' : (error as Error).message, error);
  }
}

async function parse(text: string, file: string): Promise<Kubeconfig> {
  const folder = dirname(resolve(file));
  const absolute = <T extends object>(entry: T, ...fields: (keyof T)[]): T => {
    const paths = fields.filter((field) => entry[field]);
    return {
      ...entry,
      ...Object.fromEntries(paths.map((field) => [field, resolve(folder, String(entry[field]))])),
    };
  };
  // A plugin's command with a slash is a path relative to the kubeconfig; without one, it is looked up on PATH.
  const plugin = (exec: ExecEntry): ExecEntry =>
    isPath(exec.command ?? '', process.platform) ? absolute(exec, 'command') : exec;
  try {
    const document = await documentIn(text);
    return {
      currentContext: document['current-context'] ?? '',
      clusters: byName(document.clusters, 'clusters', ({ cluster = {} }) =>
        absolute(cluster, 'certificate-authority'),
      ),
      users: byName(document.users, 'users', ({ user: { exec, ...user } = {} }) => ({
        ...absolute(user, 'client-certificate', 'client-key', 'tokenFile'),
        ...(exec && { exec: plugin(exec) }),
        file,
      })),
      contexts: byName(document.contexts, 'contexts', ({ context = {} }) => context),
    };
  } catch (error) {
    throw unusable(file, (error as Error).message.split('\n', 1)[0] ?? '', error);
  }
}

/** Parses a kubeconfig: checks the known fields, and drops unknown ones and nulls, as kubectl does. */
async function documentIn(text: string): Promise<Read<typeof kubeconfig>> {
  const parsed = (await parsedIn(text)) ?? {};
  const document = read(parsed, kubeconfig, { unknown: 'drop' }) as Read<typeof kubeconfig>;
  const { apiVersion = 'v1', kind = 'Config' } = document;
  if (apiVersion === 'v1' && kind === 'Config') return document;
  throw new Error(`expected kind Config of version v1, not ${kind} of ${apiVersion}`);
}

/** JSON is also YAML, but JSON.parse needs no YAML parser to be loaded. */
async function parsedIn(text: string): Promise<unknown> {
  try {
    return parseJson(text);
  } catch {
    const { loadAll } = await import('js-yaml');
    return loadAll(text)[0];
  }
}

function byName<Item extends { name?: string }, T>(
  items: Item[] | undefined,
  field: string,
  entryOf: (item: Item) => T,
): Map<string, T> {
  const entries = new Map<string, T>();
  for (const item of items ?? []) {
    const { name = '' } = item;
    if (entries.has(name)) throw new Error(`${field}: duplicate name ${JSON.stringify(name)}`);
    entries.set(name, entryOf(item));
  }
  return entries;
}

const unusable = (file: string, why: string, cause?: unknown): CommandError =>
  new CommandError('usage', `error: error loading config file "${oneLine(file)}": ${oneLine(why)}`, {
    hint: 'Correct the file, or choose another (--kubeconfig, KUBECONFIG).',
    cause,
  });

const strings = { list: 'string' } as const;

/** The fields of a kubeconfig's cluster that are read. */
const cluster = {
  fields: {
    ...each('string', 'server', 'tls-server-name', 'certificate-authority', 'proxy-url'),
    ...each('boolean', 'insecure-skip-tls-verify', 'disable-compression'),
    'certificate-authority-data': 'base64',
    extensions: { list: { fields: { name: 'string', extension: 'any' } } },
  },
} as const;

/** A credential plugin: a program that prints an ExecCredential. */
const exec = {
  fields: {
    ...each('string', 'apiVersion', 'command', 'installHint', 'interactiveMode'),
    args: strings,
    env: { list: { fields: each('string', 'name', 'value') } },
    provideClusterInfo: 'boolean',
  },
} as const;

const user = {
  fields: {
    ...each('string', 'client-certificate', 'client-key', 'token', 'tokenFile', 'username', 'password'),
    ...each('base64', 'client-certificate-data', 'client-key-data'),
    ...each('string', 'as', 'as-uid'),
    'as-groups': strings,
    'as-user-extra': { map: strings },
    exec,
    'auth-provider': { fields: { name: 'string', config: { map: 'string' } } },
  },
} as const;

const context = { fields: each('string', 'cluster', 'user', 'namespace') } as const;

/** One kubeconfig file. */
const kubeconfig = {
  fields: {
    ...each('string', 'apiVersion', 'kind', 'current-context'),
    clusters: { list: { fields: { name: 'string', cluster } } },
    users: { list: { fields: { name: 'string', user } } },
    contexts: { list: { fields: { name: 'string', context } } },
  },
} as const;

export type ClusterEntry = Read<typeof cluster>;
export type UserEntry = Read<typeof user> & {
  /** Its kubeconfig file. */
  file?: string;
};
export type ExecEntry = Read<typeof exec>;
export type ContextEntry = Read<typeof context>;
