import type { Progress } from '../../../lib/cli/command.ts';
import { observeAgain, readAgain } from '../../../lib/cluster/hosts/access.ts';
import { type Action, fold, type Patch, requestOf } from '../../../lib/hosts/action.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import type { Work } from '../../shared/change/change.ts';
import { FRAME } from '../shared/frame.ts';
import type { PayloadFiles } from '../shared/payload-files.ts';
import type { Run } from '../shared/report.ts';
import type { HostProxy } from './host-proxy.ts';

const START_PROXY = FRAME.leading.length;

/** What a run shares with those on other hosts. */
export interface Tools {
  proxy: HostProxy;
  files(): PayloadFiles;
  /** Runs the wait before the resume; in place when absent. */
  aside?(wait: () => Promise<void>): Promise<void>;
}

/** §4.A steps 2 to 9: requests go through the proxy, which is closed to this host however the run ends. */
export function workOn(
  { session: { client: direct }, host, ends }: Run,
  start: Observed,
  {
    progress,
    tools: { proxy, files: make, aside = (waiting) => waiting() },
  }: { progress: Progress; tools: Tools },
): Work<Observed, Action> {
  const files = make();
  // It opens during the dry run, which bypasses it.
  const opening = proxy.openTo(start).then((passage) => {
    progress.done(START_PROXY, `127.0.0.1:${passage.port}`);
    return passage;
  });
  opening.catch(() => {});
  const cutShort = new AbortController();
  // Keeping a host paused is a wait: an interruption ends it, in a fleet too.
  const keep = (hold: number): Promise<boolean> =>
    aside(() => host.clock.after(hold, ends.wait)).then(
      () => true,
      () => false,
    );
  const snapshot = async (hold: number, observed: Observed): Promise<Observed> => {
    if (hold > 0) progress.note(HELD);
    if (hold === 0 || (await keep(hold))) return readAgain((await opening).client, direct, observed);
    cutShort.abort();
    return observed;
  };
  // Send exactly what the payload files contain (§4.A steps 6 and 7).
  const fromFile = (patch: Patch): Patch =>
    patch.part ? { ...patch, payload: files.payload(patch.part) } : patch;
  return {
    ready: (action) => (action?.kind === 'try' ? Promise.resolve() : opening),
    observe: async (observed) => observeAgain((await opening).client, direct, observed),
    waits: ({ kind }) => kind === 'look',
    cut: cutShort.signal,
    async perform(action, observed, signal) {
      switch (action.kind) {
        case 'try':
          await Promise.all(
            action.patches.map((patch) => direct.send(requestOf(patch, observed, { dryRun: true }), signal)),
          );
          return fold(action, observed);
        case 'write':
          files.write(action.payloads);
          return fold(action, observed);
        case 'validate':
          files.validate();
          return fold(action, observed);
        case 'look':
          return snapshot(action.hold, observed);
        case 'patch': {
          const { client } = await opening;
          return withObject(
            observed,
            await client.send<HostObject>(requestOf(fromFile(action), observed), signal),
          );
        }
      }
    },
    async close() {
      files.remove();
      await opening.then(
        (passage) => passage.close(),
        () => {},
      );
    },
  };
}

const HELD = 'keeping the pause, to see whether another writer changes the addresses back';
