import { durationText } from '../../../../../lib/alerts/duration-text.ts';
import { alertCounts, type ListedAlert } from '../../../../../lib/alerts/listed-alerts.ts';
import { isMatch, labelValue, matchersText } from '../../../../../lib/alerts/matchers.ts';
import { matchesAlmostAll, type NewSilence } from '../../../../../lib/alerts/new-silence.ts';
import { WATCHDOG } from '../../../../../lib/objects/names.ts';
import { countText, listed, oneLine } from '../../../../../lib/words/text.ts';

/** What a silence does, as the user reads it before confirming. */
export interface Plan {
  text: string;
  warnings: string[];
}

/** How long it is until a moment, in seconds: `1h`, `59m58s`. */
export const leftText = (endsAt: number, now: Date): string =>
  durationText(Math.round((endsAt - now.getTime()) / 1000));

/** @param firing the alerts that are there now. */
export function planOf(silence: NewSilence, firing: readonly ListedAlert[], now: Date): Plan {
  const { matchers, endsAt, createdBy, comment } = silence;
  const matched = firing.filter(({ labels }) => isMatch(matchers, labels));
  const which =
    firing.length === 0
      ? 'No alert fires now.'
      : matched.length === 0
        ? `It matches none of the ${countText(firing.length, 'alert')} that fire now.`
        : `It matches ${matched.length} of ${countText(firing.length, 'alert')} that fire now: ${listed(alertCounts(matched))}`;
  const isBlinding = matched.some(({ labels }) => labelValue(labels, 'alertname') === WATCHDOG);
  return {
    text: [
      `Silence ${matchersText(matchers)}`,
      `until ${new Date(endsAt).toISOString()} (${leftText(endsAt, now)}), by ${createdBy}: ${comment}`,
      which,
    ]
      .map(oneLine)
      .join('\n'),
    warnings: [
      ...(matchesAlmostAll(matchers)
        ? ['the silence matches almost any alert, also those that do not fire yet']
        : []),
      ...(isBlinding
        ? [
            `the silence matches the alert ${WATCHDOG}: the outside check that waits for it will raise the alarm`,
          ]
        : []),
    ],
  };
}
