import { type Fields, isText } from '../lint/placed.ts';
import { secondsOf } from '../objects/duration.ts';
import { groupsOf, rulesOf } from './placed.ts';
import { ruleObjectsIn } from './rule-objects.ts';

/** An alert as Prometheus evaluates it. Times are seconds. */
export interface Alert {
  name: string;
  group: string;
  expr: string;
  /** Between two evaluations. */
  step: number;
  /** How long its expression must be true before it fires. */
  hold: number;
  /** How long it fires after its expression was last true. */
  keep: number;
}

/** An alert that Prometheus would not load, and why. */
export interface BrokenAlert extends Pick<Alert, 'name' | 'group'> {
  fault: string;
}

export interface Alerts {
  alerts: (Alert | BrokenAlert)[];
  /** How many recording rules there are beside them. */
  recordings: number;
}

/** The alerts of a YAML or JSON file, in the forms that `rules lint` reads. @throws {YamlSyntaxError} */
export function alertsIn(text: string): Alerts {
  const groups = ruleObjectsIn(text).flatMap(groupsOf);
  const rules = groups.flatMap(({ fields: group }) =>
    rulesOf({ groups: [group], groupsPath: [] }).map(({ fields: rule }) => ({ group, rule })),
  );
  return {
    alerts: rules.flatMap(({ group, rule }) => (isText(rule.alert) ? alertOf(rule.alert, rule, group) : [])),
    recordings: rules.filter(({ rule }) => !isText(rule.alert) && isText(rule.record)).length,
  };
}

function alertOf(name: string, rule: Fields, { name: group, interval }: Fields): Alert | BrokenAlert {
  const named = { name, group: isText(group) ? group : '' };
  const expr = typeof rule.expr === 'number' ? String(rule.expr) : rule.expr;
  if (!isText(expr)) return { ...named, fault: 'it has no expr' };
  const [step, hold, keep] = [interval, rule.for, rule.keep_firing_for].map((value) => secondsOf(value ?? 0));
  if (step === undefined || hold === undefined || keep === undefined)
    return { ...named, fault: 'one of interval, for and keep_firing_for is not a duration: see rules lint' };
  return { ...named, expr, step: Math.max(1, step || USUAL_STEP), hold, keep };
}

/** Prometheus' own default. */
const USUAL_STEP = 60;
