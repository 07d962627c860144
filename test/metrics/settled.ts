import { fieldsOf } from '../../lib/objects/fields.ts';
import type { RecordedAnswer } from './answers.ts';
import { MOMENT } from './recordings.ts';

/**
 * Normalizes a response so that it is equal between runs and builds: fixed times, versions, ports and fingerprints, sorted
 * results, and samples of twelve digits, because floating-point results differ beyond them.
 */
export function settled(answer: RecordedAnswer): RecordedAnswer {
  if (!answer.type.startsWith('application/json')) return answer;
  const value: unknown = JSON.parse(answer.body);
  return { ...answer, body: JSON.stringify(ordered(value), settledValue) };
}

function ordered(answer: unknown): unknown {
  const data = fieldsOf(fieldsOf(answer)?.data);
  if (!data || !Array.isArray(data.result)) return answer;
  const result = data.result.map(rounded).sort((one, other) => (labels(one) < labels(other) ? -1 : 1));
  return { ...fieldsOf(answer), data: { ...data, result } };
}

const labels = (result: unknown): string => JSON.stringify(fieldsOf(result)?.metric ?? null);

function rounded(result: unknown): unknown {
  const { value, values, ...rest } = fieldsOf(result) ?? {};
  if (Array.isArray(values))
    return { ...rest, values: values.map((point: unknown[]) => roundedPoint(point)) };
  return Array.isArray(value) ? { ...rest, value: roundedPoint(value) } : result;
}

function roundedPoint([at, text]: unknown[]): unknown[] {
  const number = Number(text);
  return [at, Number.isFinite(number) ? String(Number(number.toPrecision(12))) : text];
}

function settledValue(key: string, value: unknown): unknown {
  if (typeof value === 'object') return flagsOf(value) ?? value;
  if (Object.hasOwn(FIXED, key)) return FIXED[key];
  if (typeof value !== 'string') return value;
  // Default values differ between releases.
  if (key === 'original') return value.replace(/^global:\n(?: .*\n)*/, '');
  return value.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:9093');
}

/** The flags worth comparing: each release has its own. */
function flagsOf(value: object | null): object | undefined {
  const flags = fieldsOf(value);
  if (flags?.['storage.tsdb.path'] === undefined) return undefined;
  return Object.fromEntries(FLAGS.map((flag) => [flag, flags[flag]]));
}

const FLAGS = [
  'config.file',
  'query.lookback-delta',
  'storage.tsdb.path',
  'storage.tsdb.retention.size',
  'storage.tsdb.retention.time',
  'web.enable-lifecycle',
];

const minutes = (count: number): string => new Date(MOMENT.getTime() + count * 60_000).toISOString();

/** Fixed values of fields at any depth. The alert started a day ago and is active. */
const FIXED: Record<string, string | number> = {
  activeAt: minutes(-24 * 60),
  startsAt: minutes(-24 * 60),
  startTime: minutes(-24 * 60),
  lastConfigTime: minutes(-24 * 60),
  uptime: minutes(-24 * 60),
  updatedAt: minutes(0),
  lastEvaluation: minutes(0),
  endsAt: minutes(4),
  evaluationTime: 0.001,
  fingerprint: '0123456789abcdef',
  generatorURL: 'http://prometheus-k8s:9090/graph?g0.expr=vector%281%29&g0.tab=1',
  CWD: '/prometheus',
  goroutineCount: 40,
  GOMAXPROCS: 2,
  version: '0.0.0-recorded',
  revision: 'recorded',
  branch: 'recorded',
  buildUser: 'recorded',
  buildDate: 'recorded',
  goVersion: 'recorded',
};
