import type { KubeClient } from '../../../lib/kube/types.ts';
import type { Procedure } from '../../../lib/procedure/procedure.ts';
import type { Outcome } from '../../../lib/procedure/run.ts';
import { type Action, fold, objectOf, requestOf, type Write } from '../../../lib/volumes/action.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { type Write as Change, runOnCopy, writePreview } from '../../shared/change/preview.ts';
import { diffText } from '../values/render.ts';
import type { ValuesPlan } from '../values/values.ts';
import { isStale, readAgain } from './read.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { SHOWN } from './shown.ts';
import { stepsOf } from './steps.ts';
import { notDone } from './unfinished.ts';

interface Preview {
  changes: Change[];
  outcome: Outcome<Observed, Action>;
}

/**
 * Runs the procedure on the observed copy alone: each write is folded into it, and what others would do is taken as done.
 * With a client, each write of something that is there, or is to be made, is also sent with `dryRun=All`.
 */
async function preview(
  procedure: Procedure<Observed, Action>,
  start: Observed,
  client: KubeClient | undefined,
): Promise<Preview> {
  const changes: Change[] = [];
  const { placeOf } = stepsOf(procedure);
  const outcome = await runOnCopy(procedure, start, async (action, observed, step) => {
    const after = fold(action, observed);
    if (action.kind === 'try' || action.kind === 'wait') return after;
    if (client && isThere(action, start)) await client.send(requestOf(action, observed, { dryRun: true }));
    changes.push({
      step: placeOf(step),
      title: step.title,
      request: requestOf(action, observed),
      before: objectOf(observed, action.of),
      after: objectOf(after, action.of),
    });
    return after;
  });
  return { changes, outcome };
}

const isThere = (write: Write, start: Observed): boolean =>
  write.kind === 'create' || objectOf(start, write.of) !== undefined;

/** How often a preview begins anew because somebody has written meanwhile. */
const LOOKS = 5;

/** A preview of what is there: where the server says that it was another moment's, of what it has by now. */
async function previewOfNow(
  { session: { client: reader }, host: { interrupted }, component, namespace, wish: { mode } }: Run,
  observed: Observed,
  { procedure, client }: { procedure: Procedure<Observed, Action>; client: KubeClient | undefined },
): Promise<Preview> {
  const look = { component, namespace, name: observed.instance.name, mode };
  let made = await preview(procedure, observed, client);
  for (let looks = 1; looks < LOOKS && made.outcome.kind === 'failed'; looks += 1) {
    if (!isStale(made.outcome.error)) break;
    made = await preview(procedure, await readAgain(reader, observed, { look, signal: interrupted }), client);
  }
  return made;
}

/** Shows what a run would send, and what it would write into values files; undefined: everything is said. */
export async function previewed(
  run: Run,
  observed: Observed,
  { procedure, files }: { procedure: Procedure<Observed, Action>; files: ValuesPlan },
): Promise<Report | undefined> {
  const { values, session, host } = run;
  const client = values.dryRun === 'server' ? session.client : undefined;
  const { changes, outcome } = await previewOfNow(run, observed, { procedure, client });
  if (outcome.kind === 'refused')
    return reportOf(run, observed, {
      verdict: 'refused',
      message: `${notDone(run, observed)}; nothing was changed`,
      refusals: outcome.refusals,
    });
  if (outcome.kind !== 'done')
    throw outcome.kind === 'failed' ? outcome.error : new Error(`a preview ended ${outcome.kind}`);
  const { resource } = reportOf(run, observed, { verdict: 'planned', message: '' });
  await writePreview(changes, host, {
    diff: values.diff,
    output: values.output,
    resource,
    paint: session.stdoutPaint,
    shown: SHOWN,
    more: { values: files.files.map(({ name, edit }) => ({ file: name, changes: edit.changes })) },
  });
  if (values.output === undefined) {
    host.stdout.write(await diffText(files, session.stdoutPaint));
  }
  return undefined;
}
