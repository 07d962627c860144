import { parseJson } from '../../input/json.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Fetched } from './credentials.ts';

/**
 * The credential in what a plugin printed, which must be an ExecCredential of the version it is configured for.
 *
 * @throws {CommandError} in kubectl's words.
 */
export function readCredential(text: string, apiVersion: string): Fetched {
  const mend = 'Check the credential plugin that the kubeconfig names, and its version.';
  let printed: { apiVersion?: string; kind?: string; status?: Record<string, unknown> } | null;
  try {
    printed = parseJson(text) as typeof printed;
  } catch (cause) {
    throw pluginFailure('exec plugin printed no ExecCredential: its output is not JSON', { mend, cause });
  }
  if (printed?.kind !== 'ExecCredential')
    throw pluginFailure('exec plugin printed no ExecCredential', { mend });
  if (printed.apiVersion !== apiVersion) {
    const found =
      typeof printed.apiVersion === 'string' ? `version ${oneLine(printed.apiVersion)}` : 'no version';
    throw pluginFailure(
      `exec plugin is configured to use API version ${apiVersion}, plugin returned ${found}`,
      {
        mend,
      },
    );
  }
  const {
    token,
    clientCertificateData: cert,
    clientKeyData: key,
    expirationTimestamp,
  } = printed.status ?? {};
  if (!isText(token) && !(isText(cert) && isText(key))) {
    throw pluginFailure("exec plugin didn't return a token or cert/key pair", { mend });
  }
  const expires = isText(expirationTimestamp) ? Date.parse(expirationTimestamp) : Number.NaN;
  return {
    ...(isText(token) && { authorization: `Bearer ${token}` }),
    ...(isText(cert) && isText(key) && { cert, key }),
    ...(Number.isFinite(expires) && { expires }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A plugin that gave no credential: why, in kubectl's words. */
export const pluginFailure = (text: string, options: { mend: string; cause?: unknown }): CommandError =>
  new CommandError('api', `Unable to connect to the server: getting credentials: ${text}`, options);
