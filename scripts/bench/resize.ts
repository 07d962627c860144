import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMonitoring } from '../../test/support/monitoring.ts';
import { root } from '../root.ts';
import { say, startGround } from './ground.ts';
import { measure, type Row, type Run } from './measure.ts';

const byHand = fileURLToPath(new URL('resize-by-hand.sh', import.meta.url));

const REPLICAS = 2;
const NAME = 'k8s';

/** The whole of §4.C and its verification on storage that grows at once, by the program and by a script. */
export async function resize(runs: number): Promise<Row[]> {
  const operators = await startGround({ nodes: [], clusters: [], hosts: [], images: [], deadBmcs: [] });
  const stage = await openMonitoring(operators.server);
  const { namespace } = stage;
  say('with the operator, the StatefulSet controller, a kubelet and instant storage of the tests');
  // Claims only grow: each run asks for a little more than the one before it.
  let gibibytes = 50;
  const size = (): string => `${gibibytes}Gi`;
  const run = (command: string, args: () => string[]): Run => ({
    command,
    get args() {
      return args();
    },
    env: { ...operators.env, KUBECTL: operators.kubectl },
    async prepare() {
      gibibytes += 1;
      await stage.ready();
    },
    async check() {
      const claims = Object.values(await stage.claims());
      assert.deepEqual(
        claims.map(({ capacity }) => capacity),
        Array.from({ length: REPLICAS }, size),
      );
      const { spec } = await stage.get(stage.path('prometheuses', NAME));
      assert.equal(spec.replicas, REPLICAS);
    },
  });
  try {
    const contest = {
      row: 'resize',
      ours: run(join(root, 'dist', 'kubectl-monitoring'), () => [
        'resize-pvc',
        size(),
        NAME,
        '-n',
        namespace,
        '-y',
      ]),
      theirs: run('sh', () => [byHand, NAME, namespace, size(), String(REPLICAS)]),
    };
    return [await measure(contest, runs)];
  } finally {
    await stage.stop();
    await operators.stop();
  }
}
