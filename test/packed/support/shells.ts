import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath } from '../../cluster/on-path.ts';
import { openShell, type Shell } from './shell.ts';

export type ShellName = 'bash' | 'zsh' | 'fish';

/** What every prompt of these shells begins with. */
export const PROMPT = '> ';

/** Where distributions and Homebrew have bash-completion, without which kubectl's script for bash does nothing. */
const BASH_COMPLETION = [
  '/usr/share/bash-completion/bash_completion',
  '/usr/local/share/bash-completion/bash_completion',
  '/opt/homebrew/share/bash-completion/bash_completion',
].find((file) => existsSync(file));

/** Why there is no test in this shell; undefined: there can be one. */
export async function missing(name: ShellName): Promise<string | undefined> {
  if (!(await onPath(name, process.env))) return `${name} is not installed`;
  return name === 'bash' && !BASH_COMPLETION ? 'bash-completion is not installed' : undefined;
}

/**
 * Opens a shell that loads kubectl's completion when it starts, with a new folder in `folder` as its home. A tab
 * lists at once whatever there is.
 */
export async function openCompletingShell(
  name: ShellName,
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<Shell> {
  const home = join(folder, name);
  await mkdir(home);
  const own = { ...env, HOME: home, ZDOTDIR: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  const file = join(home, STARTED_BY[name].file);
  await writeFile(file, STARTED_BY[name].lines.join('\n'));
  const shell = openShell(name, STARTED_BY[name].args(file), own);
  await shell.until(/(^|\n)>$/);
  return shell;
}

const STARTED_BY: Record<ShellName, { file: string; lines: string[]; args: (file: string) => string[] }> = {
  bash: {
    file: 'rc',
    lines: [
      `source ${BASH_COMPLETION}`,
      'source <(kubectl completion bash)',
      "bind 'set show-all-if-ambiguous on'",
      "bind 'set enable-bracketed-paste off'",
      `PS1='${PROMPT}'`,
      '',
    ],
    args: (file) => ['--noprofile', '--rcfile', file, '-i'],
  },
  zsh: {
    file: '.zshrc',
    lines: [
      'autoload -Uz compinit && compinit -u -D',
      'source <(kubectl completion zsh)',
      'setopt NO_LIST_AMBIGUOUS',
      `PROMPT='${PROMPT}'`,
      '',
    ],
    args: () => ['-d', '-i'],
  },
  fish: {
    file: 'init.fish',
    lines: [
      'kubectl completion fish | source',
      'set fish_greeting',
      'set fish_autosuggestion_enabled 0',
      `function fish_prompt; echo -n '${PROMPT}'; end`,
      '',
    ],
    args: (file) => ['--no-config', '--init-command', `source ${file}`, '-i'],
  },
};
