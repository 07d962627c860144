import { prepare } from './aftermath.ts';
import { openScene } from './open-scene.ts';
import { type Procedure, titleOf } from './procedures.ts';
import { type Named, requestNames } from './request-name.ts';
import type { Place } from './scene.ts';

/** The requests that a procedure sends when nothing is in its way, in their order. */
export async function requestsOf(procedure: Procedure, place: Place): Promise<Named[]> {
  const scene = openScene(place, procedure);
  await prepare(scene);
  const named = requestNames();
  const requests: Named[] = [];
  const run = await scene.start(procedure.words(place.name), {
    before: (request) => {
      requests.push(named(request));
      return undefined;
    },
  });
  const { code, stderr } = await run.ended;
  if (code !== 0 || scene.problems.length > 0)
    throw new Error(
      `${titleOf(procedure)} does not even succeed undisturbed:\n${[...scene.problems, stderr].join('\n')}`,
    );
  return requests;
}
