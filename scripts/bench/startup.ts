import { brokenScenario } from '../../test/scenarios/broken.ts';
import { startGround } from './ground.ts';
import { hasLines, measure, type Row, type Run } from './measure.ts';

const HOSTS = 10;

/** From nothing to the answer: what the command costs that does least, the help, and one request over TLS. */
export async function startup(runs: number): Promise<Row[]> {
  const { ours, kubectl, env, stop } = await startGround(brokenScenario(HOSTS));
  const run = (command: string, words: string, check: Run['check']): Run => ({
    command,
    args: words.split(' '),
    env,
    ...(check && { check }),
  });
  try {
    const rows: Row[] = [];
    for (const { row, our, their, check } of [
      { row: 'version', our: 'version --client', their: 'version --client', check: says(/Client Version/) },
      { row: 'help', our: 'help', their: 'help', check: says(/Usage:/) },
      { row: 'list', our: 'list -A', their: 'get baremetalhosts -A', check: hasLines(HOSTS + 1) },
    ]) {
      rows.push(
        await measure({ row, ours: run(ours, our, check), theirs: run(kubectl, their, check) }, runs),
      );
    }
    return rows;
  } finally {
    await stop();
  }
}

const says = (pattern: RegExp) => (stdout: string) => {
  if (!pattern.test(stdout)) throw new Error(`${pattern} is not in:\n${stdout}`);
};
