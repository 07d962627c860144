import type { Command } from '../../../lib/cli/command.ts';
import { defineCommand } from '../../../lib/cli/define-command.ts';
import { pageFlags } from './flags.ts';

/** What differs between the plugins. */
interface About extends Pick<Command, 'examples'> {
  /** A command that saves a result, for a hint. */
  save: string;
}

/** `report` of a plugin. */
export const reportCommand = ({ save, ...about }: About): Command =>
  defineCommand({
    name: 'report',
    summary: 'Make an HTML page from the saved result of a run',
    description: `
    Makes one HTML page from a result that was saved with -o json or -o yaml: for a ticket, for people who cannot reach the
    cluster, or to print. --report of the command that has the result makes the same page at once.

    The page shows the verdicts, the most severe first, the steps with their times, each object before and after, and the
    commands for what is left to do. A report of capacity or status has charts of the volumes; one of an audit has the findings
    by address. The page loads nothing and has no scripts. What looks like a credential is masked, also if it was added to the
    file by hand.

    Who ran the command, when, and on which cluster comes from the field "run" of the result. It has the user if --report was
    given, too. Results of older versions do not have the field, and their pages say so.

    FILE has one result of "repair", "undo", "diagnose" or "audit" of kubectl bmh, or of "status", "capacity", "resize-pvc" or
    "undo" of kubectl monitoring; - for stdin. Both programs read the results of both. A file with several results, as -w
    writes it, is refused: save the one that you want in its own file.

    The page gets the name of FILE with .html, in the current folder, unless --output says otherwise. A page that exists is only
    replaced with --overwrite. Exits with 0 whatever the verdict is.`,
    group: 'Other Commands',
    args: ['FILE'],
    complete: ['file'],
    flags: pageFlags,
    connects: false,
    ...about,
    load: async () => (await import('./handler.ts')).makeReport(save),
  });
