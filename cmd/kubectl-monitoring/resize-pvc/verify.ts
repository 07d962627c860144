import { managerText, owners } from '../../../lib/objects/gitops.ts';
import { names } from '../../../lib/objects/names.ts';
import { decide } from '../../../lib/volumes/decide.ts';
import { RETENTION_SIZE } from '../../../lib/volumes/gitops.ts';
import type { Aim } from '../../../lib/volumes/guards/guard.ts';
import { DEFAULT_REPLICAS } from '../../../lib/volumes/instance.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { claimsToGrow, hasArrived } from '../../../lib/volumes/state.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import type { StepProgress } from '../../shared/change/change.ts';
import { type FileSystems, readFileSystems } from './file-systems.ts';
import type { LookingOn } from './looking-on.ts';
import { commandToGoOn } from './plan.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { waitingFor } from './waiting.ts';

/** After the bracket: every volume and its file system have arrived, and every replica is ready. */
export async function verify(
  run: Run,
  start: Observed,
  { cluster, step, begun }: { cluster: LookingOn; step: StepProgress; begun: Begun },
): Promise<Report> {
  const { wish } = run;
  const where = `${start.component.kind} ${run.namespace}/${start.instance.name}`;
  cluster.begin({ title: 'Verification', isDue: (seen) => !isThere(seen, wish) });
  let observed = start;
  try {
    observed = await cluster.end(start);
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== 'timeout') throw error;
    observed = await cluster.read(start);
    const left = waitingFor(observed, wish).join('; ');
    step.failed(left);
    return reportOf(run, observed, {
      verdict: 'not-verified',
      message: `${where} was resized, and not everything has arrived: ${left}. ${mendOf(observed, wish)}`,
    });
  }
  const fileSystems = await readFileSystems(run, observed, { note: step.note });
  const small = fileSystems.filter(({ arrived }) => !arrived);
  const ended = (verdict: Report['verdict'], message: string): Report => {
    const report = reportOf(run, observed, { verdict, message });
    const claims = report.claims.map((claim) => ({ ...claim, ...fileSystemOf(fileSystems, claim.name) }));
    return { ...report, claims };
  };
  if (small.length === 0) {
    step.done(
      fileSystems.length > 0 ? 'volumes and file systems' : 'volumes; no Prometheus tells of file systems',
    );
    return ended('resized', doneText(run, observed, { begun, fileSystems }));
  }
  const text = small.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ');
  step.failed(`file system too small: ${text}`);
  return ended(
    'not-verified',
    `${where}: the volumes have grown, and the file systems of these claims have not: ${text}. Start their pods anew, one at a time: kubectl delete pod -n ${run.namespace} POD`,
  );
}

const fileSystemOf = (all: FileSystems, claim: string): { fileSystemBytes?: number } => {
  const found = all.find(({ name }) => name === claim);
  return found ? { fileSystemBytes: found.bytes } : {};
};

function isThere(observed: Observed, { size, includeLeftovers }: Run['wish']): boolean {
  const { instance, setNames, pods, claims } = observed;
  const leftovers = includeLeftovers
    ? claimsToGrow(observed, true).filter((claim) => !claims.includes(claim))
    : [];
  const ready = pods.filter((pod) => pod.ready && !pod.deleting);
  return (
    claims.every((claim) => hasArrived(claim, size)) &&
    // No node mounts the volume of a replica that is gone, so that its file system grows when one does again.
    leftovers.every(({ capacity }) => capacity !== undefined) &&
    ready.length >= (instance.replicas ?? DEFAULT_REPLICAS) * setNames.length
  );
}

const mendOf = (observed: Observed, { size }: Run['wish']): string =>
  observed.claims.some((claim) => !hasArrived(claim, size))
    ? `A file system that only grows on a restart: kubectl delete pod -n ${observed.instance.namespace} POD, one at a time; kubectl describe pvc says more.`
    : 'See kubectl describe pod.';

/** What a run has begun with, as far as its end is told by it. */
export interface Begun {
  aim: Aim;
  /** Whether anything was to grow. */
  grows: boolean;
  /** The retentionSize that suits the volumes where the run leaves a smaller one. */
  fitting: string | undefined;
  /** uids of the pods. */
  pods: Record<string, string>;
}

/** What came of it, and what a person should know: pods that are not the same ones any more, and what still limits the data. */
function doneText(
  run: Run,
  observed: Observed,
  { begun: { aim, grows, fitting, pods }, fileSystems }: { begun: Begun; fileSystems: FileSystems },
): string {
  const { pods: now, instance } = observed;
  const { size, mode, retentionSize } = aim;
  const live = instance.retentionSize ?? 'unset';
  const made = now.filter(({ name, uid }) => pods[name] !== undefined && pods[name] !== uid);
  const restarts = mode === 'online' || !grows ? '; its pods restart with that, one after the other' : '';
  return [
    `${grows ? `resized to ${size}` : `every volume has ${size}`}${fileSystems.length > 0 ? ', file systems and all' : ''}`,
    ...(mode === 'online' && retentionSize === undefined
      ? [made.length === 0 ? 'the same pods run on' : `pods that were made anew meanwhile: ${names(made)}`]
      : []),
    ...(retentionSize === undefined
      ? []
      : [
          live === retentionSize
            ? `retentionSize is ${live}${restarts}`
            : `retentionSize is ${live}, not ${retentionSize}: ${foreignText(run, observed, retentionSize)}`,
        ]),
    ...(fitting === undefined || retentionSize !== undefined
      ? []
      : [
          `retentionSize is still ${live}, which keeps the data to that: the same command with --retention-size ${fitting} raises it, and its pods restart one after the other`,
        ]),
  ].join('; ');
}

/** Who has set another retentionSize in the middle of the run, and what sets the one that was asked for, or why nothing does. */
function foreignText(run: Run, observed: Observed, retentionSize: string): string {
  const [manager] = owners(observed.objects.instance, RETENTION_SIZE.retentionSize);
  const writer = manager === undefined ? 'another writer' : `another writer (${managerText(manager)})`;
  const wish = { ...run.wish, retentionSize };
  const decision = decide({ ...observed, held: undefined }, wish);
  const next =
    decision.kind === 'refuse'
      ? decision.refusals.map(({ reason, mend }) => `${reason}: ${mend}`).join('; ')
      : `to set ${retentionSize}: ${commandToGoOn({ ...run, wish }, observed)}`;
  return `${writer} changed it during the run; ${next}`;
}
