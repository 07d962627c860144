import { disturb } from '../disturb.ts';
import type { Case, Result } from '../subject.ts';
import { converge, prepare } from './aftermath.ts';
import type { VolumeFault } from './fault.ts';
import { changes, lostClaims, saysUnfinished, shortcomings } from './judge.ts';
import type { VolumeProcedure } from './procedures.ts';
import type { VolumeScene } from './scene.ts';
import { settled } from './settled.ts';
import { stateOf, stateText } from './state.ts';
import { wordsOf } from './words.ts';

export type VolumeCase = Case<VolumeProcedure, VolumeFault>;

/** What came of a case. */
export interface VolumeResult extends Result<VolumeProcedure, VolumeFault> {
  /** Whether the volume of a claim was lost. */
  lost: boolean;
  /** Whether replicas, pause or policy are not as they were, or the record is still there. */
  leftChanged: boolean;
}

/** Plays one case: the disturbed run, the same command again, and how the volumes are then. */
export async function play(of: VolumeCase, scene: VolumeScene): Promise<VolumeResult> {
  const { stage, before, problems } = scene;
  const history = [`before: ${stateText(before)}`];
  let struck = false;
  try {
    await prepare(scene);
    const first = await disturb(scene, wordsOf(scene), of);
    const runs = await Promise.all(scene.started);
    struck = first.struck;
    if (!struck) problems.push(`the request "${of.request.name}" never came`);
    const left = await stateOf(stage);
    history.push(`left: ${stateText(left)}`);
    const isSilent = first.signal === null && first.wrote && !runs.some(saysUnfinished);
    if (left.record !== undefined && isSilent) problems.push('a run was left unfinished, without a message');
    await converge(scene, of.fault);
    await settled(stage);
  } catch (error) {
    problems.push(String(error));
  }
  const after = await stateOf(stage);
  history.push(`after: ${stateText(after)}`);
  const lost = lostClaims(before, after);
  const changed = changes(before, after);
  problems.push(...lost.map((claim) => `the volume of claim ${claim} was lost`), ...changed);
  problems.push(...shortcomings(scene, after));
  // Pods restart with another retentionSize.
  if (of.procedure.mode === 'online' && !of.fault.others && !of.procedure.limits)
    problems.push(...movedPods(before.pods, after.pods));
  scene.isSpent = problems.length > 0 || of.fault.marks === true;
  return {
    of,
    struck,
    lost: lost.length > 0,
    leftChanged: changed.length > 0,
    problems,
    done: scene.done,
    runs: await Promise.all(scene.started),
    history,
  };
}

const movedPods = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(before)
    .filter((pod) => before[pod] !== after[pod])
    .map((pod) => `pod ${pod} did not keep running`);
