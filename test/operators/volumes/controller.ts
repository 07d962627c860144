import type { Endpoint } from '../../support/server.ts';
import { workQueue } from '../queue.ts';
import { type Change, identity, send } from './change.ts';
import { followView, type Kind, type View } from './view.ts';

export interface ControllerOptions {
  /** Who its writes are, in `managedFields`. */
  manager: string;
  /** The kinds of objects that it decides on. */
  kinds: readonly Kind[];
  /** The namespaces that it works in; all of them when absent. */
  namespaces?: readonly string[] | undefined;
  /** What is to be done, as things are. `now` is the time as objects carry it. */
  decide(view: View, now: string): Change[];
}

export interface Controller {
  /** Has it decide again, where what changed is not in the view. */
  wake(): void;
  /** Ends the controller; resolves when it does nothing any more. */
  stop(): Promise<void>;
}

/** Milliseconds before a change that was overtaken, or met a server in trouble, is decided again. */
const RETRY = 20;

const ROUND = 'round';

/**
 * Starts a level-triggered controller: after every change that its watches show it decides again, from the whole of
 * what they show, and sends what is due. It holds nothing else, so that it can be ended and started at any time.
 *
 * @returns when it has seen what is there.
 * @throws where that can't be had.
 */
export async function startController(
  endpoint: Endpoint,
  { manager, kinds, namespaces, decide }: ControllerOptions,
): Promise<Controller> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const queue = workQueue(round, { workers: 1, quiet: Number.POSITIVE_INFINITY });
  const wake = () => queue.add(ROUND);
  /** What was granted and is still due: its effect is on its way. */
  let granted = new Set<string>();
  let view: View | undefined;

  async function round(): Promise<number | undefined> {
    if (!view) return undefined;
    const due = decide(view, `${new Date().toISOString().slice(0, 19)}Z`);
    const before = granted;
    granted = new Set(due.map(identity).filter((change) => before.has(change)));
    const fresh = due.filter((change) => !before.has(identity(change)));
    const answers = await Promise.all(fresh.map(sendOne));
    return answers.includes('lost') ? RETRY : undefined;
  }

  async function sendOne(change: Change): Promise<'granted' | 'lost'> {
    const answer = await send(endpoint, change, manager);
    if (answer === 'granted') granted.add(identity(change));
    return answer;
  }

  const following = followView(endpoint, { kinds, namespaces, changed: wake, signal, pause: RETRY });
  following.catch(() => stopping.abort());
  const followed = await following;
  view = followed.view;
  wake();

  return {
    wake,
    async stop() {
      stopping.abort();
      await Promise.all([queue.stop(), followed.ended]);
    },
  };
}
