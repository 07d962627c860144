import type { Host } from '../../operators/host.ts';
import type { Observation } from '../../operators/observe.ts';
import { startsReconcile } from '../../operators/trigger.ts';
import { KILLED_AFTER } from '../connections.ts';
import { type Disturbed, disturb } from '../disturb.ts';
import type { HostFault } from './fault.ts';
import { isAtGoal, isHeld, listSays, saysAccept, saysPaused, saysResumes, unfinishedGoal } from './judge.ts';
import { repairWords } from './procedures.ts';
import type { HostScene } from './scene.ts';

/** Brings the host to where the procedure starts: with an unfinished run on it, for one that resumes it. */
export async function prepare(scene: HostScene): Promise<void> {
  const { procedure, name, done, problems } = scene;
  if (!procedure.finds) return;
  const { flags, after } = procedure.finds;
  const request = { purpose: after, name: after };
  const { struck } = await disturb(scene, repairWords(name, flags), { fault: KILLED_AFTER, request });
  if (struck) done.push(`a repair was killed after "${after}"`);
  else problems.push(`the repair to be killed after "${after}" never came there`);
}

/** Whether the host is left paused or detached with a run unfinished, without a message. */
export async function isLeftSilently(scene: HostScene, first: Disturbed, left: Host): Promise<boolean> {
  if (unfinishedGoal(left) === undefined || !isHeld(left)) return false;
  const runs = await Promise.all(scene.started);
  if (runs.some((run) => saysPaused(run, left))) return false;
  if (first.signal === null && first.wrote) return true;
  const { ended } = await scene.start(['list', '-o', 'json']);
  return !listSays(await ended, left);
}

/** Runs the same command with nothing in its way: it has to end well, and to say what it resumes. */
export async function converge(scene: HostScene, fault: HostFault, left: Host): Promise<void> {
  const { procedure, name, problems } = scene;
  const words = procedure.words(name);
  let run = await (await scene.start(words)).ended;
  if (fault.accept && saysAccept(run, fault.accept))
    run = await (await scene.start([...words, '--accept', fault.accept])).ended;
  if (run.code !== 0 && fault.gives && run.stderr.includes(fault.gives.says)) {
    await fault.gives.way(scene);
    run = await (await scene.start(words)).ended;
  }
  if (run.code !== 0) problems.push(`the same command ended with exit code ${run.code}`);
  if (unfinishedGoal(left) !== undefined && !saysResumes(run))
    problems.push('the next run did not say that it resumes an unfinished one');
}

/** Waits until the operator has dealt with the host as it is now, and the watch has shown it all; gives it then. */
export async function settled({ stage, namespace, name }: HostScene, watched: Observation): Promise<Host> {
  const { metadata } = await watched.get();
  const { history } = watched;
  const isPresent = (host: Host) => host.metadata.resourceVersion === metadata.resourceVersion;
  if (!history.some(isPresent)) await watched.until('the present version', isPresent);
  const last = history.findLast(
    (host, index) => index === 0 || startsReconcile(history[index - 1] ?? host, host),
  );
  await stage.operator.reconciled(`${namespace}/${name}`, last?.metadata.resourceVersion ?? '0');
  return watched.get();
}

/**
 * Waits until the operator has dealt with a resumed host. It may save the result of an attempt that it started before
 * the pause: at the new address its next one, which backs off first, clears that error.
 */
export async function adopted(scene: HostScene, { leaves }: HostFault, watched: Observation): Promise<void> {
  const host = await settled(scene, watched);
  if (scene.procedure.goal !== 'repair' || !isAtGoal(host, scene.procedure, leaves)) return;
  if (host.status?.errorType !== undefined)
    await watched.until(
      'the next attempt',
      ({ status, metadata }) => isLater(metadata, host) && status.errorType === undefined,
    );
}

const isLater = ({ resourceVersion }: Host['metadata'], than: Host): boolean =>
  Number(resourceVersion) > Number(than.metadata.resourceVersion);
