import type { Command } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { COMPLETION_WORDS, completionFlags } from './flags.ts';

/** The `completion` command. `program` is as a user types it: `kubectl bmh`. */
export const completionCommand = (program: string): Command =>
  defineCommand({
    name: 'completion',
    summary: 'Set up shell completion',
    description: `
    install enables completion of "${program}" wherever kubectl completion is enabled (see "kubectl completion --help"):
    kubectl runs a small executable on PATH, and install writes that file. Plugin upgrades do not change it; uninstall removes
    it. print writes it to standard output, for a folder that you manage by other means.

    Names come from the kubeconfig and from the cluster that the flags on the command line select, if they arrive within a
    second. Completing commands, flags and their values needs no cluster.`,
    group: 'Other Commands',
    examples: [
      { comment: `Enable completion in every shell`, command: `${program} completion install` },
      {
        comment: 'Show where the file would be written',
        command: `${program} completion install --dry-run=client`,
      },
    ],
    args: [COMPLETION_WORDS.join('|')],
    complete: [COMPLETION_WORDS],
    flags: completionFlags,
    connects: false,
    load: async () => (await import('./handler.ts')).completion,
  });
