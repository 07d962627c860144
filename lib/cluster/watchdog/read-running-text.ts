import { readStatus, STATUS } from '../../alerts/answers.ts';
import { askAll } from '../alerts/ask.ts';
import { noneAsked } from '../alerts/none-asked.ts';
import { openManager } from '../alerts/open.ts';
import type { Asker } from '../metrics/pod.ts';

/**
 * The configuration that the first replica of an Alertmanager to answer runs, in YAML, with `<secret>` in place of secrets.
 *
 * @throws {CommandError} as `openManager` does, or if none answers.
 */
export async function readRunningText(
  { session, host }: Asker,
  { namespace, name }: { namespace: string; name: string | undefined },
): Promise<string> {
  const manager = await openManager({ host, of: { session, namespace, name }, http: {} });
  try {
    const { answers, unread } = await askAll(manager, STATUS, readStatus);
    const [first] = answers;
    if (!first) throw noneAsked(manager, unread);
    return first.value.config;
  } finally {
    manager.close();
  }
}
