import type { Host } from '../../../lib/cli/command.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import type { KubeClient, KubeObject, KubeRequest } from '../../../lib/kube/api/types.ts';
import { type Outcome, run } from '../../../lib/procedure/procedure.ts';
import type { Sanitize } from '../render.ts';
import type { Call, Change } from './change.ts';
import { refused } from './run-change.ts';
import { stepsOf } from './steps.ts';

/** One write that a run would make. */
export interface Write {
  /** Its place as a person sees it, from 1. */
  step: number;
  title: string;
  request: KubeRequest;
  /** Undefined where it makes the object, and where it deletes it. */
  before: KubeObject | undefined;
  after: KubeObject | undefined;
}

/** How often a preview is made again because another user wrote meanwhile. */
const LOOKS = 5;

/** Shows what a run would send; undefined where that has said everything. */
export async function previewed<O, A, R>(
  change: Change<O, A, R>,
  observed: O,
  { values, session, host }: Call,
): Promise<R | undefined> {
  const found = await previewOf(change, observed, values.dryRun === 'server' ? session.client : undefined);
  if (!('writes' in found)) return found.report;
  const { more } = change;
  const { diff, output } = values;
  await writePreview(found.writes, host, {
    diff,
    output,
    resource: change.resource,
    paint: session.stdoutPaint,
    shown: change.shown,
    more: more?.data,
  });
  if (output === undefined && more) host.stdout.write(await more.text());
  return undefined;
}

/**
 * What a run would write, decided on the observed copy alone; its report, where a guard refuses on the way. With a
 * client each write is also sent with `dryRun=All`, so that the server's own checks have their say; where the server says
 * that the copy is out of date, it is read again.
 *
 * @throws what the server refuses.
 */
export async function previewOf<O, A, R>(
  change: Change<O, A, R>,
  observed: O,
  client: KubeClient | undefined,
): Promise<{ writes: Write[] } | { report: R }> {
  let start = observed;
  for (let looks = 1; ; looks += 1) {
    const { writes, outcome } = await writesOf(change, start, client);
    if (outcome.kind === 'done') return { writes };
    if (outcome.kind === 'refused') return { report: refused(change, start, outcome.refusals) };
    if (outcome.kind !== 'failed') throw new Error(`a preview ended ${outcome.kind}`);
    const isLast = looks === LOOKS || !change.isStale(outcome.error);
    const found = isLast ? undefined : await change.lastLook(start);
    if (!found) throw outcome.error;
    start = found;
  }
}

/** Runs the procedure on what was observed alone, as if nobody else wrote. */
async function writesOf<O, A, R>(
  change: Change<O, A, R>,
  start: O,
  client: KubeClient | undefined,
): Promise<{ writes: Write[]; outcome: Outcome<O, A> }> {
  const writes: Write[] = [];
  const { placeOf } = stepsOf(change.procedure, change.frame);
  let step = change.procedure.open;
  const outcome = await run(change.procedure, start, {
    perform: async (action, observed) => {
      const after = change.fold(action, observed);
      const write = change.write(action, observed, start);
      if (!write) return after;
      if (client && write.dryRun) await client.send(write.dryRun);
      writes.push({
        step: placeOf(step),
        title: step.title,
        request: write.request,
        before: change.objectOf(action, observed),
        after: change.objectOf(action, after),
      });
      return after;
    },
    observe: async (observed) => observed,
    isStale: () => false,
    isRefused: () => false,
    started: (next) => {
      step = next;
    },
    done: () => {},
  });
  return { writes, outcome };
}

/** The requests in their order, as they would be sent. */
function requestsText(changes: Write[], { text }: Sanitize): string {
  const requests = changes.map(({ step, title, request: { method, path, query, contentType, body } }) => {
    const url = query ? `${path}?${new URLSearchParams(query)}` : path;
    const type = contentType ?? 'application/json';
    return `# Step ${step}: ${title}\n${method} ${url}\nContent-Type: ${type}\n${JSON.stringify(body, null, 2)}\n`;
  });
  return text(requests.join('\n'));
}

/** Each change as a diff, one line a value, and as a JSON Patch. */
async function diffText(changes: Write[], paint: Paint, { text: shown }: Sanitize): Promise<string> {
  const { compare, getValueByPointer } = (await import('fast-json-patch')).default;
  const diffs = changes.map(({ step, title, before, after }) => {
    const operations = compare(before ?? {}, after ?? {});
    const lines = operations.flatMap((operation) => {
      const value = (object: object): unknown => getValueByPointer(object, operation.path);
      const line = (style: 'red' | 'green', sign: string, object: object): string =>
        paint(style, shown(`${sign} ${operation.path}: ${JSON.stringify(value(object))}`));
      return [
        ...(operation.op === 'add' ? [] : [line('red', '-', before ?? {})]),
        ...(operation.op === 'remove' ? [] : [line('green', '+', after ?? {})]),
      ];
    });
    const patch = shown(JSON.stringify(operations));
    return `${paint('bold', shown(`# Step ${step}: ${title}`))}\n${lines.join('\n')}\n${paint('dim', `JSON Patch: ${patch}`)}\n`;
  });
  return diffs.join('\n');
}

interface PreviewStyle {
  diff: boolean;
  output: string | undefined;
  resource: string;
  paint: Paint;
  shown: Sanitize;
  /** What else is planned, for JSON and YAML. */
  more?: object | undefined;
}

/** Writes a preview on stdout in the form that was asked for. */
export async function writePreview(
  changes: Write[],
  { stdout }: Pick<Host, 'stdout'>,
  { diff, output, resource, paint, shown, more }: PreviewStyle,
): Promise<void> {
  if (isDocument(output)) {
    const { writeDocument } = await import('../../../lib/cli/output.ts');
    await writeDocument(stdout, output, shown.data({ ...(await previewData(changes, resource)), ...more }));
  } else if (output === 'name') {
    stdout.write(`${shown.text(resource)}\n`);
  } else {
    stdout.write(await previewText(changes, { diff, paint, shown }));
  }
}

/** A preview as data, not masked yet. */
export async function previewData(changes: Write[], resource: string) {
  const { compare } = (await import('fast-json-patch')).default;
  const requests = changes.map(({ step, title, request, before, after }) => ({
    step,
    title,
    request,
    jsonPatch: compare(before ?? {}, after ?? {}),
  }));
  return { resource, verdict: 'planned', exitCode: 0, requests };
}

/** A preview as a person reads it: the requests, or what each changes. */
export const previewText = async (
  changes: Write[],
  { diff, paint, shown }: { diff: boolean; paint: Paint; shown: Sanitize },
): Promise<string> => (diff ? diffText(changes, paint, shown) : requestsText(changes, shown));
