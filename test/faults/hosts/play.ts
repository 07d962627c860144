import { observe } from '../../operators/observe.ts';
import { disturb } from '../disturb.ts';
import type { Case, Result } from '../subject.ts';
import { adopted, converge, isLeftSilently, prepare, settled } from './aftermath.ts';
import type { HostFault } from './fault.ts';
import {
  isAtGoal,
  isEnrolledAgain,
  isExposed,
  isHeld,
  isLost,
  isPaused,
  saysLost,
  unfinishedGoal,
  versionText,
} from './judge.ts';
import type { HostProcedure } from './procedures.ts';
import type { HostScene } from './scene.ts';
import { takePauseAway } from './writers.ts';

export type HostCase = Case<HostProcedure, HostFault>;

/** What came of a case. */
export interface HostResult extends Result<HostProcedure, HostFault> {
  /** Whether it is one of the documented order's window, which are counted apart. */
  inWindow: boolean;
  wiped: boolean;
  silentlyPaused: boolean;
}

/** Plays one case on a broken host of its own: the disturbed run, the same command again, and how the host is then. */
export async function play(of: HostCase, scene: HostScene): Promise<HostResult> {
  const { stage, namespace, name, problems } = scene;
  const watched = observe(stage.server.admin, namespace, name);
  let struck = false;
  let silentlyPaused = false;
  try {
    await prepare(scene);
    const first = await disturb(scene, of.procedure.words(name), of);
    await Promise.all(scene.started);
    struck = first.struck;
    if (!struck) problems.push(`the request "${of.request.name}" never came`);
    const left = await watched.get();
    if (of.fault.names && unfinishedGoal(left) !== undefined && !first.stderr.includes(of.fault.names))
      problems.push(`the run did not name ${of.fault.names}`);
    silentlyPaused = await isLeftSilently(scene, first, left);
    if (scene.sawWindow && isLost(left)) {
      if (!saysLost(first)) problems.push('the host was wiped, and the run did not say so');
    } else {
      if (!isHeld(left) && unfinishedGoal(left) === undefined) await adopted(scene, of.fault, watched);
      await converge(scene, of.fault, left);
      const last = await watched.get();
      if (unfinishedGoal(last) === undefined && isPaused(last) && of.fault.accept === 'foreign-pause')
        await takePauseAway(scene);
      const end = await settled(scene, watched);
      silentlyPaused ||= isHeld(end) || unfinishedGoal(end) !== undefined;
      if (!isAtGoal(end, of.procedure, of.fault.leaves)) problems.push('the host is not at the goal');
      if (of.procedure.goal === 'reenroll' && !isEnrolledAgain(end, watched.history[0]))
        problems.push('the host is not well, or still has the node that it had');
    }
  } catch (error) {
    problems.push(String(error));
  } finally {
    await watched.stop();
  }
  const { history } = watched;
  const wiped =
    stage.operator.wiped.includes(`${namespace}/${name}`) ||
    history.some((host) => isLost(host) || isExposed(host));
  if (wiped && !scene.sawWindow) problems.push('the host was wiped, or could have been');
  if (silentlyPaused) problems.push('the host was left paused, without a message');
  return {
    of,
    struck,
    inWindow: scene.sawWindow,
    wiped,
    silentlyPaused,
    problems,
    done: scene.done,
    runs: await Promise.all(scene.started),
    history: history.map(versionText),
  };
}
