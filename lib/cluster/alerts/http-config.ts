import { dirname, resolve } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { readGivenFile } from '../../input/given-file.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { basic } from '../metrics/local.ts';
import type { HttpOptions } from '../metrics/ways.ts';

/**
 * Reads the credentials and the TLS settings for an Alertmanager from a file in the form of Prometheus' HTTP configuration, which
 * amtool's `--http.config.file` has, too: `basic_auth`, `authorization` and `tls_config`. Paths in it start at its own folder. Without
 * a file, there are none.
 *
 * @throws {CommandError} if it cannot be read, or has a setting of another kind.
 */
export function readHttpConfig(file: string | undefined, cwd: string): HttpOptions {
  if (file === undefined) return {};
  const path = resolve(cwd, file);
  const folder = dirname(path);
  try {
    // Without types, so that the password 007 is not 7.
    const config = settings(load(readGivenFile(path).toString(), { schema: FAILSAFE_SCHEMA }), 'the file', [
      'basic_auth',
      'authorization',
      'tls_config',
    ]);
    const authorization = authorizationOf(config, folder);
    const tls = tlsOf(config.tls_config, folder);
    return { ...(authorization !== undefined && { authorization }), ...(tls && { tls }) };
  } catch (error) {
    const reason = error instanceof YAMLException ? placeOf(error) : (error as Error).message;
    throw usageError(
      `cannot read the HTTP configuration ${oneLine(file)}: ${oneLine(reason.split('\n')[0] ?? '')}`,
      'Use basic_auth, authorization and tls_config, as in the file for amtool --http.config.file.',
    );
  }
}

/** What is wrong with YAML, and where, without the text there: it may be a part of a password. */
const placeOf = ({ reason, mark }: YAMLException): string => {
  const [what = ''] = reason.split(/["!:<]/);
  return `${what.trim()}${mark ? ` (line ${mark.line + 1})` : ''}`;
};

/** The fields of a mapping. @throws {SyntaxError} if it is no mapping, or has other fields than these. */
function settings(value: unknown, name: string, known: readonly string[]): Record<string, unknown> {
  const fields = fieldsOf(value);
  if (!fields) throw new SyntaxError(`${name} is not a mapping`);
  const other = Object.keys(fields).find((key) => !known.includes(key));
  if (other !== undefined) throw new SyntaxError(`${name} has the unknown field "${other}"`);
  return fields;
}

function authorizationOf(
  { basic_auth: login, authorization }: Record<string, unknown>,
  folder: string,
): string | undefined {
  if (login !== undefined && authorization !== undefined)
    throw new SyntaxError('it has both basic_auth and authorization');
  if (login !== undefined) {
    const fields = settings(login, 'basic_auth', ['username', 'username_file', 'password', 'password_file']);
    return basic(`${given(fields, 'username', folder)}:${given(fields, 'password', folder)}`);
  }
  if (authorization === undefined) return undefined;
  const fields = settings(authorization, 'authorization', ['type', 'credentials', 'credentials_file']);
  return `${text(fields, 'type') || 'Bearer'} ${given(fields, 'credentials', folder)}`;
}

/** A value that is given itself or by the file that has it, whose surrounding space does not count. */
const given = (fields: Record<string, unknown>, name: string, folder: string): string =>
  fields[`${name}_file`] === undefined
    ? text(fields, name)
    : fileAt(fields, `${name}_file`, folder).toString().trim();

/** A setting; empty if it is absent. @throws {SyntaxError} if it is a list or a mapping. */
function text(fields: Record<string, unknown>, name: string): string {
  const value = fields[name] ?? '';
  if (typeof value === 'object') throw new SyntaxError(`${name} is not a text`);
  return textOf(value);
}

/** The file that a setting names. @throws {Error} if it cannot be read, or may never end. */
function fileAt(fields: Record<string, unknown>, name: string, folder: string): Buffer {
  try {
    return readGivenFile(resolve(folder, text(fields, name)));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'NOT_READ' ? new Error(`${name} ${message}`) : error;
  }
}

function tlsOf(value: unknown, folder: string): ConnectionOptions | undefined {
  if (value === undefined) return undefined;
  const fields = settings(value, 'tls_config', [
    'ca_file',
    'cert_file',
    'key_file',
    'server_name',
    'insecure_skip_verify',
  ]);
  const read = (name: string): Buffer | undefined =>
    fields[name] === undefined ? undefined : fileAt(fields, name, folder);
  const [ca, cert, key] = [read('ca_file'), read('cert_file'), read('key_file')];
  return {
    rejectUnauthorized: text(fields, 'insecure_skip_verify') !== 'true',
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(fields.server_name !== undefined && { servername: text(fields, 'server_name') }),
  };
}
