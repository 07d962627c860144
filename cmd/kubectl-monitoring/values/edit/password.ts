import { randomBytes } from 'node:crypto';
import type { Host } from '../../../../lib/cli/command.ts';
import { askSecret } from '../../../../lib/cli/prompt.ts';
import { openSession } from '../../../../lib/cluster/session.ts';
import { type FoundSecret, readSecret, writeSecret } from '../../../../lib/cluster/values/secret.ts';
import { objectName } from '../../../../lib/kube/api/object-name.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { PASSWORD_KEY } from '../../../../lib/values/settings/scalars.ts';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { readStdin } from '../../../shared/read-stdin.ts';
import { commandText } from '../../../shared/words.ts';
import type { ValuesEdit } from '../../shared/values/change-values.ts';
import type { PasswordValues } from './flags.ts';

/** The password, and how it gets into the Secret. */
interface Password {
  /** Undefined if the Secret has one already, which is kept. */
  text: string | undefined;
  edit: Pick<ValuesEdit, 'plan' | 'next' | 'before' | 'done'>;
  close(): void;
}

/** Gets the password without showing it. @throws {CommandError} if there is none, or the Secret cannot be read or is not ours to change. */
export async function passwordOf(values: PasswordValues, host: Host): Promise<Password> {
  const { existingSecret } = values;
  if (existingSecret === undefined) {
    const text = await given(values, host, undefined);
    return { text, edit: { next: 'The dashboard UI reads the password when its pods start.' }, close() {} };
  }
  const name = objectName(existingSecret, 'resource name');
  const { namespace = MONITORING_NAMESPACE, requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  try {
    const found = await readSecret(session.client, { namespace, name });
    const text = await given(values, host, found);
    if (text !== undefined && found?.obstacle)
      throw new CommandError(
        'refusal',
        `error: the Secret ${namespace}/${name} was not changed: ${found.obstacle}`,
        {
          hint: 'Choose another name for --existing-secret.',
        },
      );
    if (text !== undefined && found?.source?.syncs)
      throw new CommandError(
        'refusal',
        `error: the Secret ${namespace}/${name} was not changed: ${found.source.text} manages it and would revert the change`,
        {
          hint: 'Change the password there; without --generate and without a password on stdin, this command only names the Secret in the values.',
        },
      );
    const what = found
      ? text === undefined
        ? 'keeps its password'
        : 'will get another password'
      : 'will be created';
    return {
      text,
      edit: {
        plan: [`The Secret ${namespace}/${name} ${what}.`],
        next: `The dashboard UI reads the password when its pods start. To read it: ${commandText({ words: readWords(name), namespace }, { values })}`,
        done: `the Secret ${namespace}/${name} has the new password, which is kept if you run this again without one`,
        ...(text !== undefined && {
          before: () => writeSecret(session.client, { namespace, name, password: text, found }),
        }),
      },
      close: () => session.client.close(),
    };
  } catch (error) {
    session.client.close();
    throw error;
  }
}

const readWords = (name: string): string[] => [
  ...['kubectl', 'get', 'secret', name],
  ...['-o', `go-template={{index .data "${PASSWORD_KEY}" | base64decode}}`],
];

/** The password of --generate, stdin or a prompt; undefined if the Secret has one and no other is given. */
async function given(
  { generate }: PasswordValues,
  host: Host,
  found: FoundSecret | undefined,
): Promise<string | undefined> {
  // 24 bytes are 32 letters.
  if (generate) return randomBytes(24).toString('base64url');
  if (host.interactive && found?.hasPassword) return undefined;
  const text = host.interactive
    ? await askSecret('New admin password: ', host)
    : `${await readStdin(host)}`.replace(/\r?\n$/, '');
  if (text === '' && found?.hasPassword) return undefined;
  if (text.length < LEAST || /\p{Cc}/u.test(text))
    throw usageError(
      text === ''
        ? 'no password was given'
        : `the password is shorter than ${LEAST} characters, or has several lines`,
      'Give it on stdin or at the prompt, or use --generate.',
    );
  return text;
}

/** The UI takes no shorter ones. */
const LEAST = 4;
