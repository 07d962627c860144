import type { Command } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { COMPLETION_WORDS, completionFlags } from './flags.ts';

/** `completion` of a program, given as a user types it: `kubectl bmh`. */
export const completionCommand = (program: string): Command =>
  defineCommand({
    name: 'completion',
    summary: 'Complete commands, flags and names in a shell',
    description: `
    With install, "${program}" is completed wherever kubectl itself is (see "kubectl completion --help"): kubectl asks a small
    executable on PATH, and install writes that file. It stays as it is when the plugin is upgraded; uninstall removes it. print
    writes it to standard output, for a folder that you manage by other means.

    Names come from the kubeconfig and the cluster that the flags of the line point to: those that are there within a
    second. Commands, flags and their values ask nobody.`,
    group: 'Other Commands',
    examples: [
      { comment: `Complete "${program}" in every shell`, command: `${program} completion install` },
      { comment: 'See where the file would be', command: `${program} completion install --dry-run=client` },
    ],
    args: [COMPLETION_WORDS.join('|')],
    complete: [COMPLETION_WORDS],
    flags: completionFlags,
    connects: false,
    load: async () => (await import('./handler.ts')).completion,
  });
