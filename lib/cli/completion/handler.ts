import { usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Handler, Host } from '../command.ts';
import { COMPLETION_WORDS, type CompletionValues } from './flags.ts';
import { type Done, install, shimOf, uninstall } from './install.ts';

/** `completion install`, `uninstall` and `print`. None reads the kubeconfig or connects to a cluster. */
export const completion: Handler<CompletionValues> = async (
  { args: [word = ''], values: { directory, dryRun } },
  host,
  { name: program },
) => {
  const installing = { program, directory, dryRun: dryRun !== 'none' };
  if (word === 'print') {
    if (directory !== undefined || installing.dryRun)
      throw usageError(
        '--directory and --dry-run cannot be used with print',
        'Omit them: print writes no file.',
      );
    host.stdout.write(shimOf(program, process.platform).text);
  } else if (word === 'install') {
    report(await install(installing, host), installing.dryRun, host);
    host.stderr.write(`${loadHint(host)}\n`);
  } else if (word === 'uninstall') {
    const done = await uninstall(installing, host);
    for (const one of done) report(one, installing.dryRun, host);
    if (done.length === 0) host.stderr.write(`No completion file for ${program} was found.\n`);
  } else
    throw usageError(`unknown argument "${word}"`, `Valid values: ${COMPLETION_WORDS.join(', ')}.`, {
      word,
      among: COMPLETION_WORDS,
    });
  return 0;
};

function report({ file, change, warnings }: Done, isDry: boolean, { stdout, stderr }: Host): void {
  for (const text of warnings) stderr.write(`Warning: ${oneLine(text)}\n`);
  if (change !== 'kept') stdout.write(`${oneLine(file)} ${change}${isDry ? ' (dry run)' : ''}\n`);
}

/** kubectl completes only in shells that load its own script, which cannot be checked from here. */
function loadHint({ env }: Host): string {
  const shell = (env.SHELL ?? '').split('/').at(-1) ?? '';
  const how = LOADING[shell] ?? 'see "kubectl completion --help"';
  return `Completion works in shells that load kubectl's own completion: ${how}`;
}

const LOADING: Record<string, string> = {
  bash: 'source <(kubectl completion bash)',
  zsh: 'source <(kubectl completion zsh)',
  fish: 'kubectl completion fish | source',
};
