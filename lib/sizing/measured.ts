import type { Sample } from '../metrics/answer.ts';
import type { Measure } from './queries.ts';
import type { Amounts } from './rule.ts';

/** What a Prometheus answered to `sizingQueries`. What it could not be asked is undefined. */
export type Answers = Partial<Record<Measure, Sample[]>>;

/** How much is used; of several pods, the sum over those that are measured. Null is unknown. */
export type Measured = { [Amount in keyof Amounts]: number | null };

/** The values of a measure by pod, in the unit of its question. */
export const byPod = (samples: readonly Sample[] | undefined): Map<string, number> =>
  new Map((samples ?? []).map(({ labels, value }) => [labels.pod ?? '', value]));
