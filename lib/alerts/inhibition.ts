import type { Alert, AlertConfig, InhibitRule, Labels } from './alert-facts.ts';
import { isMatch, labelValue } from './matchers.ts';

/**
 * Which of the alerts suppress an alert with these labels, also those that are suppressed themselves. The alerts must not be resolved.
 * Alertmanager names one of them, and recent versions miss some: they remember one source for each set of equal labels.
 */
export const inhibitedBy = (
  { inhibitRules }: Pick<AlertConfig, 'inhibitRules'>,
  labels: Labels,
  others: readonly Alert[],
): Alert[] => others.filter((other) => inhibitRules.some((rule) => suppresses(rule, other.labels, labels)));

/** Which of the alerts an alert with these labels would suppress, also those that are suppressed already. */
export const inhibits = (
  { inhibitRules }: Pick<AlertConfig, 'inhibitRules'>,
  labels: Labels,
  others: readonly Alert[],
): Alert[] => others.filter((other) => inhibitRules.some((rule) => suppresses(rule, labels, other.labels)));

/** Two alerts that both match both sides do not suppress each other: otherwise an alert would suppress itself. */
const suppresses = ({ sources, targets, equal }: InhibitRule, source: Labels, target: Labels): boolean =>
  isMatch(sources, source) &&
  isMatch(targets, target) &&
  equal.every((name) => labelValue(source, name) === labelValue(target, name)) &&
  !(isMatch(sources, target) && isMatch(targets, source));
