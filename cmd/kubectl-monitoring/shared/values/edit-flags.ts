import type { Flags, Values } from '../../../../lib/cli/command.ts';
import { colorFlag, DOCUMENTS } from '../../../../lib/cli/flags.ts';

export const filenameFlag = {
  filename: {
    type: 'list',
    short: 'f',
    complete: 'file',
    describe:
      'Values file, or the folder of a chart (- for stdin); may be repeated, in the order in which Helm gets them.',
  },
} as const satisfies Flags;

/** Of commands that change the cluster, and then values files. */
export const valuesFlags = (value: string) =>
  ({
    values: {
      type: 'list',
      complete: 'yaml',
      describe: `Write the new ${value} into this values file; may be repeated. If omitted, the command looks for files in the folder monitoring-system and asks about them.`,
    },
    commit: { type: 'boolean', describe: 'Commit the changed values files with git.' },
  }) as const satisfies Flags;

/** Of every command that changes values files. */
export const editFlags = {
  filename: {
    ...filenameFlag.filename,
    describe:
      'Values file, or the folder of a chart; may be repeated, in the order in which Helm gets them. New values are written into the last one.',
  },
  diff: { type: 'boolean', describe: 'Show the diff and write nothing.' },
  commit: { type: 'boolean', describe: 'Commit the changed files with git.' },
  yes: { type: 'boolean', short: 'y', describe: 'Skip the confirmation prompt.' },
  output: { type: 'string', short: 'o', choices: DOCUMENTS, describe: 'Output format.' },
  ...colorFlag,
} as const satisfies Flags;

export type EditFlags = Values<typeof editFlags>;
