import { matchersText } from '../../../../../lib/alerts/matchers.ts';
import { matchesOnlyEmpty, type NewSilence } from '../../../../../lib/alerts/new-silence.ts';
import { secondsOf } from '../../../../../lib/objects/duration.ts';
import { usageError } from '../../../../../lib/words/errors.ts';
import { oneLine } from '../../../../../lib/words/text.ts';
import { matchersIn } from '../../shared/matchers-in.ts';
import type { SilenceCreateValues } from './flags.ts';

/** The silence that a call describes. @throws {CommandError} if it is not complete or no Alertmanager would take it. */
export function givenSilence(
  args: readonly string[],
  values: SilenceCreateValues,
  { now, env }: { now: Date; env: Readonly<Record<string, string | undefined>> },
): NewSilence {
  const matchers = matchersIn(args);
  if (matchesOnlyEmpty(matchers))
    throw usageError(
      `${oneLine(matchersText(matchers))} matches every alert without such a label: Alertmanager refuses a silence without another matcher`,
      'Add a matcher that does not match an empty value, such as alertname=NodeDown.',
    );
  const comment = values.comment?.trim() ?? '';
  if (comment === '')
    throw usageError('a silence needs a comment', 'Say why: --comment "The disk of worker-7 is replaced".');
  const { author = env.USER || env.USERNAME || 'kubectl monitoring' } = values;
  return { matchers, endsAt: endOf(values, now), createdBy: author, comment };
}

/** Milliseconds since the epoch. */
function endOf({ duration, until }: SilenceCreateValues, now: Date): number {
  if (duration !== undefined && until !== undefined)
    throw usageError('--duration and --until exclude each other', 'Give one of them.');
  if (until === undefined) {
    const seconds = secondsOf(duration ?? '1h') ?? 0;
    const end = now.getTime() + seconds * 1000;
    if (seconds > 0 && end <= LATEST) return end;
    throw usageError(
      `invalid value "${oneLine(duration ?? '')}" for --duration`,
      'Use a duration such as 30m, 2h or 7d.',
    );
  }
  const end = TIME.test(until) ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(end))
    throw usageError(
      `invalid value "${oneLine(until)}" for --until`,
      'Use a time with its zone, such as 2026-01-31T08:00:00Z or 2026-01-31T09:00:00+01:00.',
    );
  if (end <= now.getTime())
    throw usageError(`--until ${until} is in the past`, `It is ${now.toISOString()} now.`);
  return end;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The end of the year 9999: later times have another form. */
const LATEST = Date.UTC(10_000, 0) - 1;
