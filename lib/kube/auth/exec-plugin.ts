import type { ChildProcess } from 'node:child_process';
import { parseJson } from '../../input/json.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { ExecEntry } from '../config/kubeconfig.ts';
import { aborted } from '../http/answer-to.ts';
import type { Fetched } from './credentials.ts';
import { environmentWith, startOf } from './exec-program.ts';

/** The cluster info that a plugin gets with `provideClusterInfo`, with the fields of its API. */
export interface ExecCluster {
  server: string;
  'tls-server-name'?: string;
  'insecure-skip-tls-verify'?: boolean;
  'certificate-authority-data'?: string;
  'proxy-url'?: string;
  'disable-compression'?: boolean;
  config?: unknown;
}

export interface ExecHost {
  env: Record<string, string | undefined>;
  /** Whether a user can answer the plugin: standard input is a terminal. */
  interactive: boolean;
  /** Whether to discard the plugin's stderr. */
  isSilent?: boolean;
}

const GROUP = 'client.authentication.k8s.io';
const VERSIONS = [`${GROUP}/v1`, `${GROUP}/v1beta1`];

/** The fault in a plugin's entry, in kubectl's words; undefined if absent. */
export function execFault(
  { apiVersion, command, interactiveMode }: ExecEntry,
  user: string,
): string | undefined {
  if (!command) return `command must be specified for ${user} to use exec authentication plugin`;
  if (!apiVersion) return `apiVersion must be specified for ${user} to use exec authentication plugin`;
  if (!VERSIONS.includes(apiVersion)) return `exec plugin: invalid apiVersion ${JSON.stringify(apiVersion)}`;
  if (!interactiveMode && apiVersion === VERSIONS[0]) {
    return `interactiveMode must be specified for ${user} to use exec authentication plugin`;
  }
  if (!['Never', 'IfAvailable', 'Always'].includes(interactiveMode ?? 'Never')) {
    return `invalid interactiveMode for ${user}: ${JSON.stringify(interactiveMode)}`;
  }
  return undefined;
}

/**
 * Runs a credential plugin and reads the ExecCredential that it prints. It inherits stderr, so that the user sees prompts and
 * device codes, and stdin if its mode allows and standard input is a terminal.
 *
 * @throws {CommandError} in kubectl's words.
 */
export async function runExecPlugin(
  entry: ExecEntry,
  cluster: ExecCluster,
  { env, interactive, isSilent, signal }: ExecHost & { signal?: AbortSignal },
): Promise<Fetched> {
  const { command = '', args = [], interactiveMode: mode = 'IfAvailable' } = entry;
  if (mode === 'Always' && !interactive) {
    throw pluginFailure(
      'exec plugin cannot support interactive mode: standard input is not a terminal',
      `Run this in a terminal: ${oneLine(command)} needs input.`,
    );
  }
  const asks = interactive && mode !== 'Never';
  const [{ spawn }, { existsSync }] = await Promise.all([import('node:child_process'), import('node:fs')]);
  let child: ChildProcess;
  try {
    const start = startOf(command, args, { platform: process.platform, env, exists: existsSync });
    if (start === undefined) throw notFound(entry);
    child = spawn(start.file, start.args, {
      env: environment(entry, { ...(entry.provideClusterInfo && { cluster }), interactive: asks }, env),
      stdio: [asks ? 'inherit' : 'ignore', 'pipe', isSilent ? 'ignore' : 'inherit'],
      windowsHide: true,
      windowsVerbatimArguments: start.verbatim,
    });
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const why = oneLine((cause as Error).message);
    throw pluginFailure(`exec: ${why}`, "Correct the exec entry of the kubeconfig's user.", cause);
  }
  return readCredential(await outputOf(child, entry, signal), entry.apiVersion ?? '');
}

function environment(
  entry: ExecEntry,
  spec: { interactive: boolean; cluster?: ExecCluster },
  env: ExecHost['env'],
) {
  const info = { kind: 'ExecCredential', apiVersion: entry.apiVersion, spec };
  const extra = (entry.env ?? []).map(({ name = '', value = '' }) => [name, value] as const);
  const added = { ...Object.fromEntries(extra), KUBERNETES_EXEC_INFO: JSON.stringify(info) };
  return environmentWith(env, added, process.platform);
}

