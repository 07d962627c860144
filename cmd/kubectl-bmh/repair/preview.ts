import type { Host } from '../../../lib/cli/command.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import { type Action, fold, requestOf } from '../../../lib/hosts/action.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { KubeClient, KubeObject, KubeRequest } from '../../../lib/kube/types.ts';
import type { Procedure } from '../../../lib/procedure/procedure.ts';
import { type Outcome, run } from '../../../lib/procedure/run.ts';
import { maskedIn, shown } from '../shown.ts';
import { stepsOf } from './steps.ts';

/** One change that a run would make. */
export interface Change {
  /** Its place as a person sees it, from 1. */
  step: number;
  title: string;
  request: KubeRequest;
  before: KubeObject;
  after: KubeObject;
}

/**
 * Runs the procedure on the observed copy alone: each patch is folded into it, as if nobody else wrote. With a client,
 * each is also sent with `dryRun=All`, so that the server's own checks have their say.
 */
export async function preview(
  procedure: Procedure<Observed, Action>,
  start: Observed,
  client: KubeClient | undefined,
): Promise<{ changes: Change[]; outcome: Outcome<Observed, Action> }> {
  const changes: Change[] = [];
  const { placeOf } = stepsOf(procedure);
  let current = procedure.open;
  const perform = async (action: Action, observed: Observed): Promise<Observed> => {
    const after = fold(action, observed);
    if (action.kind !== 'patch') return after;
    if (client) await client.send(requestOf(action, observed, { dryRun: true }));
    changes.push({
      step: placeOf(current),
      title: current.title,
      request: requestOf(action, observed),
      before: observed.object,
      after: after.object,
    });
    return after;
  };
  const outcome = await run(procedure, start, {
    perform,
    observe: async (observed) => observed,
    isStale: () => false,
    isRefused: () => false,
    started: (step) => {
      current = step;
    },
    done: () => {},
  });
  return { changes, outcome };
}

/** The requests in their order, as they would go through the proxy. */
function requestsText(changes: Change[]): string {
  const requests = changes.map(({ step, title, request: { method, path, query, contentType, body } }) => {
    const url = `${path}?${new URLSearchParams(query)}`;
    return `# Step ${step}: ${title}\n${method} ${url}\nContent-Type: ${contentType}\n${JSON.stringify(body, null, 2)}\n`;
  });
  return shown(requests.join('\n'));
}

/** Each change as a diff, one line a value, and as a JSON Patch. */
async function diffText(changes: Change[], paint: Paint): Promise<string> {
  const { compare, getValueByPointer } = (await import('fast-json-patch')).default;
  const diffs = changes.map(({ step, title, before, after }) => {
    const operations = compare(before, after);
    const lines = operations.flatMap((operation) => {
      const value = (object: KubeObject): unknown => getValueByPointer(object, operation.path);
      const line = (style: 'red' | 'green', sign: string, object: KubeObject): string =>
        paint(style, shown(`${sign} ${operation.path}: ${JSON.stringify(value(object))}`));
      return [
        ...(operation.op === 'add' ? [] : [line('red', '-', before)]),
        ...(operation.op === 'remove' ? [] : [line('green', '+', after)]),
      ];
    });
    const patch = shown(JSON.stringify(operations));
    return `${paint('bold', `# Step ${step}: ${title}`)}\n${lines.join('\n')}\n${paint('dim', `JSON Patch: ${patch}`)}\n`;
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
  }: { diff: boolean; output: string | undefined; resource: string; paint: Paint },
): Promise<void> {
  if (output === 'json' || output === 'yaml') {
    const { compare } = (await import('fast-json-patch')).default;
    const { writeDocument } = await import('../../../lib/cli/output.ts');
    const requests = changes.map(({ step, title, request, before, after }) => ({
      step,
      title,
      request,
      jsonPatch: compare(before, after),
    }));
    await writeDocument(stdout, output, maskedIn({ resource, verdict: 'planned', exitCode: 0, requests }));
  } else if (output === 'name') {
    stdout.write(`${resource}\n`);
  } else {
    stdout.write(diff ? await diffText(changes, paint) : requestsText(changes));
  }
}
