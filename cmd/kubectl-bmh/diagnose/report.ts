import type { Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import type { SessionFlags } from '../../../lib/cluster/session.ts';
import type { Diagnosis } from '../../../lib/hosts/diagnosis/diagnose.ts';
import type { Fact } from '../../../lib/hosts/diagnosis/facts.ts';
import { byCause, type CauseGroup, EXIT_CODES, verdictOf } from '../../../lib/hosts/diagnosis/summary.ts';
import { commandText } from '../../shared/words.ts';

/** The diagnosis of one host, with its evidence. */
export interface Item {
  diagnosis: Diagnosis;
  evidence: Fact[];
}

/** What printed commands need to reach the same cluster and hosts. */
export interface Speech {
  values: Pick<SessionFlags, 'context' | 'kubeconfig' | 'server'>;
  /** The selection on the command line: a command for several hosts covers no more than that. */
  selection: Pick<Selection, 'names' | 'selector'>;
}

/** The command that diagnoses one host, for a next step that takes more than a command. */
const commandToDiagnose = ({ namespace, name }: Diagnosis, speech: Speech): string =>
  commandText({ words: ['kubectl', 'bmh', 'diagnose', name], namespace }, speech);

/**
 * The commands for the hosts of one cause: one for all named hosts, one for each address, or one for each host. If something
 * must be fixed first, the command is the one that says so.
 */
export function commandsFor(group: CauseGroup, speech: Speech): string[] {
  const { cause, refusedBy, addresses, diagnoses } = group;
  const flags = REPAIRED_TOGETHER.get(cause);
  if (!flags || refusedBy.length > 0 || diagnoses.length === 1)
    return diagnoses.flatMap((diagnosis) => nextCommand(diagnosis, speech) ?? []);
  const { names, selector } = speech.selection;
  if (names.length > 0) {
    const [{ namespace }] = diagnoses;
    const words = ['kubectl', 'bmh', 'repair', ...diagnoses.map(({ name }) => name), ...flags];
    return [commandText({ words, namespace }, speech)];
  }
  return addresses.map((address) => {
    const there = diagnoses.filter(({ fixedAddress }) => fixedAddress === address);
    const [namespace, ...others] = new Set(there.map((diagnosis) => diagnosis.namespace));
    const words = [
      ...['kubectl', 'bmh', 'repair', '--old-address', address],
      ...(selector ? ['-l', selector] : []),
      ...(others.length > 0 ? ['-A'] : []),
      ...flags,
    ];
    return commandText({ words, namespace: others.length > 0 ? '' : (namespace ?? '') }, speech);
  });
}

/** The causes whose hosts one repair fixes together, with the flags for it. */
const REPAIRED_TOGETHER: ReadonlyMap<string, readonly string[]> = new Map([
  ['fixed-address', []],
  ['between-errors', ['--preventive']],
  ['healthy-at-fixed-address', ['--preventive']],
]);

/** The command to run for one host of several; undefined if there is nothing to do. */
export function nextCommand(diagnosis: Diagnosis, speech: Speech): string | undefined {
  const { advice } = diagnosis.next;
  return commandOf(diagnosis, speech) ?? (advice ? commandToDiagnose(diagnosis, speech) : undefined);
}

/** The command for a host, never one that would be refused; undefined if there is none. */
function commandOf(diagnosis: Diagnosis, speech: Speech): string | undefined {
  const { refusals, next } = diagnosis;
  if (refusals.length > 0) return commandToDiagnose(diagnosis, speech);
  return next.command && commandText(next.command, speech);
}

/** The diagnoses as JSON and YAML: one shape for one host or many. */
export function dataOf(items: readonly Item[], speech: Speech): object {
  const diagnoses = items.map(({ diagnosis }) => diagnosis);
  const verdict = verdictOf(diagnoses.map((diagnosis) => diagnosis.verdict));
  return {
    verdict,
    exitCode: EXIT_CODES[verdict],
    items: items.map(({ diagnosis, evidence }) => {
      const { namespace, name, cause, means, summary, refusals, next } = diagnosis;
      return {
        namespace,
        name,
        verdict: diagnosis.verdict,
        cause,
        means,
        summary,
        refusals,
        next: {
          command: commandOf(diagnosis, speech) ?? null,
          advice: next.advice ?? null,
        },
        evidence,
      };
    }),
    causes: byCause(diagnoses).map((group) => {
      const { cause, refusedBy, means, count, hosts } = group;
      const commands = commandsFor(group, speech);
      return { cause, refusedBy, verdict: group.verdict, means, count, hosts, next: { commands } };
    }),
  };
}
