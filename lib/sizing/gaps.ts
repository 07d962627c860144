import { type Answers, byPod } from './measured.ts';
import type { Gap, Observed } from './observed.ts';
import { type Measure, QUESTIONS } from './queries.ts';

/** What neither the cluster nor a Prometheus says of a block, beside what could not be read. */
export function gapsOf(
  { pods: read, answers, via }: Pick<Observed, 'pods' | 'answers' | 'via'>,
  { pods, stores }: { pods: { name: string }[]; stores: { name: string; pods: string[] }[] },
): Gap[] {
  if (read && pods.length === 0)
    return [{ what: 'requests and use', reason: noPods(stores.map(({ name }) => name)) }];
  if (via === undefined) return [];
  const names = pods.map(({ name }) => name);
  return [
    ...gapsOfMeasures(['cpu', 'memory'], names, answers),
    ...stores.flatMap(({ name, pods: own }) => {
      if (own.length === 0) return [{ what: `need of Prometheus ${name}`, reason: 'it has no pods' }];
      const gaps = gapsOfMeasures(['samples', 'series', 'resident'], own, answers);
      // Where nothing of it is measured, there is nothing to be said of one series.
      const isMeasured = own.some((pod) => byPod(answers.series).has(pod));
      return [...gaps, ...(isMeasured ? gapsOfMeasures(['wal'], own, answers) : [])];
    }),
  ];
}

/** Where a Prometheus is, no other namespace is meant. */
const noPods = (servers: readonly string[]): string =>
  servers.length > 0
    ? `no pod of the building block runs in this namespace, though Prometheus ${listed(servers)} is in it; kubectl monitoring status says why`
    : 'no pod of the building block is in this namespace; name the one that it is in (-n)';

/** What some measures are missing for, of those that could be asked: one gap for all that are missing for the same reason. */
function gapsOfMeasures(measures: Measure[], pods: readonly string[], answers: Answers): Gap[] {
  const missing = measures.flatMap((measure) => {
    const samples = answers[measure];
    const values = byPod(samples);
    const without = pods.filter((pod) => !values.has(pod));
    if (!samples || without.length === 0) return [];
    const { title, metric, absence } = QUESTIONS[measure];
    const reason =
      without.length === pods.length ? absence : 'such a pod may be too young, or not be scraped';
    return [{ title, metric, of: listed(without), reason }];
  });
  return [...Map.groupBy(missing, ({ of, reason }) => `${of} ${reason}`).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const what = `${alike.map(({ title }) => title).join(', ')} of ${first.of}`;
    return [{ what, reason: `no series ${alike.map(({ metric }) => metric).join(', ')}: ${first.reason}` }];
  });
}

/** Names as a sentence has them: the first three, and how many more there are. */
export function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return more > 1 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ');
}

const SHOWN = 3;
