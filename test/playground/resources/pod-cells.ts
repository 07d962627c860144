import { at, list, type Obj, text } from '../objects/model.ts';

/** What a table says about a pod's containers. */
export interface PodCells {
  /** `1/2`: ready ones of all. */
  ready: string;
  /** The phase, or what keeps its containers from running. */
  status: string;
  restarts: string;
}

export function podCells(pod: Obj): PodCells {
  const containers = list(pod, 'status', 'containerStatuses');
  const ready = containers.filter(
    (one) => at(one, 'ready') === true && at(one, 'state', 'running') !== undefined,
  );
  const restarts = containers.reduce<number>((sum, one) => sum + Number(at(one, 'restartCount') ?? 0), 0);
  return {
    ready: `${ready.length}/${list(pod, 'spec', 'containers').length}`,
    status: status(pod, containers),
    restarts: String(restarts),
  };
}

function status(pod: Obj, containers: unknown[]): string {
  const phase = text(pod, 'status', 'phase');
  const ended = phase === 'Succeeded' || phase === 'Failed';
  if (pod.metadata.deletionTimestamp !== undefined && !ended) return 'Terminating';
  const held = containers.map(heldBy).find((reason) => reason !== '');
  return held || text(pod, 'status', 'reason') || phase;
}

function heldBy(container: unknown): string {
  const waiting = text(container, 'state', 'waiting', 'reason');
  const terminated = at(container, 'state', 'terminated');
  if (waiting !== '' || terminated === undefined) return waiting;
  return text(terminated, 'reason') || `ExitCode:${at(terminated, 'exitCode')}`;
}
