import { readSilences, SILENCES } from '../../alerts/answers.ts';
import { errorIn } from '../../alerts/api-error.ts';
import { createdId, isCreated, type NewSilence, silenceBody } from '../../alerts/new-silence.ts';
import { asPart, CommandError, reportable } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { askPod } from '../metrics/ask-pod.ts';
import type { Replica } from './open.ts';
import { type Waiting, waitForSilences } from './spread.ts';

/** What came of creating a silence. */
export interface Created {
  /** Ids; several if the replicas are not one cluster. */
  made: { id: string; replica: string }[];
  /** Replicas that do not have it, and why. */
  lacking: { replica: string; reason: string }[];
  /** Whether the user interrupted before every replica was seen to have it. */
  isInterrupted: boolean;
}

/**
 * Creates a silence on the first replica that takes it, waits until the others have heard of it, and creates it on those that have
 * not.
 *
 * @param known ids of silences that were there before.
 * @throws {CommandError} if no replica takes it.
 */
export async function createSilence(
  replicas: readonly Replica[],
  silence: NewSilence,
  { known, ...waiting }: Waiting & { known: ReadonlySet<string> },
): Promise<Created> {
  const { replica: maker, id } = await createdOnFirst(replicas, silence, { known, ...waiting });
  const created: Created = { made: [{ id, replica: maker.name }], lacking: [], isInterrupted: false };
  const others = replicas.filter((replica) => replica !== maker);
  try {
    const deaf = await waitForSilences(others, (silences) => silences.some((one) => one.id === id), waiting);
    for (const { replica, silences, reason } of deaf) {
      const post = silences ? await posted(replica, silence) : { reason };
      if ('id' in post) created.made.push({ id: post.id, replica: replica.name });
      else created.lacking.push({ replica: replica.name, reason: post.reason });
    }
  } catch (error) {
    if (!waiting.interrupted.aborted) throw error;
    created.isInterrupted = true;
  }
  return created;
}

async function createdOnFirst(
  replicas: readonly Replica[],
  silence: NewSilence,
  { known, interrupted }: Waiting & { known: ReadonlySet<string> },
): Promise<{ replica: Replica; id: string }> {
  const reasons: string[] = [];
  for (const replica of replicas) {
    interrupted.throwIfAborted();
    const post = await posted(replica, silence);
    if ('id' in post) return { replica, id: post.id };
    reasons.push(`${oneLine(replica.name)}: ${oneLine(post.reason)}`);
    if (post.isAnswer) continue;
    // The answer may have been lost after the silence was created.
    const found = await foundOn(replicas, silence, known);
    if (found) return found;
  }
  throw new CommandError('api', ['error: no Alertmanager takes the silence', ...reasons].join('\n  '));
}

/** Looks whether or not the user interrupts: a silence that is there is to be named. */
async function foundOn(
  replicas: readonly Replica[],
  silence: NewSilence,
  known: ReadonlySet<string>,
): Promise<{ replica: Replica; id: string } | undefined> {
  for (const replica of replicas) {
    const read = await askPod(replica, SILENCES, readSilences, new AbortController().signal);
    const found = 'value' in read && read.value.find((one) => !known.has(one.id) && isCreated(one, silence));
    if (found) return { replica, id: found.id };
  }
  return undefined;
}

/** Sends it, whether or not the user interrupts: otherwise it would not be known whether it was created. */
async function posted(
  replica: Replica,
  silence: NewSilence,
): Promise<{ id: string } | { reason: string; isAnswer: boolean }> {
  try {
    const request = { method: 'POST', path: SILENCES, body: silenceBody(silence) } as const;
    const answer = await replica.ask(request, new AbortController().signal);
    if (answer.status !== 200) return { reason: errorIn(answer), isAnswer: true };
    try {
      return { id: createdId(answer.body) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { reason: 'its answer has no id of a silence', isAnswer: false };
    }
  } catch (error) {
    return { reason: asPart(reportable(error)), isAnswer: false };
  }
}
