import type { Host } from '../../../lib/cli/command.ts';
import { masked } from '../../../lib/words/masked.ts';

/** The record of a run, in its result. */
interface RunRecord {
  /** The command line, without secrets. */
  command: string;
  version: string;
  /** ISO 8601, UTC. */
  started: string;
  ended: string;
  /** `user` as the API server sees it; null if it was not asked, or did not say. */
  clusters: { context: string; server: string; user: string | null }[];
}

/** A cluster, and the answer to who the user is, if it was asked. */
interface Cluster {
  context: string;
  server: string;
  user?: Promise<string | undefined>;
}

/** How long a run that is over waits for the name of its user, in milliseconds. */
const PATIENCE = 5_000;

/** Keeps the record of a run from now on. */
export function keepRecord(
  { command, version }: Pick<RunRecord, 'command' | 'version'>,
  { now, after }: Host['clock'],
) {
  const started = now().toISOString();
  const clusters: Cluster[] = [];
  const recordWith = (users: readonly (string | undefined)[]): RunRecord => ({
    command: masked(command),
    version,
    started,
    ended: now().toISOString(),
    clusters: clusters.map(({ context, server }, at) => ({
      context,
      server: masked(server),
      user: users[at] ?? null,
    })),
  });
  return {
    connected: (cluster: Cluster): void => void clusters.push(cluster),
    /** The result with this record. */
    async added(result: object): Promise<object> {
      const asked = clusters.flatMap(({ user }) => user ?? []);
      return { ...result, run: recordWith(asked.length > 0 ? await inTime(asked, after) : []) };
    },
    /** What is known when the run starts, for the report of a run that never ends. */
    unfinished: () => ({
      verdict: 'in-progress' as const,
      exitCode: 1,
      message:
        'The run has not finished. If it is not running any more, it was killed before it could write this report: run the command again to continue.',
      run: recordWith([]),
      items: [],
    }),
  };
}

/** The answers that come in time; undefined for any other. */
async function inTime<T>(
  answers: readonly Promise<T>[],
  after: Host['clock']['after'],
): Promise<(T | undefined)[]> {
  const waiting = new AbortController();
  const end = after(PATIENCE, waiting.signal).then(
    () => undefined,
    () => undefined,
  );
  const found = await Promise.all(
    answers.map((answer) => Promise.race([answer.catch(() => undefined), end])),
  );
  waiting.abort();
  return found;
}
