import { usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Handler, Host } from '../command.ts';
import type { CompletionValues } from './flags.ts';
import { COMPLETION_WORDS } from './flags.ts';
import { type Done, shimOf } from './install.ts';

/** `completion install`, `uninstall` and `print`; none touches kubeconfig or network. */
export const completion: Handler<CompletionValues> = async (
  { args: [word = ''], values: { directory, dryRun } },
  host,
  { name: program },
) => {
  if (word === 'print') {
    if (directory !== undefined || dryRun !== 'none')
      throw usageError(
        '--directory and --dry-run are for install and uninstall, not for print',
        'Leave them out: the file is printed, and nothing is written.',
      );
    host.stdout.write(shimOf(program, process.platform).text);
    return 0;
  }
  if (word !== 'install' && word !== 'uninstall')
    throw usageError(
      `"${word}" is nothing that completion knows`,
      `It takes one of: ${COMPLETION_WORDS.join(', ')}.`,
      { word, among: COMPLETION_WORDS },
    );
  const { install, uninstall } = await import('./install.ts');
  const installing = { program, directory, dryRun: dryRun !== 'none' };
  const done = word === 'install' ? [await install(installing, host)] : await uninstall(installing, host);
  for (const one of done) say(one, installing.dryRun, host);
  if (done.length === 0) host.stderr.write(`${program} is not completed by a file of its own.\n`);
  if (word === 'install') host.stderr.write(`${loadHint(host)}\n`);
  return 0;
};

function say({ file, change, warnings }: Done, isDry: boolean, { stdout, stderr }: Host): void {
  for (const text of warnings) stderr.write(`Warning: ${oneLine(text)}\n`);
  if (change !== 'kept') stdout.write(`${oneLine(file)} ${change}${isDry ? ' (dry run)' : ''}\n`);
}

/** kubectl asks for completions only where its own script is loaded; that can't be seen from here. */
function loadHint({ env }: Host): string {
  const shell = (env.SHELL ?? '').split('/').at(-1) ?? '';
  const how = LOADING[shell] ?? 'see "kubectl completion --help"';
  return `It takes effect where kubectl's own completion is loaded: ${how}`;
}

const LOADING: Record<string, string> = {
  bash: 'source <(kubectl completion bash)',
  zsh: 'source <(kubectl completion zsh)',
  fish: 'kubectl completion fish | source',
};
