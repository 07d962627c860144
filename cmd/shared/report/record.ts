import type { Host } from '../../../lib/cli/command.ts';
import { masked } from '../../../lib/words/masked.ts';

/** The record of a run, in its result. */
interface RunRecord {
  /** The command line, without secrets. */
  command: string;
  version: string;
  /** ISO 8601, UTC. */
  started: string;
  /** Absent while the run has not finished. */
  ended?: string;
  /** `user` as the API server sees it; null if it did not say, absent if it was not asked. */
  clusters: { context: string; server: string; user?: string | null }[];
}

interface Cluster {
  context: string;
  server: string;
  user(signal: AbortSignal): Promise<string | undefined>;
}

/** How long a run that is over waits for the name of its user, in milliseconds. */
const PATIENCE = 5_000;

/** Keeps the record of a run from now on. @param isReported whether its clusters are asked for the user: it is a request of its own. */
export function keepRecord(
  { command, version, isReported }: Pick<RunRecord, 'command' | 'version'> & { isReported: boolean },
  { now, after }: Host['clock'],
) {
  const started = now().toISOString();
  const clusters: Cluster[] = [];
  let asked: Promise<(string | undefined)[]> | undefined;
  const recordWith = (users: readonly (string | undefined)[], ended?: string): RunRecord => ({
    command: masked(command),
    version,
    started,
    ...(ended !== undefined && { ended }),
    clusters: clusters.map(({ context, server }, at) => ({
      context: masked(context),
      server: masked(server),
      ...(isReported && { user: masked(users[at] ?? '') || null }),
    })),
  });
  return {
    connected: (cluster: Cluster): void => void clusters.push(cluster),
    /** The result with this record. The user is asked for once, when nothing else is left to do. */
    async added(result: object): Promise<object> {
      const ended = now().toISOString();
      asked ??= isReported ? usersOf(clusters, after) : Promise.resolve([]);
      return { ...result, run: recordWith(await asked, ended) };
    },
    /** What is known when the run starts, for the report of a run that never ends. */
    unfinished: () => ({
      verdict: 'in-progress' as const,
      exitCode: 1,
      message:
        'The run has not finished. If it is not running any more, it was killed before it could write this report: run the command again.',
      run: recordWith([]),
      items: [],
    }),
  };
}

/** The users of clusters, as far as their servers say who they are in time. */
async function usersOf(
  clusters: readonly Cluster[],
  after: Host['clock']['after'],
): Promise<(string | undefined)[]> {
  const over = new AbortController();
  const end = after(PATIENCE, over.signal).then(
    () => undefined,
    () => undefined,
  );
  const names = clusters.map(({ user }) => Promise.race([user(over.signal).catch(() => undefined), end]));
  const found = await Promise.all(names);
  // An open request would keep the process alive.
  over.abort();
  return found;
}
