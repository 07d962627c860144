import { rmSync, writeFileSync } from 'node:fs';
import { isMap, isSeq, parseDocument } from 'yaml';
import { readGivenFile } from '../../input/given-file.ts';
import { oneLine } from '../../words/text.ts';

interface Renewal {
  /** The kubeconfig file and the user in it. */
  file: string;
  user: string;
  /** New values of `auth-provider.config`. */
  changes: Record<string, string>;
}

/**
 * Writes renewed tokens back into the kubeconfig, as kubectl does, under kubectl's lock (`FILE.lock`), leaving all else
 * in the file as it is. Where it can't, it warns: the run goes on with what it has. Nothing is awaited on the way: a signal
 * that ends the process at once finds no lock to leave behind, and no half of a file.
 */
export async function saveTokens(
  { file, user, changes }: Renewal,
  warn: (text: string) => void,
): Promise<void> {
  const lock = `${file}.lock`;
  try {
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
    try {
      const document = parseDocument(readGivenFile(file).toString());
      const users = document.get('users');
      const index = isSeq(users)
        ? users.items.findIndex((item) => isMap(item) && item.get('name') === user)
        : -1;
      if (index < 0) throw new Error(`user ${user} is no longer in it`);
      for (const [key, value] of Object.entries(changes)) {
        document.setIn(['users', index, 'user', 'auth-provider', 'config', key], value);
      }
      writeFileSync(file, document.toString({ lineWidth: 0 }));
    } finally {
      rmSync(lock, { force: true });
    }
  } catch (error) {
    const why = oneLine((error as Error).message);
    warn(`the renewed login of ${oneLine(user)} could not be saved in ${oneLine(file)}: ${why}`);
  }
}
