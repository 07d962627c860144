import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { monitoringScenario } from '../../scenarios/monitoring.ts';
import { type BlockOptions, openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';

export interface LookOptions extends RunOptions {
  /** Where it is sent; to the server as its administrator when absent. */
  as?: Endpoint;
}

/** What could not be read, as `-o json` has it. */
interface Unread {
  what: string;
  namespace: string | null;
  reason: string;
}

/** A whole building block that `kubectl monitoring status` looks at. */
export interface Looking extends MonitoringStage {
  /** Runs the command in this process; the namespace is `NS` in what it says, and the kubeconfig `KUBECONFIG`. */
  look(words?: string[], options?: LookOptions): Promise<Ran>;
  /** Exit code and findings, as `-o json` has them. */
  findings(words?: string[]): Promise<{ code: number; findings: object[]; unread: Unread[] }>;
}

/** Opens the block of the scenario, in a namespace of its own. */
export async function openLooking(server: TestServer, block: BlockOptions = {}): Promise<Looking> {
  // A resize is done at once.
  const components = monitoringScenario().components.map((one) => ({ ...one, storageClass: 'instant' }));
  const stage = await openMonitoring(server, { components, block });
  const { namespace } = stage;
  const snapshot: Looking['look'] = async (words = [], { as = server.admin, ...options } = {}) =>
    lookBy(await stage.kubeconfig(as), ['-n', namespace, ...words], { namespace, ...options });
  return {
    ...stage,
    look: snapshot,
    async findings(words = []) {
      const { code, stdout } = await snapshot([...words, '-o', 'json']);
      const { findings, unread } = JSON.parse(stdout);
      return { code, findings, unread };
    },
  };
}

/** Runs the command by a kubeconfig, which is `KUBECONFIG` in what it says, as the namespace is `NS`. */
export async function lookBy(
  kubeconfig: string,
  words: string[],
  { namespace = '', ...options }: RunOptions & { namespace?: string } = {},
): Promise<Ran> {
  const { code, stdout, stderr } = await runCommand(
    program,
    ['status', '--kubeconfig', kubeconfig, ...words],
    options,
  );
  const names = { [kubeconfig]: 'KUBECONFIG', ...(namespace && { [namespace]: 'NS' }) };
  return { code, stdout: plainText(stdout, names), stderr: plainText(stderr, names) };
}
