import type { Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import type { SessionFlags } from '../../../lib/cluster/session.ts';
import type { Diagnosis } from '../../../lib/hosts/diagnosis/diagnose.ts';
import type { Fact } from '../../../lib/hosts/diagnosis/facts.ts';
import { byCause, type CauseGroup, resultOfAll } from '../../../lib/hosts/diagnosis/summary.ts';
import { resultOf } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';
import { BMH } from '../shared/sanitize.ts';

/** What the data is called. */
export const KIND = 'DiagnosisList';

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

/** Items in the order of their causes: the most severe first. */
export function inOrder(items: readonly Item[]): Item[] {
  const found = new Map(items.map((item) => [item.diagnosis, item]));
  return byCause([...found.keys()]).flatMap(({ diagnoses }) =>
    diagnoses.flatMap((diagnosis) => found.get(diagnosis) ?? []),
  );
}

/**
 * The commands for the hosts of one cause: one for all named hosts, one for each address, or one for each host. Empty if more
 * than a command is needed.
 */
export function commandsFor(group: CauseGroup, speech: Speech): string[] {
  const { reason, refusedBy, addresses, diagnoses } = group;
  const flags = REPAIRED_TOGETHER.get(reason);
  if (!flags || refusedBy.length > 0 || diagnoses.length === 1)
    return diagnoses.flatMap((diagnosis) => commandOf(diagnosis, speech) ?? []);
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

/** The next command for a host; undefined if there is none that does it. */
export const commandOf = ({ next }: Diagnosis, speech: Speech): string | undefined =>
  next.command && commandText(next.command, speech);

/** The cause and how the host shows it, as one sentence. */
const messageOf = ({ means, summary }: Diagnosis): string => [means, summary].filter(Boolean).join('; ');

/** The diagnoses as JSON and YAML: one shape for one host or many. */
export function dataOf(items: readonly Item[], speech: Speech): object {
  const diagnoses = items.map(({ diagnosis }) => diagnosis);
  const about = {
    ...resultOfAll(diagnoses.map(({ verdict }) => verdict)),
    items: items.map(({ diagnosis, evidence }) => {
      const { namespace, name, verdict, cause, error, refusals, next } = diagnosis;
      return {
        metadata: { name, namespace },
        verdict,
        reason: cause,
        message: messageOf(diagnosis),
        error,
        refusals,
        evidence,
        hint: next.advice,
        next: commandOf(diagnosis, speech),
      };
    }),
    causes: byCause(diagnoses).map((group) => {
      const { reason, refusedBy, verdict, means, count, hosts } = group;
      return { reason, verdict, refusedBy, message: means, count, hosts, next: commandsFor(group, speech) };
    }),
  };
  return resultOf(BMH, KIND, about);
}
