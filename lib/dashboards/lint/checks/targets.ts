import { isText } from '../../../lint/placed.ts';
import type { Place } from '../../../promql/expression-error.ts';
import type { Check, Dashboard, Fault, Target } from '../check.ts';
import { isBuiltIn, macrosIn } from '../macros.ts';
import { type Matcher, type Selector, selectorsIn } from '../selectors.ts';
import { once } from './once.ts';

/** The checks of queries in PromQL, named as those of dashboard-linter. */
export const TARGET_CHECKS: readonly Check[] = [
  {
    name: 'target-promql',
    severity: 'critical',
    prevents: 'a panel that shows an error, because Prometheus cannot read its query',
    fix: 'correct the query at the mark',
    dashboard: ({ targets }) =>
      targets.flatMap(({ path, query }) =>
        query && 'fault' in query ? [{ path: [...path, 'expr'], ...query.fault }] : [],
      ),
  },
  {
    name: 'target-multi-value',
    severity: 'warning',
    prevents: 'a panel that stays empty when several values of a variable are chosen',
    fix: 'compare with =~ or !~',
    dashboard: (dashboard) => {
      const multi = new Set(
        dashboard.variables.flatMap(({ fields: { name, multi, includeAll } }) =>
          isText(name) && (multi === true || includeAll === true) ? [name] : [],
        ),
      );
      return matchersOf(dashboard).flatMap(({ target, matcher, from, to }): Fault[] => {
        const written = target.expr.slice(from, to);
        // What is repeated for a variable has one value of it.
        const repeats = [target.panel.fields.repeat, target.panel.row?.fields.repeat];
        const macro = [...macrosIn(written)].find(
          ({ name, format }) => multi.has(name) && format === undefined && !repeats.includes(name),
        );
        return macro && (matcher.operator === '=' || matcher.operator === '!=')
          ? [
              {
                path: [...target.path, 'expr'],
                at: from + macro.start,
                message: `${macro.name} may have several values, and ${matcher.label} is compared with ${matcher.operator}`,
              },
            ]
          : [];
      });
    },
  },
  {
    name: 'target-rate-interval',
    severity: 'info',
    prevents: 'gaps, or peaks that are not seen, when the time range or the scrape interval is another one',
    fix: 'use [$__rate_interval]',
    dashboard: (dashboard) =>
      once(
        selectorsOf(dashboard).flatMap(
          ({ target, selector: { calls, range }, offset, isWritten }): Fault[] => {
            const call = calls.at(-1);
            if (!range || !call || !RATES.has(call.name) || !isWritten(call)) return [];
            const written = target.expr.slice(offset(range.from), offset(range.to));
            const names = Array.from(macrosIn(written), ({ name }) => name);
            return names.length > 0 && !names.includes('__interval')
              ? []
              : [
                  {
                    path: [...target.path, 'expr'],
                    at: offset(range.from),
                    message: `${call.name}() has the range ${written}`,
                  },
                ];
          },
        ),
      ),
  },
  {
    name: 'target-counter-agg',
    severity: 'info',
    prevents: 'a line that only rises, and falls to 0 with each restart',
    fix: 'wrap it in rate() or increase()',
    dashboard: (dashboard) =>
      once(
        selectorsOf(dashboard).flatMap(({ target, selector: { name, calls, from }, offset, isWritten }) =>
          name.endsWith('_total') &&
          !name.includes(':') &&
          isWritten({ from, to: from + name.length }) &&
          !calls.some((call) => COUNTING.has(call.name) || !isWritten(call))
            ? [
                {
                  path: [...target.path, 'expr'],
                  at: offset(from),
                  message: `${name} is a counter, and is shown as it is`,
                },
              ]
            : [],
        ),
      ),
  },
  labelCheck('job'),
  labelCheck('instance'),
];

/** The check that the variables job and instance do something, where a dashboard has them. */
function labelCheck(label: 'job' | 'instance'): Check {
  return {
    name: `target-${label}`,
    severity: 'info',
    prevents: `a panel that stays the same, whatever is chosen in the variable ${label}`,
    fix: `add ${label}=~"$${label}"`,
    dashboard: (dashboard) =>
      once(
        (dashboard.names.has(label) ? dashboard.targets : []).flatMap((target) => {
          const selectors = selectorsOfTarget(target).map(({ selector }) => selector);
          return selectors.length > 0 &&
            [...macrosIn(target.expr)].every(({ name }) => isBuiltIn(name)) &&
            selectors.every(
              ({ name, matchers }) => !name.includes(':') && !matchers.some((one) => one.label === label),
            )
            ? [{ path: [...target.path, 'expr'], message: `the query does not select by ${label}` }]
            : [];
        }),
      ),
  };
}

/** The functions whose ranges follow the scrape interval. */
const RATES = new Set(['rate', 'irate']);

/** Functions that make something else of a counter than its value. */
const COUNTING = new Set([
  ...['rate', 'irate', 'increase', 'idelta', 'resets', 'changes', 'absent', 'absent_over_time'],
  ...['present_over_time', 'count', 'count_values', 'count_over_time', 'group', 'timestamp'],
]);

interface FoundSelector {
  target: Target;
  selector: Selector;
  /** The offset in the query of a character of the text that the selector was found in. */
  offset(at: number): number;
  /** Whether a part of that text is in the query itself, and no variable. */
  isWritten(place: Place): boolean;
}

const selectorsOf = ({ targets }: Dashboard): FoundSelector[] => targets.flatMap(selectorsOfTarget);

function selectorsOfTarget(target: Target): FoundSelector[] {
  if (!target.query || 'fault' in target.query) return [];
  const { text, offset, hasMacro } = target.query.expanded;
  const isWritten = ({ from, to }: Place): boolean => !hasMacro(from, to);
  return selectorsIn(text).map((selector) => ({ target, selector, offset, isWritten }));
}

/** The matchers of all queries, with the places of their values in the query. */
const matchersOf = (dashboard: Dashboard): { target: Target; matcher: Matcher; from: number; to: number }[] =>
  selectorsOf(dashboard).flatMap(({ target, selector, offset }) =>
    selector.matchers.map((matcher) => ({
      target,
      matcher,
      from: offset(matcher.from),
      to: offset(matcher.to),
    })),
  );