const INSTALL = 'Install the credential plugin named in the kubeconfig, and put it on PATH.';

const CHECK = 'Run the credential plugin named in the kubeconfig by hand and check its output.';

const notFound = ({ command = '', installHint }: ExecEntry, cause?: unknown): CommandError =>
  pluginFailure(
    `exec: executable ${oneLine(command)} not found`,
    installHint ? oneLine(installHint.trim()) : INSTALL,
    cause,
  );

/** The limit of a plugin's output, in characters: a credential is a few kilobytes. */
const MOST_PRINTED = 1024 * 1024;

/** How long a plugin may take to end after SIGTERM, in milliseconds. */
const GRACE = 1_000;

/** The plugin's output; throws unless it exits with 0. An aborted signal ends the wait whatever the plugin does. */
async function outputOf(child: ChildProcess, entry: ExecEntry, signal?: AbortSignal): Promise<string> {
  const command = oneLine(entry.command ?? '');
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill();
    killing ??= setTimeout(() => {
      child.kill('SIGKILL');
      // Its child processes may keep the pipe open.
      child.stdout?.destroy();
    }, GRACE);
  };
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    return await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        if (text.length <= MOST_PRINTED) text += chunk;
        if (text.length > MOST_PRINTED) end();
      });
      child.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return reject(notFound(entry, error));
        reject(pluginFailure(`exec: ${command}: ${oneLine(error.message)}`, INSTALL, error));
      });
      child.once('close', (code, killed) => {
        if (signal?.aborted) return reject(aborted(signal));
        if (text.length > MOST_PRINTED)
          return reject(pluginFailure(`exec: executable ${command} printed more than 1 MiB`, CHECK));
        if (code === 0) return resolve(text);
        const how = code === null ? `was killed by ${killed}` : `failed with exit code ${code}`;
        const hint = 'See the plugin output above, then log in again.';
        reject(pluginFailure(`exec: executable ${command} ${how}`, hint));
      });
    });
  } finally {
    clearTimeout(killing);
    signal?.removeEventListener('abort', end);
  }
}

/**
 * The credential in a plugin's output, which must be an ExecCredential of the configured version.
 *
 * @throws {CommandError} in kubectl's words.
 */
function readCredential(text: string, apiVersion: string): Fetched {
  const hint = 'Check the credential plugin named in the kubeconfig, and its version.';
  let printed: { apiVersion?: string; kind?: string; status?: Record<string, unknown> } | null;
  try {
    printed = parseJson(text) as typeof printed;
  } catch (cause) {
    throw pluginFailure('exec plugin printed no ExecCredential: its output is not JSON', hint, cause);
  }
  if (printed?.kind !== 'ExecCredential') throw pluginFailure('exec plugin printed no ExecCredential', hint);
  if (printed.apiVersion !== apiVersion) {
    const found =
      typeof printed.apiVersion === 'string' ? `version ${oneLine(printed.apiVersion)}` : 'no version';
    throw pluginFailure(
      `exec plugin is configured to use API version ${apiVersion}, plugin returned ${found}`,
      hint,
    );
  }
  const {
    token,
    clientCertificateData: cert,
    clientKeyData: key,
    expirationTimestamp,
  } = printed.status ?? {};
  if (!isText(token) && !(isText(cert) && isText(key))) {
    throw pluginFailure("exec plugin didn't return a token or cert/key pair", hint);
  }
  const expires = isText(expirationTimestamp) ? Date.parse(expirationTimestamp) : Number.NaN;
  return {
    ...(isText(token) && { authorization: `Bearer ${token}` }),
    ...(isText(cert) && isText(key) && { cert, key }),
    ...(Number.isFinite(expires) && { expires }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The error of a plugin that returned no credential, in kubectl's words. */
const pluginFailure = (text: string, hint: string, cause?: unknown): CommandError =>
  new CommandError('api', `Unable to connect to the server: getting credentials: ${text}`, { hint, cause });
