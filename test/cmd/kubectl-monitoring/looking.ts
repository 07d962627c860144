import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { monitoringScenario } from '../../scenarios/monitoring.ts';
import { type BlockOptions, openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';

export interface LookOptions extends RunOptions {
  /** Target server; default: the server, as its administrator. */
  as?: Endpoint;
}

/** `unread` of the JSON output. */
interface Unread {
  what: string;
  namespace: string | null;
  message: string;
}

/** A whole building block for `kubectl monitoring status`. */
export interface Looking extends MonitoringStage {
  /** Runs the command in process; its output has the placeholders `NS` and `KUBECONFIG`. */
  look(words?: string[], options?: LookOptions): Promise<Ran>;
  /** Exit code and findings of the JSON output, without that of the receiver `null` that the Alertmanager has. */
  findings(words?: string[]): Promise<{ code: number; findings: object[]; unread: Unread[] }>;
}

/** Opens the block of the scenario, in a namespace of its own. */
export async function openLooking(server: TestServer, block: BlockOptions = {}): Promise<Looking> {
  // Resizes complete at once.
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
      const { items, unread } = JSON.parse(stdout);
      const findings = items.filter(({ reason }: { reason: string }) => reason !== 'watchdog-unheard');
      return { code, findings, unread };
    },
  };
}

/** Runs the command with a kubeconfig; its output has the placeholders `NS` and `KUBECONFIG`. */
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
