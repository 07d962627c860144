import type { Fault } from './fault.ts';
import type { Named, Scene } from './scene.ts';
import type { Procedure, Result, Subject } from './subject.ts';

/** The requests that a procedure sends when nothing is in its way, in their order: those that can be disturbed. */
export async function requestsOf<
  P extends Procedure,
  F extends Fault<S>,
  S extends Scene,
  R extends Result<P, F>,
>(subject: Subject<P, F, S, R>, procedure: P, scene: S): Promise<Named[]> {
  await subject.prepare(scene);
  const named = scene.requestNames();
  const requests: Named[] = [];
  const run = await scene.start(subject.words(scene), {
    before: (request) => {
      requests.push(named(request));
      return undefined;
    },
  });
  const { code, stderr } = await run.ended;
  if (code !== 0 || scene.problems.length > 0)
    throw new Error(
      `${procedure.title} does not even succeed undisturbed:\n${[...scene.problems, stderr].join('\n')}`,
    );
  return requests.filter((request) => subject.isDisturbed(procedure, request));
}
