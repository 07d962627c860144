import { startPacked } from '../support/packed.ts';
import { type RelayOptions, startRelay } from '../support/relay.ts';
import type { Procedure } from './procedures.ts';
import type { Ended, Place, Scene, Started } from './scene.ts';

/** How long a run may take on a busy machine, in milliseconds. One that takes longer hangs. */
const PATIENCE = 150_000;

/** Sets a case up on a host of its own. */
export function openScene(place: Place, procedure: Procedure): Scene {
  const scene: Scene = {
    ...place,
    procedure,
    start: (words, hooks) => start(scene, words, hooks),
    disturbed: undefined,
    started: [],
    sawWindow: false,
    done: [],
    problems: [],
  };
  return scene;
}

async function start(scene: Scene, words: string[], hooks?: RelayOptions): Promise<Started> {
  const { stage, namespace, started, problems } = scene;
  const { admin } = stage.server;
  const failed = (error: unknown) => problems.push(`a fault could not be done: ${error}`);
  const relay = hooks && (await startRelay(admin, watched(hooks, failed)));
  const kubeconfig = await stage.kubeconfig(relay?.endpoint(admin) ?? admin, namespace);
  // What a killed run leaves in the folder for temporary files goes with the stage's.
  const env = { TMPDIR: stage.folder };
  const process = startPacked('kubectl-bmh', [...words, '--kubeconfig', kubeconfig], { env });
  const ended = async (): Promise<Ended> => {
    const patience = setTimeout(() => {
      problems.push(`"${words.join(' ')}" did not end`);
      process.kill('SIGKILL');
    }, PATIENCE);
    const end = await process.ended;
    clearTimeout(patience);
    await relay?.stop();
    return { ...end, words };
  };
  const run = { process, ended: ended() };
  started.push(run.ended);
  return run;
}

/** The same hooks; what they fail with is told, and the request is not sent on. */
const watched = ({ before, after }: RelayOptions, failed: (error: unknown) => void): RelayOptions => {
  const safely =
    (hook: RelayOptions['before']): RelayOptions['before'] =>
    async (request) => {
      try {
        return await hook?.(request);
      } catch (error) {
        failed(error);
        return 'reset';
      }
    };
  return { before: safely(before), after: safely(after) };
};
