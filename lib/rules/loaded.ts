import { parseJson } from '../input/json.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { itemsOf } from '../versions/install.ts';

/** All rules that a Prometheus has loaded. */
export const LOADED_PATH = '/api/v1/rules';

/** Whether a Prometheus could load its configuration when it last tried. */
export const RUNTIME_PATH = '/api/v1/status/runtimeinfo';

/** A rule as a Prometheus has loaded it. */
export interface LoadedRule {
  group: string;
  name: string;
  type: 'alerting' | 'recording';
  labels: Record<string, unknown>;
  annotations: Record<string, unknown>;
  /** `for` in seconds. */
  duration: number;
  /** What its last evaluation failed with; empty if it did not fail. */
  lastError: string;
  isFiring: boolean;
}

/**
 * The loaded rules by their file, from the response at `LOADED_PATH`.
 *
 * @throws {SyntaxError} if that is not a Prometheus response.
 */
export function loadedRules(body: string): Map<string, LoadedRule[]> {
  const { groups } = dataIn(body);
  if (!Array.isArray(groups)) throw notPrometheus();
  const files = new Map<string, LoadedRule[]>();
  for (const { file, name: group, rules } of itemsOf(groups)) {
    const known = files.get(textOf(file)) ?? [];
    // Not by spreading: a group may have more rules than a call has arguments.
    for (const rule of itemsOf(rules)) known.push(loadedRule(textOf(group), rule));
    files.set(textOf(file), known);
  }
  return files;
}

const loadedRule = (group: string, rule: Record<string, unknown>): LoadedRule => ({
  group,
  name: textOf(rule.name),
  type: rule.type === 'recording' ? 'recording' : 'alerting',
  labels: fieldsOf(rule.labels) ?? {},
  annotations: fieldsOf(rule.annotations) ?? {},
  duration: typeof rule.duration === 'number' ? rule.duration : 0,
  lastError: rule.health === 'err' ? textOf(rule.lastError || 'unknown error') : '',
  isFiring: rule.state === 'firing',
});

export interface Runtime {
  /** Whether the last reload succeeded; undefined if the version does not say. */
  reloaded: boolean | undefined;
  /** When the configuration was last loaded, in milliseconds since the epoch; undefined if unknown. */
  loadedAt: number | undefined;
}

/**
 * From the response at `RUNTIME_PATH`.
 *
 * @throws {SyntaxError} if that is not a Prometheus response.
 */
export function runtimeOf(body: string): Runtime {
  const { reloadConfigSuccess, lastConfigTime } = dataIn(body);
  const at = Date.parse(textOf(lastConfigTime ?? ''));
  return {
    reloaded: typeof reloadConfigSuccess === 'boolean' ? reloadConfigSuccess : undefined,
    loadedAt: Number.isNaN(at) ? undefined : at,
  };
}

function dataIn(body: string): Record<string, unknown> {
  const answer = fieldsOf(parseJson(body));
  const data = fieldsOf(answer?.data);
  if (answer?.status !== 'success' || !data) throw notPrometheus();
  return data;
}

const notPrometheus = (): SyntaxError => new SyntaxError('not a Prometheus response');
