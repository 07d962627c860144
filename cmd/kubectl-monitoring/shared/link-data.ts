import type { Link } from '../../../lib/alerts/watchdog/link.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import { itemOf } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';

/** A link of the chain of the watchdog alert in JSON, as every command shows it. */
export const linkItem = (
  { name, state, reason, message, problem, places }: Link,
  namespace: string,
  values: ClusterValues,
) => ({
  ...itemOf({ name, namespace, verdict: VERDICTS[state], reason, message }),
  hint: problem?.fix ?? null,
  next: problem ? commandText(problem.next, { values }) : null,
  places: places.map(({ where, problem: broken, unknown }) => ({
    name: where,
    verdict: VERDICTS[broken ? 'degraded' : unknown ? 'unknown' : 'healthy'],
    message: broken?.message ?? unknown?.message ?? null,
  })),
});

/** What was not looked at is unknown, and its reason says why. */
const VERDICTS = {
  healthy: 'healthy',
  degraded: 'degraded',
  unknown: 'unknown',
  'not-reached': 'unknown',
  'not-checked': 'unknown',
} as const satisfies Record<Link['state'], string>;
