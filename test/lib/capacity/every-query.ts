import {
  historyQuery,
  kubeletsQuery,
  mountsQuery,
  presenceQuery,
  useQuery,
  type Window,
} from '../../../lib/capacity/queries.ts';
import type { InstantQuery, RangeQuery } from '../../../lib/metrics/query.ts';

/** Every query about the volumes of a namespace: the first of each kind always, the others if metrics are missing. */
export const capacityQueries = (
  namespace: string,
  window: Window,
): { instant: InstantQuery[]; range: RangeQuery[] } => ({
  instant: [
    useQuery(namespace, window.now),
    presenceQuery(window.now),
    kubeletsQuery(window.now),
    mountsQuery(namespace, window.now),
  ],
  range: [historyQuery(namespace, window)],
});
