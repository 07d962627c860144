import type { Host } from '../operators/host.ts';
import { observe } from '../operators/observe.ts';
import { converge, isLeftSilently, prepare, settled } from './aftermath.ts';
import { disturb } from './disturb.ts';
import { isAtGoal, isExposed, isLost, isPaused, saysLost, unfinishedGoal } from './judge.ts';
import type { Case } from './matrix.ts';
import { openScene } from './open-scene.ts';
import type { Ended, Place } from './scene.ts';
import { takePauseAway } from './writers.ts';

/** What came of a case. */
export interface Result {
  of: Case;
  /** Whether it is one of the documented order's window, which are counted apart. */
  inWindow: boolean;
  wiped: boolean;
  silentlyPaused: boolean;
  /** What is not as it has to be; where there is nothing, the case has converged. */
  problems: readonly string[];
  /** What was done to the host, in words. */
  done: readonly string[];
  runs: readonly Ended[];
  history: readonly Host[];
}

/** Plays one case on a broken host of its own: the disturbed run, the same command again, and how the host is then. */
export async function play(of: Case, place: Place): Promise<Result> {
  const { stage, namespace, name } = place;
  const scene = openScene(place, of.procedure);
  const { problems } = scene;
  const watched = observe(stage.server.admin, namespace, name);
  let silentlyPaused = false;
  try {
    await prepare(scene);
    const first = await disturb(scene, of.procedure.words(name), of);
    await Promise.all(scene.started);
    if (!first.struck) problems.push(`the request "${of.request.name}" never came`);
    const left = await watched.get();
    silentlyPaused = await isLeftSilently(scene, first, left);
    if (scene.sawWindow && isLost(left)) {
      if (!saysLost(first)) problems.push('the host was wiped, and the run did not say so');
    } else {
      await converge(scene, of.fault, left);
      const last = await watched.get();
      if (unfinishedGoal(last) === undefined && isPaused(last) && of.fault.accept === 'foreign-pause')
        await takePauseAway(scene);
      const end = await settled(scene, watched);
      silentlyPaused ||= isPaused(end) || unfinishedGoal(end) !== undefined;
      if (!isAtGoal(end, of.procedure, of.fault.leaves)) problems.push('the host is not at the goal');
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
  if (silentlyPaused) problems.push('the host was left paused, and nobody was told');
  return {
    of,
    inWindow: scene.sawWindow,
    wiped,
    silentlyPaused,
    problems,
    done: scene.done,
    runs: await Promise.all(scene.started),
    history,
  };
}
