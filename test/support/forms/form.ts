import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { TestServer } from '../server.ts';

/** One way of saying which API server is meant and who one is, as kubectl knows it. */
export interface Form {
  name: string;
  /** What the form takes that not every machine gives. */
  needs?: 'terminal' | 'service account path';
  /** Writes what it takes into `folder`, which is empty, belongs to this form alone and is its HOME. */
  prepare(server: TestServer, folder: string): Promise<Prepared>;
}

export interface Prepared {
  /** Connection flags, as kubectl takes them. */
  args: string[];
  /** Environment variables beside HOME and PATH. */
  env?: Record<string, string>;
  /** What is typed on the terminal once `prompt` is seen. */
  answer?: { prompt: string; text: string };
  /** After a command has succeeded: throws unless it went the way that this form is about. */
  check?(): void;
  /** Ends what was started for the form and removes what it wrote outside of `folder`. */
  stop?(): Promise<void>;
}

/** The whole environment that a program of this form runs in. */
export const environmentOf = ({ env = {} }: Prepared, folder: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  ...env,
});

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A kubeconfig with one context of one cluster and one user, as YAML. */
export const kubeconfigOf = (
  cluster: object,
  user: object,
  { name = 'form', context = {} }: { name?: string; context?: object } = {},
): string =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, ...context } }],
  });

/** The cluster entry of a server, with its CA inside. */
export const clusterOf = ({
  admin,
}: TestServer): { server: string; 'certificate-authority-data': string } => ({
  server: admin.url,
  'certificate-authority-data': base64(admin.ca),
});

/** The user entry of its administrator, by bearer token. */
export const adminOf = ({ admin }: TestServer): { token: string } => ({ token: admin.token ?? '' });

/** Writes a file into the form's folder and gives its path. */
export async function put(folder: string, name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

/** A form whose whole point is in one kubeconfig, given with `--kubeconfig`. */
export const fromUser = (
  name: string,
  userOf: (server: TestServer, folder: string) => Promise<object>,
): Form => ({
  name,
  async prepare(server, folder) {
    const user = await userOf(server, folder);
    return { args: ['--kubeconfig', await put(folder, 'config', kubeconfigOf(clusterOf(server), user))] };
  },
});
