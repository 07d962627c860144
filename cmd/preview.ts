import type { Host } from '../lib/cli/command.ts';
import type { Paint } from '../lib/cli/style.ts';
import type { KubeObject, KubeRequest } from '../lib/kube/types.ts';
import type { Procedure, Step } from '../lib/procedure/procedure.ts';
import { type Outcome, run } from '../lib/procedure/run.ts';

/** One change that a run would make. */
export interface Change {
  /** Its place as a person sees it, from 1. */
  step: number;
  title: string;
  request: KubeRequest;
  /** Undefined where it makes the object, and where it deletes it. */
  before: KubeObject | undefined;
  after: KubeObject | undefined;
}

/**
 * Runs a procedure on what was observed alone: `fold` gives what is observed after an action, as if nobody else wrote.
 */
export async function runOnCopy<O, A>(
  procedure: Procedure<O, A>,
  start: O,
  fold: (action: A, observed: O, step: Step<O, A>) => Promise<O>,
): Promise<Outcome<O, A>> {
  let current = procedure.open;
  return run(procedure, start, {
    perform: (action, observed) => fold(action, observed, current),
    observe: async (observed) => observed,
    isStale: () => false,
    isRefused: () => false,
    started: (step) => {
      current = step;
    },
    done: () => {},
  });
}

/** How a command shows what comes from the cluster: as text on a terminal, and as data. */
export interface Shown {
  text(text: string): string;
  data(value: unknown): unknown;
}

/** The requests in their order, as they would be sent. */
function requestsText(changes: Change[], { text }: Shown): string {
  const requests = changes.map(({ step, title, request: { method, path, query, contentType, body } }) => {
    const url = query ? `${path}?${new URLSearchParams(query)}` : path;
    const type = contentType ?? 'application/json';
    return `# Step ${step}: ${title}\n${method} ${url}\nContent-Type: ${type}\n${JSON.stringify(body, null, 2)}\n`;
  });
  return text(requests.join('\n'));
}

/** Each change as a diff, one line a value, and as a JSON Patch. */
async function diffText(changes: Change[], paint: Paint, { text: shown }: Shown): Promise<string> {
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

/** Writes a preview on stdout in the form that was asked for. */
export async function writePreview(
  changes: Change[],
  { stdout }: Pick<Host, 'stdout'>,
  {
    diff,
    output,
    resource,
    paint,
    shown,
    more,
  }: {
    diff: boolean;
    output: string | undefined;
    resource: string;
    paint: Paint;
    shown: Shown;
    /** What else is planned, for JSON and YAML. */
    more?: object;
  },
): Promise<void> {
  if (output === 'json' || output === 'yaml') {
    const { writeDocument } = await import('../lib/cli/output.ts');
    await writeDocument(stdout, output, shown.data({ ...(await previewData(changes, resource)), ...more }));
  } else if (output === 'name') {
    stdout.write(`${shown.text(resource)}\n`);
  } else {
    stdout.write(await previewText(changes, { diff, paint, shown }));
  }
}

/** A preview as data, not masked yet. */
export async function previewData(changes: Change[], resource: string) {
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
  changes: Change[],
  { diff, paint, shown }: { diff: boolean; paint: Paint; shown: Shown },
): Promise<string> => (diff ? diffText(changes, paint, shown) : requestsText(changes, shown));
