import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { WatchdogStage } from '../../support/watchdog-stage.ts';

/** Runs `kubectl monitoring watchdog` in process; its output has the placeholders `NS` and `KUBECONFIG`. */
export async function watchdogAt(
  { config, stage: { namespace } }: Pick<WatchdogStage, 'config' | 'stage'>,
  words: readonly string[] = [],
  options: RunOptions = {},
): Promise<Ran> {
  const argv = ['watchdog', '-n', namespace, '--kubeconfig', config, ...words];
  const { code, stdout, stderr } = await runCommand(program, argv, options);
  const plain = (text: string): string => plainText(text, { [config]: 'KUBECONFIG', [namespace]: 'NS' });
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
}
