import { fieldsOf } from '../objects/fields.ts';
import { type Fields, objectsIn, textIn } from './read.ts';
import { isDry, verdictIn } from './verdicts.ts';

/** The command of a run; empty if there is no record of it. */
export const commandOf = ({ run }: Fields): string => textIn(fieldsOf(run)?.command);

/** Whether a run was a dry run: by what it says of its objects, or by its flags. */
export const isDryRun = (result: Fields): boolean =>
  withoutDryRun(commandOf(result)) !== commandOf(result) ||
  objectsIn(result.items).some((item) => isDry(verdictIn(item)));

/** A command without the flags that make it a dry run. */
export const withoutDryRun = (command: string): string =>
  command.replace(/ (?:--dry-run[= ](?:client|server)|--dry-run|--diff(?:=true)?)(?= |$)/g, '');

/** The flags of a command that say which cluster it is for, with a space before each. */
export const clusterFlags = (command: string): string =>
  [...command.matchAll(/ (?:--(?:context|kubeconfig|server)[= ]|-s )(?:'[^']*'|[^\s'])+/g)].join('');

/** Whether one of two commands is the other, whatever the namespace and the form of the result. */
export const areSame = (one: string, other: string): boolean => bareOf(one) === bareOf(other);

const bareOf = (command: string): string =>
  command
    .replace(/ (?:(?:-n|--namespace|-o|--output)[= ](?:'[^']*'|[^\s'])+|-A|--all-namespaces)(?= |$)/g, '')
    .trim();
