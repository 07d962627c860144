import { isDeepStrictEqual } from 'node:util';
import { changes, lostClaims, saysUnfinished, shortcomings } from '../faults/volumes/judge.ts';
import { procedures, resizeWords } from '../faults/volumes/procedures.ts';
import { reconciled, settled } from '../faults/volumes/settled.ts';
import { type State, stateOf } from '../faults/volumes/state.ts';
import type { Mode, Moment } from './mode.ts';
import type { Place } from './place.ts';
import type { Judged } from './run.ts';

/** Grows volumes of its own, judges what was said by what they are like then, and grows them with nothing in the way. */
export async function changeVolumes(
  place: Place,
  flags: readonly string[],
  { mode, moment }: { mode: Mode; moment: Moment },
): Promise<Judged> {
  const procedure = procedures.find(({ name }) => name === 'offline');
  if (!procedure) throw new Error('there is no documented resize');
  const scene = await place.volumes.next(procedure);
  const { stage, size, before } = scene;
  const words = resizeWords(procedure, size);
  const called = {
    endpoint: stage.server.admin,
    namespace: stage.namespace,
    program: 'kubectl-monitoring',
  } as const;
  const ran = await place.run({ ...called, words: [...words, ...flags], mode, moment });
  const left = await stateOf(stage);
  const ended = { ...ran, code: ran.code ?? null, signal: null, program: called.program, words };
  const lied: string[] = [];
  const changed = !isDeepStrictEqual(whatCounts(before), whatCounts(left));
  if (ran.code === 0) {
    await settled(stage);
    const after = await stateOf(stage);
    lied.push(
      ...[...changes(before, after), ...shortcomings(scene, after)].map((what) => `ends with 0, and ${what}`),
    );
  } else if (ran.hung.length === 0) {
    if (changed && /nothing was changed/i.test(ran.stderr))
      lied.push('says that nothing was changed, and something was');
    if (left.record !== undefined && !saysUnfinished(ended))
      lied.push('leaves a resize unfinished, and does not say so');
  }
  if (changed && ran.code !== 0) {
    await reconciled(stage);
    const again = await place.run({ ...called, words });
    if (again.code === 0) await settled(stage);
    else lied.push(`the same command does not go on: ${again.stderr}`);
    lied.push(...changes(before, await stateOf(stage)));
  }
  const lost = lostClaims(before, await stateOf(stage));
  lied.push(...lost.map((claim) => `the volume of claim ${claim} was lost`));
  scene.isSpent = lied.length > 0 || ran.hung.length > 0;
  return { ...ran, lied };
}

/** What a command could have changed; pods and uids change by themselves. */
const whatCounts = ({ replicas, paused, policy, size, claims, record }: State) => ({
  ...{ replicas, paused, policy, size, record },
  requests: Object.values(claims).map(({ request }) => request),
});
