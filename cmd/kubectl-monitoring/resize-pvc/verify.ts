import { setTimeout as delay } from 'node:timers/promises';
import { COMPONENTS } from '../../../lib/objects/components.ts';
import { managerText, owners } from '../../../lib/objects/gitops.ts';
import { names } from '../../../lib/objects/names.ts';
import { wholeUnits } from '../../../lib/objects/quantity.ts';
import { decide } from '../../../lib/volumes/decide.ts';
import { readSizes, sizesQuery } from '../../../lib/volumes/file-system.ts';
import { RETENTION_SIZE } from '../../../lib/volumes/gitops.ts';
import type { Target } from '../../../lib/volumes/guards/guard.ts';
import { DEFAULT_REPLICAS } from '../../../lib/volumes/instance.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { claimsToGrow, isResized } from '../../../lib/volumes/state.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import type { StepProgress } from '../../shared/change/change.ts';
import { commandText } from '../../shared/words.ts';
import { commandToResume } from './plan.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { type InstanceWatch, waitingFor } from './watch-instance.ts';

/** After the bracket: every volume and its file system have the size, and every replica is ready. */
export async function verify(
  run: Run,
  start: Observed,
  { cluster, step, started }: { cluster: InstanceWatch; step: StepProgress; started: Started },
): Promise<Report> {
  const { options } = run;
  const where = `${start.component.kind} ${run.namespace}/${start.instance.name}`;
  cluster.start({ title: 'Verification', isDue: (seen) => !isReady(seen, options) });
  let observed = start;
  try {
    observed = await cluster.finish(start);
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== 'timeout') throw error;
    observed = await cluster.read(start);
    const left = waitingFor(observed, options).join('; ');
    step.failed(left);
    return reportOf(run, observed, {
      verdict: 'degraded',
      reason: 'not-verified',
      message: `${where} was resized, but is not complete yet: ${left}. ${hintOf(observed, run)}`,
    });
  }
  const fileSystems = await readFileSystems(run, observed, { note: step.note });
  const small = fileSystems.filter(({ arrived }) => !arrived);
  const ended = (how: Pick<Report, 'verdict' | 'reason'>, message: string): Report => {
    const report = reportOf(run, observed, { ...how, message });
    const claims = report.claims.map((claim) => {
      const found = fileSystems.find(({ name }) => name === claim.name);
      return found ? { ...claim, fileSystemBytes: found.bytes } : claim;
    });
    return { ...report, claims };
  };
  if (small.length === 0) {
    step.done(
      fileSystems.length > 0
        ? 'volumes and file systems'
        : 'volumes have the size; file systems not measured',
    );
    return ended({ verdict: 'resized' }, doneText(run, observed, { started, fileSystems }));
  }
  const text = small.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ');
  step.failed(`file system too small: ${text}`);
  return ended(
    { verdict: 'degraded', reason: 'not-verified' },
    `${where}: the volumes have grown, but the file systems of these claims have not: ${text}. Restart their pods one at a time: ${restartText(run)}`,
  );
}

function isReady(observed: Observed, { size, includeOrphaned }: Run['options']): boolean {
  const { instance, setNames, pods, claims } = observed;
  const orphaned = includeOrphaned
    ? claimsToGrow(observed, true).filter((claim) => !claims.includes(claim))
    : [];
  const ready = pods.filter((pod) => pod.ready && !pod.deleting);
  return (
    claims.every((claim) => isResized(claim, size)) &&
    // No node mounts the volume of a scaled-down replica: its file system grows when one does.
    orphaned.every(({ capacity }) => capacity !== undefined) &&
    ready.length >= (instance.replicas ?? DEFAULT_REPLICAS) * setNames.length
  );
}

/** Restarts a pod: the user names it. */
const restartText = (run: Run): string =>
  commandText({ words: ['kubectl', 'delete', 'pod', 'POD'], namespace: run.namespace }, run);

const hintOf = (observed: Observed, run: Run): string =>
  observed.claims.some((claim) => !isResized(claim, run.options.size))
    ? `If a file system only grows on a restart: ${restartText(run)}, one at a time; kubectl describe pvc says more.`
    : 'See kubectl describe pod.';

/** The state at the start of a run, as far as its result depends on it. */
export interface Started {
  target: Target;
  /** Whether there was anything to grow. */
  grows: boolean;
  /** The retentionSize that fits the volumes, if the current one is smaller. */
  fitting: string | undefined;
  /** uids of the pods. */
  pods: Record<string, string>;
}

