/**
 * node leave-while-writing.ts FOLDER
 *
 * Saves a token in FOLDER/kubeconfig and writes FOLDER/values.yaml, and ends the process, as a second Ctrl-C does, as soon as
 * a third file is seen in FOLDER.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readValuesFile } from '../../../cmd/kubectl-monitoring/shared/values/values.ts';
import { replaceFile } from '../../../cmd/shared/text-file.ts';
import { saveTokens } from '../../../lib/kube/auth/oidc.ts';

const [folder = ''] = process.argv.slice(2);

let isDone = false;
look();

/** Looks at every turn of the event loop. */
function look(): void {
  if (readdirSync(folder).length > 2) process.exit();
  if (!isDone) setImmediate(look);
}

const values = await readValuesFile('values.yaml', folder);
const file = join(folder, 'kubeconfig');
await saveTokens({ file, user: 'me', changes: { 'id-token': 'new' } }, (text) => process.stderr.write(text));
await replaceFile(values, 'a: 2\n', 'values file');
isDone = true;
