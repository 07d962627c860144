import { isDocument } from '../../../lib/cli/output.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import type { Outcome } from '../../../lib/procedure/procedure.ts';
import { worstVerdict } from '../../../lib/words/verdict.ts';
import {
  type Ending,
  type Format,
  isData,
  itemOf,
  type Plugin,
  type ResultHost,
  resultOf,
  writeResult,
} from '../render.ts';
import type { Call, Change } from './change.ts';
import { plannedChanges } from './changes.ts';
import { objectDiff } from './object-diff.ts';
import { rehearse } from './rehearse.ts';
import { refused } from './run-change.ts';
import { answerText, type Rejection, serverDryRun } from './server-dry-run.ts';
import { stepsOf } from './steps.ts';
import type { Write } from './write.ts';

/** The most attempts of a preview while other clients write to the object. */
const ATTEMPTS = 5;

/** Prints what a run would send. Returns a report if a guard or the server refuses. */
export async function previewed<O, A, R extends Ending>(
  change: Change<O, A, R>,
  observed: O,
  { values, session, host }: Call,
): Promise<R | undefined> {
  const client = values.dryRun === 'server' ? session.client : undefined;
  const { report, writes } = await previewOf(change, observed, client);
  const { more, plugin } = change;
  const { diff, output } = values;
  const style = { diff, paint: session.stdoutPaint, plugin };
  const isFailed = report.exitCode !== 0;
  if (!isFailed)
    await writePreview([{ report: { ...report, ...more?.data }, writes }], host, {
      ...style,
      output,
      kind: change.result,
    });
  else if (writes.length > 0 && output === undefined)
    host.stdout.write(previewText(writes, { ...style, columns: host.stdout.columns }));
  if (more && output === undefined && (!isFailed || writes.length > 0)) host.stdout.write(await more.text());
  if (!isFailed) return undefined;
  // A report that failed is written by its command, in every format.
  return writes.length > 0 && isData(output, host) ? { ...report, ...(await plannedData(writes)) } : report;
}

/** The report of a change that was only tried. */
const dryRunOf = <O, A, R extends Ending>(change: Change<O, A, R>, observed: O): R =>
  change.report(
    { verdict: 'unchanged', reason: 'dry-run', message: 'dry run: nothing was changed' },
    observed,
  );

/**
 * What a run would write, decided on the observed copy alone, or only the report if a guard refuses. With a client each write is
 * also sent with `dryRun=All`, and the report says if the server rejects one; if the copy is out of date, it is read again.
 *
 * @throws the error of a request that the server did not judge.
 */
export async function previewOf<O, A, R extends Ending>(
  change: Change<O, A, R>,
  observed: O,
  client: KubeClient | undefined,
): Promise<{ report: R; writes: Write[] }> {
  let start = observed;
  for (let attempt = 1; ; attempt += 1) {
    const { writes, outcome, rejection } = await writesOf(change, start, client);
    if (outcome.kind === 'done')
      return { writes, report: rejection ? rejected(change, start, rejection) : dryRunOf(change, start) };
    if (outcome.kind === 'refused') return { writes: [], report: refused(change, start, outcome.refusals) };
    if (outcome.kind !== 'failed') throw new Error(`a preview ended ${outcome.kind}`);
    const isLast = attempt === ATTEMPTS || !change.isStale(outcome.error);
    const found = isLast ? undefined : await change.lastLook(start);
    if (!found) throw outcome.error;
    start = found;
  }
}

/** The report if the server rejects a dry run. */
const rejected = <O, A, R extends Ending>(
  change: Change<O, A, R>,
  observed: O,
  { step, title, error: { kind, message, hint } }: Rejection,
): R =>
  change.report(
    {
      verdict: kind === 'refusal' ? 'blocked' : 'failed',
      reason: 'rejected',
      message: [
        `the dry run of step ${step}, "${title}", was rejected for ${change.where}; nothing was changed`,
        message,
        ...(hint ? [hint] : []),
      ].join('\n'),
    },
    observed,
  );

