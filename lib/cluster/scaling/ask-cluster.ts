import { readStatus, STATUS } from '../../alerts/answers.ts';
import type { Host } from '../../cli/command.ts';
import { type Member, notOneCluster } from '../../scaling/gossip.ts';
import { CommandError } from '../../words/errors.ts';
import { askAll } from '../alerts/ask.ts';
import { type Manager, openManager } from '../alerts/open.ts';
import type { HttpOptions } from '../metrics/ways.ts';
import type { Session } from '../session.ts';

/** Whether the replicas of an Alertmanager are one cluster, as far as they can be asked. */
export type ClusterState =
  | { kind: 'one' }
  /** `reason`: what is wrong, in words. */
  | { kind: 'apart' | 'unknown'; reason: string };

interface Question {
  session: Session;
  host: Host;
  http: HttpOptions;
  namespace: string;
  name: string;
  replicas: number;
}

/** Asks every replica of an Alertmanager for the members that it knows, until they are one cluster, or for so many milliseconds. */
export async function untilOneCluster(
  question: Question,
  { limit, note }: { limit: number; note(text: string): void },
): Promise<ClusterState> {
  const { clock, interrupted } = question.host;
  const [late, over] = [new AbortController(), new AbortController()];
  clock.after(limit, over.signal).then(
    () => late.abort(),
    () => {},
  );
  const signal = AbortSignal.any([late.signal, interrupted]);
  try {
    for (let unknown = 0; ; ) {
      const state = await askOnce(question);
      if (state.kind === 'unknown') unknown += 1;
      if (state.kind === 'one' || unknown === TRIES || late.signal.aborted) return state;
      note(state.reason);
      await clock.after(PAUSE, signal).catch(() => interrupted.throwIfAborted());
    }
  } finally {
    over.abort();
  }
}

/** Between two questions, in milliseconds: members find each other within seconds. */
const PAUSE = 2_000;

/** How often replicas that cannot be asked are asked. */
const TRIES = 2;

/** What cannot be asked is said, not guessed. */
async function askOnce({ session, host, http, namespace, name, replicas }: Question): Promise<ClusterState> {
  let manager: Manager | undefined;
  try {
    manager = await openManager({ host, of: { session, namespace, name }, http });
    const { answers, unread } = await askAll(manager, STATUS, readStatus);
    const members = answers.map(
      ({ replica, value }): Member => ({ replica: replica.name, peers: value.peers }),
    );
    const wrong = notOneCluster(members, replicas);
    if (wrong) return { kind: 'apart', reason: wrong };
    const [first] = unread;
    if (first) return { kind: 'unknown', reason: `${first.replica} cannot be asked: ${first.reason}` };
    return members.length === replicas
      ? { kind: 'one' }
      : { kind: 'unknown', reason: `${members.length} of ${replicas} replicas can be asked` };
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind === 'aborted') throw error;
    return { kind: 'unknown', reason: error.message.replace(/^error: /, '') };
  } finally {
    manager?.close();
  }
}
