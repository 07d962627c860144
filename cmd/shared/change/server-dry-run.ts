import type { KubeClient, KubeObject, KubeRequest } from '../../../lib/kube/api/types.ts';
import { type ChangedField, changedFields } from '../../../lib/objects/changed-fields.ts';
import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';
import { parseQuantity } from '../../../lib/objects/quantity.ts';
import { asPart, CommandError } from '../../../lib/words/errors.ts';
import type { Ending } from '../render.ts';
import type { Change } from './change.ts';
import { type Answer, objectPath } from './write.ts';

/** A write whose dry run was rejected. */
export interface Rejection {
  step: number;
  title: string;
  error: CommandError;
}

interface Tried {
  step: number;
  title: string;
  request: KubeRequest;
  before: KubeObject | undefined;
  after: KubeObject | undefined;
}

/** Asks the server about the writes of a run, one after the other. */
export function serverDryRun<O, A, R extends Ending>(
  client: KubeClient,
  { isStale, isRefused }: Pick<Change<O, A, R>, 'isStale' | 'isRefused'>,
): {
  /** `start`: the object before the run. @throws the error of a request that was not judged, or was out of date. */
  answerTo(
    write: Tried,
    how: { dryRun: KubeRequest | undefined; start: KubeObject | undefined },
  ): Promise<Answer>;
  /** The first rejection. */
  rejection(): Rejection | undefined;
} {
  /** The last step that writes a field. */
  const writers = new Map<string, number>();
  let first: Rejection | undefined;
  return {
    async answerTo({ step, title, request, before, after }, { dryRun, start }) {
      const fields = [...changedFields(before, after)].map(({ path }) => `${objectPath(request)} ${path}`);
      const dependsOn = Math.max(0, ...fields.map((field) => writers.get(field) ?? 0));
      for (const field of fields) writers.set(field, step);
      if (!dryRun) return { answer: 'unjudged', dependsOn };
      try {
        const answer = await client.send<KubeObject>(dryRun);
        if (dependsOn > 0) return { answer: 'unjudged', dependsOn };
        return { answer: 'accepted', changes: changesByAdmission(dryRun, start, answer) };
      } catch (error) {
        if (!(error instanceof CommandError) || isStale(error) || !isRefused(error)) throw error;
        first ??= { step, title, error };
        return { answer: 'rejected', message: asPart(error) };
      }
    },
    rejection: () => first,
  };
}

/** What an answer has that was neither there nor asked for. What was asked for and is missing, is an error of the client. */
function changesByAdmission(
  { method, body }: KubeRequest,
  start: KubeObject | undefined,
  answer: KubeObject,
): ChangedField[] {
  if (method === 'DELETE') return [];
  const expected = method === 'POST' ? body : applyMergePatch<unknown>(start, body);
  return [...changedFields(expected, answer)].filter(
    ({ path, from, to }) => !BY_SERVER.test(path) && !areSameQuantity(from, to),
  );
}

/** Fields that the server sets itself, or leaves out in lists. */
const BY_SERVER =
  /^(?:apiVersion|kind|metadata\.(?:managedFields|resourceVersion|generation|uid|creationTimestamp|selfLink))\b/;

/** The server normalizes quantities: `1024Mi` comes back as `1Gi`. */
function areSameQuantity(...values: unknown[]): boolean {
  const [one, other] = values.map((value) => (typeof value === 'string' ? parseQuantity(value) : undefined));
  return one !== undefined && one === other;
}

/** An answer in one line. */
export function answerText(said: Answer): string {
  switch (said.answer) {
    case 'accepted':
      return said.changes.length === 0
        ? 'accepted'
        : `accepted; admission also changes ${said.changes.slice(0, NAMED).map(changeText).join('; ')}${
            said.changes.length > NAMED ? `; and ${said.changes.length - NAMED} more fields` : ''
          }`;
    case 'rejected':
      return `rejected: ${said.message.replaceAll('\n', ' ')}`;
    case 'unjudged':
      return `not judged, because it depends on step ${said.dependsOn}`;
  }
}

/** How many changes are named. */
const NAMED = 3;

const changeText = ({ path, from, to }: ChangedField): string =>
  `${path} from ${valueText(from)} to ${valueText(to)}`;

const valueText = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
