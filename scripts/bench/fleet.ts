import { fileURLToPath } from 'node:url';
import { brokenScenario } from '../../test/scenarios/broken.ts';
import { served } from '../../test/scenarios/hosts.ts';
import { type BrokenHost, breakHost, checkHost } from './broken-host.ts';
import { type Ground, say, startGround } from './ground.ts';
import { type Row, type Run, rowOf, timed } from './measure.ts';

const byHand = fileURLToPath(new URL('by-hand.sh', import.meta.url));

const NAMESPACE = 'metal3';

/** How many hosts are repaired by one command. */
const FLEET = 500;

/** How many of them are repaired by hand: all would take longer than anybody waits for. */
const SAMPLE = 20;

/** How many times more one has to do by hand than is measured. */
const SCALE = FLEET / SAMPLE;

/** Fewer than other rows have: a run repairs so many hosts that chance evens out inside it. One more goes before them. */
const RUNS = 5;

/**
 * A whole fleet by one command, against the procedure of §4.A done by hand on one host after the other. The operator is left out
 * for both, and neither waits for it.
 */
export async function fleet(): Promise<Row> {
  const scenario = brokenScenario(FLEET);
  const all = scenario.hosts.map(({ host: broken }): BrokenHost => ({ broken, target: targetOf(broken) }));
  say(
    `${FLEET} hosts by one command; by hand ${SAMPLE} of them, whose time is taken ${SCALE} times; ${RUNS} runs`,
  );
  const operators = await startGround(scenario);
  try {
    const ours = repairing(all, operators, {
      command: operators.ours,
      args: ['repair', '--all', '-n', NAMESPACE, '-y', '--no-wait'],
    });
    const sample = all.slice(0, SAMPLE);
    const theirs = repairing(sample, operators, {
      command: 'sh',
      args: [
        '-euc',
        ONE_BY_ONE,
        byHand,
        ...sample.flatMap(({ broken, target }) => [broken.metadata.name, target]),
      ],
    });
    const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    for (let turn = -1; turn < RUNS; turn += 1) {
      const [our, their] = [await timed(ours), (await timed(theirs)) * SCALE];
      if (turn < 0) continue;
      times.ours.push(our);
      times.theirs.push(their);
    }
    return { ...rowOf('fleet', times), note: `theirs: ${SAMPLE} hosts by hand, times ${SCALE}` };
  } finally {
    await operators.stop();
  }
}

/** Takes the script, then a host's name and its new image address, as often as there are hosts. */
const ONE_BY_ONE = `while [ $# -gt 0 ]; do sh "$0" "$1" ${NAMESPACE} "$2"; shift 2; done`;

const targetOf = ({ spec }: BrokenHost['broken']): string =>
  served(spec.image?.url.replace(/^.*\//, '') ?? '');

/** A run that finds these hosts broken, and has to leave each of them repaired. */
const repairing = (
  hosts: BrokenHost[],
  ground: Ground,
  { command, args }: Pick<Run, 'command' | 'args'>,
): Run => ({
  command,
  args,
  env: { ...ground.env, KUBECTL: ground.kubectl },
  prepare: () => sideBySide(hosts, (host) => breakHost(ground, host)),
  check: () => sideBySide(hosts, (host) => checkHost(ground, host)),
});

const AT_ONCE = 16;

async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
