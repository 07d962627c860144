import { brokenScenario, hosts } from '../../test/scenarios/broken.ts';
import { say, startGround } from './ground.ts';
import { hasLines, measure, type Row, type Run, timed, weighed } from './measure.ts';

/** How many hosts there are, and how many of them are in a namespace of their own. */
const [ALL, TENTH] = [5_000, 500];

const SMALL = 'tenth';

export const LIST_ROWS = ['list-time', 'list-memory', 'growth'] as const;

/**
 * A table of many hosts of about 5 KB: against kubectl's, by time and by memory, and against our own of a tenth of them, where
 * `theirs` is ours too.
 *
 * @param rows which of `LIST_ROWS` are wanted.
 */
export async function lists(runs: number, rows: readonly string[]): Promise<Row[]> {
  say(`making ${ALL} hosts, which takes a while`);
  const { ours, kubectl, env, stop } = await startGround({
    ...brokenScenario(0),
    hosts: [...hosts(ALL - TENTH), ...hosts(TENTH, SMALL)],
  });
  const run = (command: string, args: string[], count: number): Run => ({
    command,
    args,
    env,
    check: hasLines(count + 1),
  });
  const all = run(ours, ['list', '-A'], ALL);
  const kubectls = run(kubectl, ['get', 'baremetalhosts', '-A'], ALL);
  const small = run(ours, ['list', '-n', SMALL], TENTH);
  const measures: Record<(typeof LIST_ROWS)[number], () => Promise<Row>> = {
    'list-time': () => measure({ row: 'list-time', ours: all, theirs: kubectls }, runs, { gauge: timed }),
    'list-memory': () =>
      measure({ row: 'list-memory', ours: all, theirs: kubectls }, runs, { gauge: weighed, unit: 'MB' }),
    growth: async () => ({
      ...(await measure({ row: 'growth', ours: all, theirs: small }, runs)),
      note: `theirs: ours of ${TENTH} hosts instead of ${ALL}`,
    }),
  };
  try {
    const found: Row[] = [];
    for (const row of LIST_ROWS) if (rows.includes(row)) found.push(await measures[row]());
    return found;
  } finally {
    await stop();
  }
}
