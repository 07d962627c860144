import type { Handler, Host } from '../../../lib/cli/command.ts';
import { usageError } from '../../../lib/errors.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import { readInHostGroup } from '../../../lib/kube/discovery.ts';
import { durationOf, REQUEST_LIMIT } from '../../durations.ts';
import { openSession, type Session } from '../../session.ts';
import { readSelected, selectionOf } from '../select-hosts.ts';
import type { WaitValues } from '../wait.ts';
import { awaited } from './awaited.ts';
import { showWaits } from './progress.ts';
import { renderReports } from './report.ts';

/** One call of `wait`: what the wait for each host needs. */
export interface WaitRun {
  values: WaitValues;
  session: Session;
  host: Host;
  /** In milliseconds. */
  timeout: number;
  stableFor: number;
  /** Says a warning, the same one once for all hosts. */
  warn(text: string): void;
}

/** `kubectl bmh wait HOST...`: what comes after §4.A step 9, of several hosts side by side. */
export const wait: Handler = async ({ words, values: given }, host) => {
  const values = given as WaitValues;
  const { timeout, stableFor } = durationsOf(values);
  const { requestTimeout = REQUEST_LIMIT } = values;
  const session = await openSession({ ...values, requestTimeout }, host);
  const { client, connection, paint } = session;
  try {
    const selection = selectionOf(words, values, connection.namespace);
    const { group, found } = await readInHostGroup(client, (candidate) =>
      readSelected(client, candidate, selection),
    );
    const all = found.map((object) => observed(object, group, { cluster: undefined }));
    const run: WaitRun = { values, session, host, timeout, stableFor, warn: once(session.warn) };
    const names = all.map((one) => `host ${one.host.namespace}/${one.host.name}`);
    const progress = await showWaits(names, host, paint);
    try {
      const reports = await Promise.all(all.map((one, index) => awaited(run, one, progress.of(index))));
      await progress.end();
      return await renderReports(reports, run);
    } finally {
      await progress.end();
    }
  } finally {
    client.close();
  }
};

/** In milliseconds. Waiting for less than a host has to stay healthy can't succeed. */
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
