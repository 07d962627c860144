import type { Handler } from '../../../lib/cli/command.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import { contextOf } from '../../../lib/cluster/hosts/read-context.ts';
import { readSelected, selectionOf } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import { isWithoutImage, skippedText } from '../../../lib/hosts/verification.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { durationOf, REQUEST_LIMIT } from '../../shared/durations.ts';
import type { WaitValues } from './flags.ts';
import { renderReports, type WaitRun } from './report.ts';
import { showWaits, waitFor } from './wait-for.ts';

/** `kubectl bmh wait HOST...`: what follows §4.A step 9, for several hosts concurrently. */
export const wait: Handler<WaitValues> = async ({ args: words, values }, host) => {
  const { timeout, stableFor } = durationsOf(values);
  const { requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...values, requestTimeout }, host);
  const { client, connection, paint } = session;
  try {
    const selection = selectionOf(words, values, connection.namespace);
    const { group, found } = await readInHostGroup(client, (candidate) =>
      readSelected(client, candidate, selection),
    );
    const seen = found.map((object) => observed(object, group, contextOf(client)));
    // A host that is named is judged; a selection is of the hosts that have something to wait for.
    const all = words.length > 0 ? seen : seen.filter((one) => !isWithoutImage(one.host));
    const skipped = seen.length - all.length;
    if (skipped > 0) host.stderr.write(`${skippedText(skipped, 'to wait for')}\n`);
    if (skipped > 0 && all.length === 0 && !isDocument(values.output)) return 0;
    const run: WaitRun = { values, session, host, timeout, stableFor, warn: once(session.warn) };
    const names = all.map((one) => `host ${one.host.namespace}/${one.host.name}`);
    const progress = await showWaits(names, host, paint);
    try {
      const reports = await Promise.all(all.map((one, index) => waitFor(run, one, progress.of(index))));
      await progress.end();
      return await renderReports(reports, run);
    } finally {
      await progress.end();
    }
  } finally {
    client.close();
  }
};

/** In milliseconds. A timeout that is not longer than `--stable-for` cannot succeed. */
function durationsOf(values: WaitValues): Pick<WaitRun, 'timeout' | 'stableFor'> {
  const timeout = durationOf('timeout', values.timeout);
  const stableFor = durationOf('stable-for', values.stableFor);
  if (stableFor > 0 && timeout <= stableFor)
    throw usageError(
      `--timeout=${values.timeout} is not longer than --stable-for=${values.stableFor}`,
      'Give a longer --timeout, or a shorter --stable-for.',
    );
  return { timeout, stableFor };
}

function once(tell: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (!told.has(text)) tell(text);
    told.add(text);
  };
}
