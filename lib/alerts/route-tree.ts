import { secondsOf } from '../objects/duration.ts';
import type { Route } from './alert-facts.ts';
import { listAt, mapAt, matchersAt, textAt, textsAt } from './config-values.ts';

/** What a route that sets nothing has. */
type Inherited = Pick<Route, 'receiver' | 'groupBy' | 'groupWait' | 'groupInterval' | 'repeatInterval'>;

/** Alertmanager's own defaults. */
const DEFAULTS: Inherited = {
  receiver: '',
  groupBy: [],
  groupWait: 30,
  groupInterval: 5 * 60,
  repeatInterval: 4 * 60 * 60,
};

/** The routing tree of a configuration. @throws {SyntaxError} */
export function readRoutes(value: unknown): Route {
  const root = routeOf(value, 'route', DEFAULTS);
  if (root.receiver === '') throw new SyntaxError('the root route has no receiver');
  if (root.matchers.length > 0) throw new SyntaxError('the root route has matchers');
  return root;
}

function routeOf(value: unknown, where: string, parent: Inherited): Route {
  const fields = mapAt(value, where);
  const secondsAt = (name: string, otherwise: number): number => {
    if ((fields[name] ?? null) === null) return otherwise;
    const seconds = secondsOf(textAt(fields[name], `${where}.${name}`));
    if (seconds === undefined) throw new SyntaxError(`${where}.${name} is not a duration`);
    return seconds;
  };
  const groupBy = textsAt(fields.group_by, `${where}.group_by`);
  const inherited: Inherited = {
    receiver: textAt(fields.receiver, `${where}.receiver`) || parent.receiver,
    // To Alertmanager 0.25, an empty list sets nothing. To later ones it does, but they do not print it.
    groupBy: groupBy.includes('...') ? 'all' : groupBy.length > 0 ? groupBy : parent.groupBy,
    groupWait: secondsAt('group_wait', parent.groupWait),
    groupInterval: secondsAt('group_interval', parent.groupInterval),
    repeatInterval: secondsAt('repeat_interval', parent.repeatInterval),
  };
  return {
    ...inherited,
    matchers: matchersAt(fields, '', where),
    continues: fields.continue === true,
    muteIntervals: textsAt(fields.mute_time_intervals, `${where}.mute_time_intervals`),
    activeIntervals: textsAt(fields.active_time_intervals, `${where}.active_time_intervals`),
    routes: listAt(fields.routes, `${where}.routes`).map((entry) =>
      routeOf(entry.value, entry.where, inherited),
    ),
  };
}