/** The result, with pods that were re-created and what still limits the data. */
function doneText(
  run: Run,
  observed: Observed,
  { started: { target, grows, fitting, pods }, fileSystems }: { started: Started; fileSystems: FileSystems },
): string {
  const { pods: now, instance } = observed;
  const { size, mode, retentionSize } = target;
  const live = instance.retentionSize ?? 'unset';
  const made = now.filter(({ name, uid }) => pods[name] !== undefined && pods[name] !== uid);
  const restarts = mode === 'online' || !grows ? '; its pods then restart, one after the other' : '';
  return [
    `${grows ? `resized to ${size}` : `every volume has ${size}`}${fileSystems.length > 0 ? ', including file systems' : ''}`,
    ...(retentionSize === undefined
      ? [
          mode === 'online' &&
            (made.length === 0 ? 'no pod was re-created' : `pods re-created meanwhile: ${names(made)}`),
          fitting !== undefined &&
            `retentionSize is still ${live}, which limits the data: the same command with --retention-size ${fitting} raises it, and its pods restart one after the other`,
        ]
      : live === retentionSize
        ? [`retentionSize is ${live}${restarts}`]
        : [`retentionSize is ${live}, not ${retentionSize}: ${foreignText(run, observed, retentionSize)}`]),
  ]
    .filter(Boolean)
    .join('; ');
}

/** Who set another retentionSize during the run, and the command that sets the requested one, or why there is none. */
function foreignText(run: Run, observed: Observed, retentionSize: string): string {
  const [manager] = owners(observed.objects.instance, RETENTION_SIZE.retentionSize);
  const writer = manager === undefined ? 'another writer' : `another writer (${managerText(manager)})`;
  const options = { ...run.options, retentionSize };
  const decision = decide({ ...observed, held: undefined }, options);
  const next =
    decision.kind === 'refuse'
      ? decision.refusals.map(({ reason, hint }) => `${reason}: ${hint}`).join('; ')
      : `to set ${retentionSize}: ${commandToResume({ ...run, options }, observed)}`;
  return `${writer} changed it during the run; ${next}`;
}

/** File systems of claims, in bytes, as the kubelet measures them. */
type FileSystems = { name: string; bytes: number; arrived: boolean }[];

/** Pause between two queries, in milliseconds; new values appear with the next scrape. */
const PAUSE = 2_000;

/** Longest wait for a scrape, in milliseconds. */
const SCRAPE = 150_000;

/**
 * Queries a Prometheus of the namespace, through the API server's service proxy, for the size of every claim's file system
 * until it has scraped new values. Empty if none answers, or if it has no data for the claims.
 */
async function readFileSystems(
  run: Run,
  observed: Observed,
  { note }: { note(text: string): void },
): Promise<FileSystems> {
  const { host, timeout } = run;
  const [late, over] = [new AbortController(), new AbortController()];
  host.clock.after(Math.min(timeout, SCRAPE), over.signal).then(
    () => late.abort(),
    () => {},
  );
  try {
    return await measuredBy(late.signal, run, observed, note);
  } finally {
    over.abort();
  }
}

async function measuredBy(
  deadline: AbortSignal,
  { session: { client }, host: { interrupted } }: Run,
  { claims, instance: { namespace } }: Observed,
  note: (text: string) => void,
): Promise<FileSystems> {
  const query = new URLSearchParams({
    query: sizesQuery(
      namespace,
      claims.map(({ name }) => name),
    ),
  });
  const service = `${COMPONENTS.metrics.service}:web`;
  const path = `/api/v1/namespaces/${namespace}/services/${service}/proxy/api/v1/query?${query}`;
  const signal = AbortSignal.any([interrupted, deadline]);
  let found: FileSystems = [];
  for (;;) {
    const sizes = await client
      .ask({ method: 'GET', path }, signal)
      .then(({ status, body }): Record<string, number> => (status === 200 ? readSizes(body) : {}))
      .catch((error: unknown) => {
        if (interrupted.aborted || !(error instanceof CommandError)) throw error;
        return {} as Record<string, number>;
      });
    const measured = claims.flatMap(({ name, size }) => {
      const bytes = sizes[name];
      return bytes === undefined ? [] : [{ name, bytes, arrived: hasRoom(bytes, size) }];
    });
    // A query without an answer does not discard earlier values.
    if (measured.length > 0) found = measured;
    if (found.every(({ arrived }) => arrived) || deadline.aborted) return found;
    note(`waiting for newer file system sizes: ${names(found.filter(({ arrived }) => !arrived))}`);
    await delay(PAUSE, undefined, { signal }).catch(() => interrupted.throwIfAborted());
  }
}

/** A file system reserves a part of its device: 90% are enough. */
const hasRoom = (bytes: number, size: string): boolean =>
  BigInt(Math.floor(bytes)) * 10n >= wholeUnits(size) * 9n;
