import { instantPath, rangePath } from '../../metrics/query.ts';
import { interpolate, type Scope } from './interpolate.ts';
import type { PanelView, Query } from './panel.ts';
import { SCRAPE, secondsOf, stepFor } from './step.ts';
import type { Period } from './time.ts';
import type { Chosen } from './variables.ts';

/** A query with its variables replaced, and where a Prometheus answers it. */
export interface Asked extends Query {
  /** As Prometheus gets it. */
  query: string;
  path: string;
}

/** The queries of a panel that are asked. */
export const askedOf = (
  { drawing, queries }: Pick<PanelView, 'drawing' | 'queries'>,
  { period, chosen }: { period: Period; chosen: ReadonlyMap<string, Chosen> },
): Asked[] =>
  drawing === 'box'
    ? []
    : queries.flatMap((one) => {
        if (one.expr === undefined || one.unasked !== undefined || one.isHidden) return [];
        const scope = scopeOf(period, chosen, one.interval);
        const query = interpolate(one.expr, scope);
        const { from, to } = period;
        const path = one.isInstant
          ? instantPath({ query, at: to })
          : rangePath({ query, from, to, step: scope.step });
        return [{ ...one, query, path }];
      });

/** What variables stand for, in a query with this shortest interval (`1m`). */
export function scopeOf(
  period: Period,
  chosen: ReadonlyMap<string, Chosen>,
  interval: string | undefined,
): Scope {
  const shortest =
    interval === undefined
      ? undefined
      : interpolate(interval, { chosen, period, step: SCRAPE, scrape: SCRAPE });
  return { chosen, period, step: stepFor(period, shortest), scrape: secondsOf(shortest) ?? SCRAPE };
}
