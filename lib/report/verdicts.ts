import { type Html, html, trusted } from '../html/html.ts';
import { VERDICTS, verdictText } from '../words/verdict.ts';
import { type Fields, textIn } from './read.ts';

/** How a verdict is colored: something is wrong, something is open, all is well, nothing was done. */
type Tone = 'bad' | 'warn' | 'good' | 'note';

const BAD = new Set(['at-risk', 'failed', 'interrupted', 'timed-out', 'degraded', 'blocked', 'findings']);
const OPEN = new Set(['unknown', 'in-progress', 'declined', 'paused']);

/** Why an object is as it was, where its verdict alone does not say that it was to be changed. */
const SAID: ReadonlyMap<string, Tone> = new Map([
  ['not-started', 'warn'],
  ['rejected', 'bad'],
  ['dry-run', 'note'],
]);

/** A verdict that no version is known to give is one to look at. */
export const toneOf = (verdict: string): Tone =>
  SAID.get(verdict) ??
  (BAD.has(verdict)
    ? 'bad'
    : OPEN.has(verdict) || !VERDICTS.some((one) => one === verdict)
      ? 'warn'
      : 'good');

/** The verdict on an item, or why it is as it was: `not-started`. */
export function verdictIn({ verdict, reason }: Fields): string {
  const why = textIn(reason);
  return SAID.has(why) ? why : textIn(verdict) || 'unknown';
}

/** Whether an object was left as it is because the run was a dry run. */
export const isDry = (verdict: string): boolean => verdict === 'dry-run' || verdict === 'rejected';

/** Whether an object was changed, and is no better. */
export const isStillBroken = (verdict: string): boolean => verdict === 'degraded' || verdict === 'at-risk';

const ORDER: readonly string[] = VERDICTS.flatMap((verdict) =>
  verdict === 'blocked'
    ? [verdict, 'rejected']
    : verdict === 'declined'
      ? ['not-started', verdict]
      : [verdict],
);

/** Orders verdicts, the most severe first; those that are not known come before what is well. */
export const byVerdict = (one: string, other: string): number => rankOf(one) - rankOf(other);

const rankOf = (verdict: string): number => {
  const at = ORDER.indexOf(verdict);
  return at < 0 ? ORDER.indexOf('unknown') : at;
};

/** A verdict with its color: never by color alone. */
export const badge = (verdict: string): Html =>
  html`<span class="b ${trusted(toneOf(verdict))}">${verdictText(verdict)}</span>`;

/** How severe a finding is, with the color of that. */
export const severityBadge = (severity: string): Html =>
  html`<span class="b ${trusted(severityTone(severity))}">${severity || 'unknown'}</span>`;

/** How the severity of a finding is colored. */
export const severityTone = (severity: string): string => SEVERITY_TONES.get(severity) ?? 'note';

const SEVERITY_TONES: ReadonlyMap<string, string> = new Map([
  ['critical', 'bad'],
  ['error', 'bad'],
  ['warning', 'warn'],
]);
