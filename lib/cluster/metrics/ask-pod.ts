import type { RawAnswer } from '../../kube/api/types.ts';
import { masked } from '../../words/masked.ts';
import { reasonOf } from '../block/collections.ts';
import type { PodReader } from './pod.ts';
import { getting } from './ways.ts';

/** What a pod responds at a path, read by `parse`, or why that is not known. */
export async function askPod<T>(
  reader: PodReader,
  path: string,
  parse: (body: string) => T,
  signal?: AbortSignal,
): Promise<{ value: T } | { reason: string }> {
  try {
    const answer = await reader.ask(getting(path), signal);
    if (answer.status !== 200) return { reason: answered(answer) };
    try {
      return { value: parse(answer.body) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { reason: answered(answer) };
    }
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/** Maximum characters shown of an unexpected body. */
const EXCERPT = 100;

const answered = ({ status, body }: RawAnswer): string => {
  const said = masked(body.slice(0, EXCERPT).trim());
  return `it answered ${status}${said ? `: ${said}` : ''}`;
};
