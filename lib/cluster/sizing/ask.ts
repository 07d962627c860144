import type { Host } from '../../cli/command.ts';
import { MEASURES, QUESTIONS, sizingQueries } from '../../sizing/queries.ts';
import type { Observed } from '../../sizing/sizing.ts';
import { CommandError } from '../../words/errors.ts';
import type { MetricsAsker } from '../metrics/pod.ts';
import type { MetricsSource } from '../metrics/source.ts';
import { attempt, gapsAmong, reasonOf } from './attempt.ts';

export type Asking = MetricsAsker & { host: Pick<Host, 'clock'> };

/** The answers to all queries of a sizing; if no Prometheus can be queried, that is the gap. */
export async function askMetrics(
  run: Asking,
  namespace: string,
): Promise<Pick<Observed, 'via' | 'answers' | 'gaps'>> {
  let source: MetricsSource;
  try {
    const { openMetrics } = await import('../metrics/open.ts');
    source = await openMetrics(run, namespace);
  } catch (error) {
    const hint = error instanceof CommandError ? error.hint : undefined;
    const reason = [reasonOf(error), ...(hint ? [hint] : [])].join('\n');
    return { via: undefined, answers: {}, gaps: [{ what: 'measured use and series', reason }] };
  }
  try {
    return { via: source.via, ...(await answersOf(source, sizingQueries(namespace, run.host.clock.now()))) };
  } finally {
    await source.close();
  }
}

async function answersOf(
  source: MetricsSource,
  queries: ReturnType<typeof sizingQueries>,
): Promise<Pick<Observed, 'answers' | 'gaps'>> {
  const asked = await Promise.all(
    MEASURES.map((measure) => attempt(QUESTIONS[measure].title, source.vector(queries[measure]))),
  );
  const answers = Object.fromEntries(MEASURES.map((measure, index) => [measure, asked[index]?.value]));
  return { answers, gaps: gapsAmong(asked) };
}