/** Runs the procedure on the observation alone, as if there were no other writer. `rejection` is the server's first one. */
async function writesOf<O, A, R extends Ending>(
  change: Change<O, A, R>,
  start: O,
  client: KubeClient | undefined,
): Promise<{ writes: Write[]; outcome: Outcome<O, A>; rejection: Rejection | undefined }> {
  const found: { write: Omit<Write, 'isBack'>; action: A }[] = [];
  const { placeOf } = stepsOf(change.procedure, change.frame);
  const server = client && serverDryRun(client, change);
  const outcome = await rehearse(change, start, async (action, observed, step) => {
    const after = change.fold(action, observed);
    const sent = change.write(action, observed, start);
    if (!sent) return after;
    const write = {
      step: placeOf(step),
      title: step.title,
      request: sent.request,
      before: change.objectOf(action, observed),
      after: change.objectOf(action, after),
      bookkeeping: change.bookkeeping,
    };
    const answer = await server?.answerTo(write, {
      dryRun: sent.dryRun,
      start: change.objectOf(action, start),
    });
    found.push({ action, write: { ...write, server: answer } });
    return after;
  });
  const writes = found.map(({ write, action }) => ({
    ...write,
    isBack: change.objectOf(action, outcome.observed) !== undefined,
  }));
  return { writes, outcome, rejection: server?.rejection() };
}

function requestsText(changes: Write[], { text }: Plugin): string {
  const requests = changes.map(({ step, title, request, server }) => {
    const { method, path, query, contentType, body } = request;
    const url = query ? `${path}?${new URLSearchParams(query)}` : path;
    const type = contentType ?? 'application/json';
    const said = server ? `# Server: ${answerText(server)}\n` : '';
    return `# Step ${step}: ${title}\n${method} ${url}\nContent-Type: ${type}\n${JSON.stringify(body, null, 2)}\n${said}`;
  });
  return text(requests.join('\n'));
}

/** What the run changes and, if it was asked, what the server says of each request. */
function diffText(changes: Write[], { paint, plugin: { text }, columns }: TextStyle): string {
  const answers = changes.flatMap(({ step, title, server }) =>
    server ? `Step ${step}, ${title}: ${answerText(server)}\n` : [],
  );
  const said = answers.length > 0 ? `\n${paint('bold', 'Server dry run')}\n${text(answers.join(''))}` : '';
  return `${objectDiff(changes, { paint, text, columns })}${said}`;
}

/** What would be written to one object, beside its report. */
export interface Preview {
  report: Ending;
  writes: Write[];
}

interface TextStyle {
  diff: boolean;
  paint: Paint;
  plugin: Plugin;
  /** Width of the terminal; undefined for a pipe or file. */
  columns: number | undefined;
}

interface PreviewStyle extends Omit<TextStyle, 'columns'> {
  output: Format;
  kind: string;
}

/** Writes previews on stdout in the form that was asked for. */
export async function writePreview(
  previews: Preview[],
  host: ResultHost,
  { output, kind, ...style }: PreviewStyle,
): Promise<void> {
  const { plugin } = style;
  const { stdout } = host;
  const items = isData(output, host)
    ? await Promise.all(
        previews.map(async ({ report, writes }) => ({ ...report, ...(await plannedData(writes)) })),
      )
    : [];
  await writeResult(host, output, () => {
    const verdict = worstVerdict(items.map((item) => item.verdict));
    const exitCode = Math.max(0, ...items.map((item) => item.exitCode));
    return plugin.data(resultOf(plugin, kind, { verdict, exitCode, items: items.map(itemOf) }));
  });
  if (output === 'name') for (const { report } of previews) stdout.write(`${plugin.text(report.resource)}\n`);
  else if (!isDocument(output)) {
    const writes = previews.flatMap((preview) => preview.writes);
    stdout.write(previewText(writes, { ...style, columns: stdout.columns }));
  }
}

/** What would be written, as data that is not masked yet: the requests, and each field before and after them. */
export async function plannedData(writes: Write[]): Promise<object> {
  const { compare } = (await import('fast-json-patch')).default;
  const requests = writes.map(({ step, title, request, before, after, server }) => ({
    step,
    title,
    request,
    jsonPatch: compare(before ?? {}, after ?? {}),
    ...(server && { server }),
  }));
  return { requests, changes: plannedChanges(writes) };
}

/** A preview as people read it: the requests, or what they change. */
export const previewText = (writes: Write[], style: TextStyle): string =>
  style.diff ? diffText(writes, style) : requestsText(writes, style.plugin);
