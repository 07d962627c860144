import type { Host } from '../../cli/command.ts';
import { newAddresses, PLAIN_OPTIONS } from '../../hosts/decide.ts';
import type { Evidence, Operators, Unread } from '../../hosts/diagnosis/evidence.ts';
import { presentOf, wantedFor } from '../../hosts/diagnosis/wanted.ts';
import type { HostObject } from '../../hosts/host.ts';
import { observed } from '../../hosts/observed.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import { contextOf, readContext } from './read-context.ts';
import { readEvents } from './read-events.ts';
import { probingOnce, readingOnce } from './read-once.ts';
import { readOperators } from './read-operators.ts';
import { readOwners } from './read-owners.ts';
import { partOf } from './read-parts.ts';

/** Reads the evidence for a diagnosis; what many hosts share is read once. */
export interface Gatherer {
  /** `whole`: also read what does not decide the cause, for the user to see. */
  gather(object: HostObject, options: { whole: boolean }): Promise<Evidence>;
}

interface Place {
  group: string;
  /** Where to look for operators if not all namespaces can be read. */
  namespace: string;
  host: Pick<Host, 'clock' | 'interrupted'>;
}

export function gathererFor(
  direct: KubeClient,
  { group, namespace, host: { clock, interrupted: signal } }: Place,
): Gatherer {
  const client = readingOnce(direct);
  const probe = probingOnce(client, signal);
  let operators: Promise<Operators> | undefined;

  return {
    async gather(object, { whole }) {
      const seen = observed(object, group, contextOf(client));
      const from = seen.host.namespace;
      const wanted = wantedFor(seen);
      const unread: Unread[] = [];
      const present = whole ? presentOf(seen.host) : wanted.present;
      const preventive = whole ? newAddresses(seen, { ...PLAIN_OPTIONS, preventive: true }) : undefined;
      const target = wanted.target ?? preventive;
      if (whole || wanted.operators)
        operators ??= readOperators(client, { namespace, now: clock.now(), signal });
      const context =
        whole || wanted.context
          ? readContext(client, seen.host)
          : { context: contextOf(client), warnings: [] };
      const [reading, targetProbe, presentProbe, events, foundOperators, owners] = await Promise.all([
        context,
        target && probe(from, target),
        present && probe(from, present),
        whole || wanted.events ? partOf('events', unread, () => readEvents(client, seen.host)) : undefined,
        whole || wanted.operators ? operators : undefined,
        whole
          ? Promise.resolve(context).then(({ context: { cluster } }) =>
              readOwners(client, seen, { cluster, unread }),
            )
          : undefined,
      ]);
      return {
        observed: {
          ...seen,
          context: { ...reading.context, ...(targetProbe && { probe: targetProbe }) },
        },
        ...(presentProbe && { present: presentProbe }),
        ...(events && { events }),
        ...(foundOperators && { operators: foundOperators }),
        ...(owners && { owners }),
        unread: [
          ...reading.warnings.map(({ name, reason }) => ({ what: name, reason })),
          // Sorted, so that the order does not depend on which answer came first.
          ...[...unread, ...(foundOperators?.unread ?? [])].toSorted((one, other) =>
            one.what.localeCompare(other.what, 'en'),
          ),
        ],
      };
    },
  };
}
