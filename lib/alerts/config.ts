import { load, YAMLException } from 'js-yaml';
import { DEEPEST } from '../input/json.ts';
import { fieldsOf } from '../objects/fields.ts';
import type { AlertConfig, InhibitRule, Integration, Receiver, Route } from './alert-facts.ts';
import { listAt, mapAt, matchersAt, textAt, textsAt } from './config-values.ts';
import { intervalOf } from './interval-values.ts';
import { readRoutes } from './route-tree.ts';
import { walk } from './routes.ts';

/**
 * The configuration of an Alertmanager, in YAML.
 *
 * @throws {SyntaxError} with what is wrong: it is not YAML, has no route, or a route uses a receiver or a time interval that is not
 *   there.
 */
export const readConfig = (text: string): AlertConfig => configOf(parsed(text));

/** The same of its data. @throws {SyntaxError} */
export function configOf(data: unknown): AlertConfig {
  const fields = fieldsOf(data);
  if (!fieldsOf(fields?.route)) throw new SyntaxError('it has no route');
  const config = {
    route: readRoutes(fields?.route),
    receivers: listAt(fields?.receivers, 'receivers').map(({ value, where }) => receiverOf(value, where)),
    inhibitRules: listAt(fields?.inhibit_rules, 'inhibit_rules').map(({ value, where }) =>
      ruleOf(value, where),
    ),
    timeIntervals: new Map(
      ['mute_time_intervals', 'time_intervals'].flatMap((name) =>
        listAt(fields?.[name], name).map(({ value, where }) => namedIntervals(value, where)),
      ),
    ),
  };
  for (const route of walk(config.route)) checkNames(route, config);
  return config;
}

function parsed(text: string): unknown {
  try {
    // Alertmanager prints its configuration without aliases, which could make a small text a huge tree, or one without an end.
    return load(text, { maxDepth: DEEPEST, maxAliases: 0 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark ? `line ${error.mark.line + 1}: ` : '';
    throw new SyntaxError(`it is not valid YAML: ${place}${error.reason}`);
  }
}

function checkNames(
  { receiver, muteIntervals, activeIntervals }: Route,
  { receivers, timeIntervals }: Pick<AlertConfig, 'receivers' | 'timeIntervals'>,
): void {
  if (!receivers.some(({ name }) => name === receiver))
    throw new SyntaxError(`a route uses the receiver ${JSON.stringify(receiver)}, which is not defined`);
  const unknown = [...muteIntervals, ...activeIntervals].find((name) => !timeIntervals.has(name));
  if (unknown !== undefined)
    throw new SyntaxError(`a route uses the time interval ${JSON.stringify(unknown)}, which is not defined`);
}

function receiverOf(value: unknown, where: string): Receiver {
  const { name, ...fields } = mapAt(value, where);
  return {
    name: textAt(name, `${where}.name`),
    integrations: Object.entries(fields).flatMap(([key, configs]) => {
      const [, type] = /^(.+)_configs$/.exec(key) ?? [];
      return type === undefined
        ? []
        : listAt(configs, `${where}.${key}`).map((entry) =>
            integrationOf(type, mapAt(entry.value, entry.where).send_resolved),
          );
    }),
  };
}

/** Integrations that say nothing of resolved alerts unless they are told to. */
const SILENT_ON_RESOLVED = new Set(['email', 'rocketchat', 'slack', 'wechat']);

const integrationOf = (type: string, sendResolved: unknown): Integration => ({
  type,
  sendResolved: typeof sendResolved === 'boolean' ? sendResolved : !SILENT_ON_RESOLVED.has(type),
});

function ruleOf(value: unknown, where: string): InhibitRule {
  const fields = mapAt(value, where);
  return {
    sources: matchersAt(fields, 'source_', where),
    targets: matchersAt(fields, 'target_', where),
    equal: textsAt(fields.equal, `${where}.equal`),
  };
}

function namedIntervals(value: unknown, where: string) {
  const { name, time_intervals: intervals } = mapAt(value, where);
  const read = listAt(intervals, `${where}.time_intervals`).map((entry) =>
    intervalOf(entry.value, entry.where),
  );
  return [textAt(name, `${where}.name`), read] as const;
}
