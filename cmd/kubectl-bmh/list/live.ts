import type { Host } from '../../../lib/cli/command.ts';
import { liveDisplay } from '../../../lib/cli/live-screen.ts';
import { countsOf, type LiveScreen, type LiveView, viewLines } from '../../../lib/cli/live-view.ts';
import { type Paint, screenOf } from '../../../lib/cli/style.ts';
import type { Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import { watchOwners } from '../../../lib/cluster/hosts/watch-owners.ts';
import {
  type LiveGroups,
  type LiveHost,
  liveGroups,
  liveHost,
  STOPPED,
  seenHost,
} from '../../../lib/hosts/live.ts';
import type { UnfinishedRun } from '../../../lib/hosts/next-step.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { reportable } from '../../../lib/words/errors.ts';
import { stepsOf } from '../../shared/change/steps.ts';
import { FRAME } from '../shared/frame.ts';
import { hostChanges, lostText, started } from './watch.ts';

interface Listed {
  client: KubeClient;
  selection: Selection;
  groupBy: LiveGroups['by'];
}

/** `list -w` on a terminal: one screen, drawn again as hosts change, until the user interrupts. */
export async function liveList(
  { client, selection, groupBy }: Listed,
  host: Host,
  paint: Paint,
): Promise<void> {
  const { stdout, interrupted: signal, clock } = host;
  const { namespace } = selection;
  const hosts = new Map<string, LiveHost>();
  const state: ListState = { hosts, by: groupBy, owners: new Map(), namespace, notes: [] };
  const display = liveDisplay(stdout, host, (size) =>
    listLines(state, clock.now().getTime(), { ...screenOf(host, paint), ...size }),
  );
  let lost: string | undefined;
  let unread: string | undefined;
  const changed = (): void => {
    state.notes = [lost, unread].filter((note) => note !== undefined);
    display.changed();
  };
  const watching = {
    signal,
    lost(reason: string) {
      lost = lostText(reason);
      changed();
    },
    found() {
      lost = undefined;
    },
  };
  const { found } = await readInHostGroup(client, (group) =>
    started(
      hostChanges(
        { client, group, selection },
        { ...watching, read: (object) => seenHost(object, group, titleOf) },
      ),
    ),
  );
  const over = new AbortController();
  const following = groupBy === 'cluster' ? followOwners(AbortSignal.any([signal, over.signal])) : undefined;
  async function followOwners(until: AbortSignal): Promise<void> {
    try {
      for await (const owners of watchOwners(client, namespace, until)) {
        state.owners = owners;
        display.changed();
      }
    } catch (error) {
      if (until.aborted) return;
      unread = `the Machines of hosts cannot be read (${reportable(error).message})`;
      changed();
    }
  }
  try {
    for await (const batch of found) {
      const now = clock.now().getTime();
      for (const { type, item } of batch) {
        const { name, namespace } = item.row.metadata;
        const key = `${namespace}/${name}`;
        if (type === 'DELETED') hosts.delete(key);
        else hosts.set(key, liveHost(hosts.get(key), item, now));
      }
      changed();
    }
  } finally {
    over.abort();
    await following;
    display.end();
  }
}

/** The next step of a run, numbered as in the progress of a repair. */
export function titleOf({ procedure, step }: UnfinishedRun): string {
  const { titles, placeOf, verification } = stepsOf(procedure, FRAME);
  return titles[(step ? placeOf(step) : verification) - 1] ?? '';
}

/** What a live list shows. */
export interface ListState extends Omit<LiveGroups, 'now'> {
  hosts: ReadonlyMap<string, LiveHost>;
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  notes: string[];
}

const STOPPED_NOTE =
  'Runs marked "stopped?" do not move. "kubectl bmh list" prints the command that finishes them.';

/** The lines of a live list at `now`, in milliseconds since the epoch. */
export function listLines(state: ListState, now: number, screen: LiveScreen): string[] {
  const { hosts, by, namespace, notes } = state;
  const groups = [...liveGroups(hosts.values(), { ...state, now })].map(([title, items]) => ({
    title,
    items: items.map((item) => ({
      names: [
        ...(by === 'cluster' ? [item.machine] : []),
        namespace === undefined ? `${item.namespace}/${item.name}` : item.name,
      ],
      verdict: item.verdict,
      text: item.text,
    })),
  }));
  const none = `No resources found${namespace === undefined ? '' : ` in ${namespace} namespace.`}`;
  const view: LiveView = {
    counts: countsOf(groups.flatMap(({ items }) => items)),
    notes: [
      ...(hosts.size === 0 ? [{ text: none }] : []),
      ...(groups.some(({ items }) => items.some(({ text }) => text.startsWith(STOPPED)))
        ? [{ text: STOPPED_NOTE, style: 'yellow' as const }]
        : []),
      ...notes.map((text) => ({ text, style: 'yellow' as const })),
    ],
    headers: { names: [...(by === 'cluster' ? ['MACHINE'] : []), 'NAME'], text: 'REASON' },
    groups,
    noun: by === 'cluster' ? 'clusters' : 'addresses',
  };
  return viewLines(view, screen);
}
