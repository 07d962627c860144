import type { Host } from '../../../lib/cli/command.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import type { KubeClient, KubeObject, KubeRequest } from '../../../lib/kube/api/types.ts';
import type { Outcome } from '../../../lib/procedure/procedure.ts';
import { worstVerdict } from '../../../lib/words/verdict.ts';
import { type Ending, type Format, itemOf, type Plugin, resultOf } from '../render.ts';
import type { Call, Change } from './change.ts';
import { rehearse } from './rehearse.ts';
import { refused } from './run-change.ts';
import { stepsOf } from './steps.ts';

/** One write that a run would make. */
export interface Write {
  /** Its number, from 1. */
  step: number;
  title: string;
  request: KubeRequest;
  /** Undefined if the write creates the object. */
  before: KubeObject | undefined;
  /** Undefined if it deletes it. */
  after: KubeObject | undefined;
}

/** The most attempts of a preview while other clients write to the object. */
const ATTEMPTS = 5;

/** Prints what a run would send. Returns a report if a guard refuses. */
export async function previewed<O, A, R extends Ending>(
  change: Change<O, A, R>,
  observed: O,
  { values, session, host }: Call,
): Promise<R | undefined> {
  const found = await previewOf(change, observed, values.dryRun === 'server' ? session.client : undefined);
  if (!('writes' in found)) return found.report;
  const { more } = change;
  const { diff, output } = values;
  const report = dryRunOf(change, observed);
  await writePreview([{ report: { ...report, ...more?.data }, writes: found.writes }], host, {
    diff,
    output,
    paint: session.stdoutPaint,
    plugin: change.plugin,
    kind: change.result,
  });
  if (output === undefined && more) host.stdout.write(await more.text());
  return undefined;
}

/** The report of a change that was only tried. */
export const dryRunOf = <O, A, R extends Ending>(change: Change<O, A, R>, observed: O): R =>
  change.report(
    { verdict: 'unchanged', reason: 'dry-run', message: 'dry run: nothing was changed' },
    observed,
  );

/**
 * What a run would write, decided on the observed copy alone, or its report if a guard refuses. With a client each write is also
 * sent with `dryRun=All`, to include the server's checks; if the server reports that the copy is out of date, it is read again.
 *
 * @throws the server's refusal.
 */
export async function previewOf<O, A, R extends Ending>(
  change: Change<O, A, R>,
  observed: O,
  client: KubeClient | undefined,
): Promise<{ writes: Write[] } | { report: R }> {
  let start = observed;
  for (let attempt = 1; ; attempt += 1) {
    const { writes, outcome } = await writesOf(change, start, client);
    if (outcome.kind === 'done') return { writes };
    if (outcome.kind === 'refused') return { report: refused(change, start, outcome.refusals) };
    if (outcome.kind !== 'failed') throw new Error(`a preview ended ${outcome.kind}`);
    const isLast = attempt === ATTEMPTS || !change.isStale(outcome.error);
    const found = isLast ? undefined : await change.lastLook(start);
    if (!found) throw outcome.error;
    start = found;
  }
}

/** Runs the procedure on the observation alone, as if there were no other writer. */
async function writesOf<O, A, R extends Ending>(
  change: Change<O, A, R>,
  start: O,
  client: KubeClient | undefined,
): Promise<{ writes: Write[]; outcome: Outcome<O, A> }> {
  const writes: Write[] = [];
  const { placeOf } = stepsOf(change.procedure, change.frame);
  const outcome = await rehearse(change, start, async (action, observed, step) => {
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
  });
  return { writes, outcome };
}

function requestsText(changes: Write[], { text }: Plugin): string {
  const requests = changes.map(({ step, title, request: { method, path, query, contentType, body } }) => {
    const url = query ? `${path}?${new URLSearchParams(query)}` : path;
    const type = contentType ?? 'application/json';
    return `# Step ${step}: ${title}\n${method} ${url}\nContent-Type: ${type}\n${JSON.stringify(body, null, 2)}\n`;
  });
  return text(requests.join('\n'));
}

/** Each change as a diff, one line per value, and as a JSON Patch. */
async function diffText(changes: Write[], paint: Paint, { text }: Plugin): Promise<string> {
  const { compare, getValueByPointer } = (await import('fast-json-patch')).default;
  const diffs = changes.map(({ step, title, before, after }) => {
    const operations = compare(before ?? {}, after ?? {});
    const lines = operations.flatMap((operation) => {
      const value = (object: object): unknown => getValueByPointer(object, operation.path);
      const line = (style: 'red' | 'green', sign: string, object: object): string =>
        paint(style, text(`${sign} ${operation.path}: ${JSON.stringify(value(object))}`));
      return [
        ...(operation.op === 'add' ? [] : [line('red', '-', before ?? {})]),
        ...(operation.op === 'remove' ? [] : [line('green', '+', after ?? {})]),
      ];
    });
    const patch = text(JSON.stringify(operations));
    return `${paint('bold', text(`# Step ${step}: ${title}`))}\n${lines.join('\n')}\n${paint('dim', `JSON Patch: ${patch}`)}\n`;
  });
  return diffs.join('\n');
}

/** What would be written to one object, beside its report. */
export interface Preview {
  report: Ending;
  writes: Write[];
}

interface PreviewStyle {
  diff: boolean;
  output: Format;
  paint: Paint;
  plugin: Plugin;
  kind: string;
}

/** Writes previews on stdout in the form that was asked for. */
export async function writePreview(
  previews: Preview[],
  { stdout }: Pick<Host, 'stdout'>,
  { output, kind, ...style }: PreviewStyle,
): Promise<void> {
  const { plugin } = style;
  if (isDocument(output)) {
    const { writeDocument } = await import('../../../lib/cli/output.ts');
    const items = await Promise.all(
      previews.map(async ({ report, writes }) => ({ ...report, requests: await requestsData(writes) })),
    );
    const verdict = worstVerdict(items.map((item) => item.verdict));
    const exitCode = Math.max(0, ...items.map((item) => item.exitCode));
    await writeDocument(
      stdout,
      output,
      plugin.data(resultOf(plugin, kind, { verdict, exitCode, items: items.map(itemOf) })),
    );
  } else if (output === 'name') {
    for (const { report } of previews) stdout.write(`${plugin.text(report.resource)}\n`);
  } else {
    const writes = previews.flatMap((preview) => preview.writes);
    stdout.write(await previewText(writes, style));
  }
}

/** The requests of a preview as data, not masked yet. */
export async function requestsData(writes: Write[]): Promise<object[]> {
  const { compare } = (await import('fast-json-patch')).default;
  return writes.map(({ step, title, request, before, after }) => ({
    step,
    title,
    request,
    jsonPatch: compare(before ?? {}, after ?? {}),
  }));
}

/** A preview as people read it: the requests, or what each changes. */
export const previewText = async (
  writes: Write[],
  { diff, paint, plugin }: { diff: boolean; paint: Paint; plugin: Plugin },
): Promise<string> => (diff ? diffText(writes, paint, plugin) : requestsText(writes, plugin));
