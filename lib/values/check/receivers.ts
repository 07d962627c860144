import { NULL_RECEIVER } from '../../alerts/alert-facts.ts';
import { configOf } from '../../alerts/config.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { sectionsOf, specOf } from '../keys.ts';
import { type Path, settersOf, valueAt } from '../layers.ts';
import { isTemplate } from '../template.ts';
import type { Context, Fault, ValuesCheck } from './check.ts';

/** Checks of the alert manager's configuration (§2.4, §7 row 4). */
export const receiverChecks: ValuesCheck[] = [
  {
    name: 'unquoted-null',
    severity: 'critical',
    prevents: 'a receiver without a name: YAML reads null without quotes as no value',
    fix: 'write "null", with the quotes',
    // Of a file itself: in the merged values, null has deleted what the chart sets.
    check: ofConfigs(({ path, layers }) =>
      layers.flatMap((layer) => {
        const config = layer.source && fieldsOf(valueAt(layer.values, path));
        return config ? nullsIn(config, path).map((fault) => ({ ...fault, layer })) : [];
      }),
    ),
  },
  {
    name: 'null-receiver',
    severity: 'critical',
    prevents: 'an Alertmanager without a configuration: routes of the chart lead to the receiver "null"',
    fix: 'copy the receiver "null" into the list: - name: "null"',
    check: ofConfigs(({ config, path, layers }) => {
      const receivers = [...path, 'receivers'];
      // A name that is null is meant to be "null": that is a finding of its own.
      const has = receiversIn(config).some(({ name }) => name === NULL_RECEIVER || name === null);
      if (has || !isSetInFile(layers, receivers)) return [];
      if (receiversIn(config).some(({ name }) => typeof name === 'string' && isTemplate(name))) return [];
      const { length } = routesIn(config.route, []).filter(({ route }) => route.receiver === NULL_RECEIVER);
      const routes = length === 1 ? 'a route leads' : `${length} routes lead`;
      const whose = isSetInFile(layers, [...path, 'route']) ? '' : ' by the defaults of the chart';
      return length > 0
        ? [{ path: receivers, message: `the list has no receiver "null", to which ${routes}${whose}` }]
        : [
            {
              path: receivers,
              severity: 'info',
              message: 'the list has no receiver "null", and no route leads to it',
            },
          ];
    }),
  },
  {
    name: 'undefined-receiver',
    severity: 'critical',
    prevents: 'an Alertmanager that keeps its old configuration, or does not start',
    fix: 'add the receiver to the list of receivers, or correct the name in the route',
    check: ofConfigs(({ config, path }) => {
      const names = receiversIn(config).map(({ name }) => name);
      return routesIn(config.route, [...path, 'route']).flatMap(({ route, path: at }) => {
        const { receiver } = route;
        const isKnown =
          typeof receiver !== 'string' ||
          receiver === NULL_RECEIVER ||
          names.includes(receiver) ||
          isTemplate(receiver);
        return isKnown
          ? []
          : [{ path: [...at, 'receiver'], message: `no receiver is called ${JSON.stringify(receiver)}` }];
      });
    }),
  },
  {
    name: 'invalid-alert-config',
    severity: 'critical',
    prevents: 'a configuration that Alertmanager cannot read',
    fix: 'correct it as the configuration of Alertmanager describes',
    check: ofConfigs(({ config, path, layers }) => {
      const names = receiversIn(config).map(({ name }) => name);
      const hasNull = layers.some(
        ({ values }) => nullsIn(fieldsOf(valueAt(values, path)) ?? {}, path).length > 0,
      );
      const twin = names.findIndex((name, at) => typeof name === 'string' && names.indexOf(name) < at);
      if (twin !== -1)
        return [
          {
            path: [...path, 'receivers', String(twin)],
            message: `two receivers are called ${JSON.stringify(names[twin])}`,
          },
        ];
      try {
        configOf(config);
        return [];
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        // Receivers that are missing, or null, are findings of their own.
        return error.message.startsWith('a route uses the receiver') || hasNull
          ? []
          : [{ path, message: error.message }];
      }
    }),
  },
  {
    name: 'config-bypassed',
    severity: 'info',
    prevents: 'changes of a configuration that the chart does not use',
    fix: 'change the configuration where it is read from, or remove this key',
    check: ({ values, root, layers }) =>
      sectionsOf(values, root, 'alerts').flatMap((section) => {
        const bypass = bypassOf(values, section);
        return bypass && isSetInFile(layers, [...section, 'config'])
          ? [{ path: bypass, message: `the chart does not use ${[...section, 'config'].join('.')}` }]
          : [];
      }),
  },
];

const nullsIn = (config: Record<string, unknown>, path: Path): Fault[] => [
  ...receiversIn(config).flatMap(({ name }, at) =>
    name === null
      ? [{ path: [...path, 'receivers', String(at), 'name'], message: 'the name of a receiver is null' }]
      : [],
  ),
  ...routesIn(config.route, [...path, 'route']).flatMap(({ route, path: at }) =>
    route.receiver === null
      ? [{ path: [...at, 'receiver'], message: 'the receiver of a route is null' }]
      : [],
  ),
];

interface Config {
  config: Record<string, unknown>;
  /** Where it is, from the root of the values. */
  path: Path;
}

/** Checks each configuration that is used, and that is not the chart's own. */
function ofConfigs(check: (config: Config & Context) => Fault[]): ValuesCheck['check'] {
  return (context) =>
    sectionsOf(context.values, context.root, 'alerts').flatMap((section) => {
      const { values, layers } = context;
      const path = [...section, 'config'];
      const config = fieldsOf(valueAt(values, path));
      const isOff = valueAt(values, [...section, 'enabled']) === false;
      if (!config || isOff || bypassOf(values, section) || !isSetInFile(layers, path)) return [];
      return check({ ...context, config, path });
    });
}

/** What has the alert manager use another configuration. */
function bypassOf(values: Context['values'], section: Path): Path | undefined {
  const spec = specOf(values, section, 'alerts');
  const isTemplated = valueAt(values, [...section, 'tplConfig']) === true;
  const candidates = [
    ...(isTemplated ? [[...section, 'stringConfig']] : []),
    [...spec, 'useExistingSecret'],
    [...spec, 'configSecret'],
  ];
  return candidates.find((path) => Boolean(valueAt(values, path)));
}

const isSetInFile = (layers: Context['layers'], path: Path): boolean =>
  settersOf(layers, path).some(({ source }) => source !== undefined);

const receiversIn = ({ receivers }: Record<string, unknown>): Record<string, unknown>[] =>
  Array.isArray(receivers) ? receivers.map((receiver) => fieldsOf(receiver) ?? {}) : [];

/** A route and those below it. */
function routesIn(given: unknown, path: Path): { route: Record<string, unknown>; path: Path }[] {
  const route = fieldsOf(given);
  if (!route) return [];
  const below = Array.isArray(route.routes) ? route.routes : [];
  return [{ route, path }, ...below.flatMap((child, at) => routesIn(child, [...path, 'routes', String(at)]))];
}
