import type { Handler, Host } from '../../../lib/cli/command.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { readSelected, type Selection, selectionOf } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { CommandError, usageError } from '../../../lib/words/errors.ts';
import { renderUnread } from '../../shared/render.ts';
import { checkService, checkUrl } from '../shared/repair-options.ts';
import { BMH } from '../shared/sanitize.ts';
import type { VerifyValues } from './flags.ts';
import { KIND, render } from './render.ts';
import { type Unread, verifyHost } from './verify-host.ts';

/** `kubectl bmh verify HOST...`: the verification after §4.A step 9. */
export const verify: Handler<VerifyValues> = async ({ args: words, values }, host) => {
  checkFlags(values);
  try {
    return await verifyHosts(words, values, host);
  } catch (error) {
    if (!isUnread(error)) throw error;
    return await renderUnread(error, host, { output: values.output, plugin: BMH, kind: KIND });
  }
};

async function verifyHosts(words: string[], values: VerifyValues, host: Host): Promise<number> {
  const { client, connection, paint, stdoutPaint } = await openSession(values, host);
  const { namespace } = connection;
  try {
    const selection = selectionOf(words, values, namespace);
    const { group, found } = await readInHostGroup(client, (candidate) =>
      readEach(client, candidate, selection),
    );
    const all = found.flatMap((one) => verifyHost(one, group, { values, isNamed: words.length > 0 }));
    return await render(all, host, {
      ...{ values, paint, selection, leftOut: found.length - all.length },
      screen: screenOf(host, stdoutPaint),
    });
  } finally {
    client.close();
  }
}

/** Reads each named host on its own, so that one that cannot be read does not hide the others. */
async function readEach(
  client: KubeClient,
  group: string,
  selection: Selection,
): Promise<(HostObject | Unread)[]> {
  const { names, namespace = '' } = selection;
  if (names.length === 0) return readSelected(client, group, selection);
  const reading = names.map(async (name) => {
    try {
      return await readSelected(client, group, { ...selection, names: [name] });
    } catch (error) {
      if (!isUnread(error)) throw error;
      return [{ name, namespace, error }];
    }
  });
  return (await Promise.all(reading)).flat();
}

/** Whether an error only leaves the state of a host unknown: not a usage error, a missing kubeconfig or an interruption. */
const isUnread = (error: unknown): error is CommandError =>
  error instanceof CommandError && !['usage', 'no-cluster', 'aborted'].includes(error.kind);

function checkFlags({ service, imageUrl }: VerifyValues): void {
  if (service !== undefined && imageUrl !== undefined)
    throw usageError(
      '--image-url is the whole address: it cannot be used with --service',
      'Give one or the other.',
    );
  if (service !== undefined) checkService(service);
  if (service !== undefined) checkUrl('service', `http://${service}/`);
  if (imageUrl !== undefined) checkUrl('image-url', imageUrl);
}
