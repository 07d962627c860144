import { KILLED_AFTER } from '../connections.ts';
import { disturb } from '../disturb.ts';
import type { Ended } from '../scene.ts';
import type { Fix, VolumeFault } from './fault.ts';
import { saysGuard } from './judge.ts';
import { resizeWords } from './procedures.ts';
import type { VolumeScene } from './scene.ts';
import { reconciled } from './settled.ts';
import { wordsOf } from './words.ts';

/** Brings the scene to where the procedure starts: with an unfinished resize, for one that takes it back. */
export async function prepare(scene: VolumeScene): Promise<void> {
  const { procedure, size, done, problems } = scene;
  if (!procedure.finds) return;
  const request = { purpose: procedure.finds, name: procedure.finds };
  const { struck } = await disturb(scene, resizeWords(procedure, size), { fault: KILLED_AFTER, request });
  if (struck) done.push(`a resize was killed after "${procedure.finds}"`);
  else problems.push(`the resize to be killed after "${procedure.finds}" never came there`);
}

/** What the guard asks for that wants the operator to have seen the resource as it is: a moment. */
const waiting: Fix = { guard: 'not-reconciled', does: ({ stage }) => reconciled(stage) };

/** Runs the same command with nothing in its way, after what a guard leaves to the user: it has to end well. */
export async function converge(
  scene: VolumeScene,
  { fixes = [], takesBack }: Pick<VolumeFault, 'fixes' | 'takesBack'>,
): Promise<void> {
  const flags: string[] = [];
  let run = await again(scene, flags);
  for (const fix of [waiting, ...fixes]) {
    if (!saysGuard(run, fix.guard)) continue;
    // What is written to the resource, the operator takes a moment to see.
    if (fix.does) await fix.does(scene).then(() => reconciled(scene.stage));
    flags.push(...(fix.flags ?? []));
    run = await again(scene, flags);
  }
  if (takesBack) {
    await takesBack(scene);
    await reconciled(scene.stage);
    run = await again(scene, []);
  }
  if (run.code !== 0) scene.problems.push(`the same command ended with exit code ${run.code}`);
}

const again = async (scene: VolumeScene, flags: string[]): Promise<Ended> =>
  (await scene.start([...wordsOf(scene), ...flags])).ended;
