import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPacked } from '../support/packed.ts';
import { PATIENCE } from '../support/patience.ts';
import { type RelayOptions, startRelay } from '../support/relay.ts';
import type { Ended, Ground, Scene, Started } from './scene.ts';

/** Sets a case up on its ground. */
export function openScene(operators: Ground): Scene {
  const started: Promise<Ended>[] = [];
  const problems: string[] = [];
  return {
    ...operators,
    start: (words, hooks) => start({ operators, started, problems }, words, hooks),
    disturbed: undefined,
    started,
    done: [],
    problems,
  };
}

interface Stage extends Pick<Scene, 'started' | 'problems'> {
  operators: Ground;
}

async function start(
  { operators: ground, started, problems }: Stage,
  words: string[],
  hooks?: RelayOptions,
): Promise<Started> {
  const { program, endpoint, folder, flags } = ground;
  const failed = (error: unknown) => problems.push(`a fault could not be done: ${error}`);
  const relay = hooks && (await startRelay(endpoint, watched(hooks, failed)));
  const kubeconfig = await ground.kubeconfig(relay?.endpoint(endpoint) ?? endpoint);
  const temporary = await mkdtemp(join(folder, 'run-'));
  const env = { TMPDIR: temporary };
  const process = startPacked(program, [...words, ...flags, '--kubeconfig', kubeconfig], {
    env,
    cwd: folder,
  });
  const ended = async (): Promise<Ended> => {
    const patience = setTimeout(() => {
      problems.push(`"${words.join(' ')}" did not end`);
      process.kill('SIGKILL');
    }, PATIENCE);
    // It comes when whatever holds the output is gone: no process that the run has started outlives it.
    const end = await process.ended;
    clearTimeout(patience);
    await relay?.stop();
    const files = end.signal === null ? await readdir(temporary) : [];
    if (files.length > 0) problems.push(`"${words.join(' ')}" left files behind: ${files.join(', ')}`);
    return { ...end, program, words };
  };
  const run = { process, ended: ended() };
  started.push(run.ended);
  return run;
}

/** The same hooks; what they fail with is told, and the request is not sent on. */
const watched = ({ before, after }: RelayOptions, failed: (error: unknown) => void): RelayOptions => {
  const safely =
    (hook: RelayOptions['before']): RelayOptions['before'] =>
    async (request, status) => {
      try {
        return await hook?.(request, status);
      } catch (error) {
        failed(error);
        return 'reset';
      }
    };
  return { before: safely(before), after: safely(after) };
};
