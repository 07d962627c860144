import {
  isAtGoal,
  isEnrolledAgain,
  isHeld,
  isPaused,
  saysPaused,
  unfinishedGoal,
} from '../faults/hosts/judge.ts';
import { type HostProcedure, procedures } from '../faults/hosts/procedures.ts';
import type { Host } from '../operators/host.ts';
import type { Mode, Moment } from './mode.ts';
import type { Place } from './place.ts';
import type { Judged, Run } from './run.ts';

type Verb = 'repair' | 'pause' | 'resume' | 'reenroll';

const FLAGS: Record<Verb, readonly string[]> = {
  repair: ['--no-wait'],
  pause: [],
  resume: ['--no-wait'],
  reenroll: [],
};

/** Changes a host of its own, and judges what was said by what the host is like then. */
export async function changeHost(
  place: Place,
  { verb, flags }: { verb: Verb; flags: readonly string[] },
  { mode, moment }: { mode: Mode; moment: Moment },
): Promise<Judged> {
  const scene = await place.hosts.next(procedureOf(verb));
  const { stage, namespace, name } = scene;
  const words = (of: Verb) => [of, name, '-y', ...FLAGS[of]];
  const called = { endpoint: stage.server.admin, namespace, program: 'kubectl-bmh' } as const;
  if (verb === 'resume') {
    const { code, stderr } = await place.run({ ...called, words: words('pause') });
    if (code !== 0) throw new Error(`the pause before a resume failed: ${stderr}`);
  }
  const before: Host = await stage.host(namespace, name);
  const ran = await place.run({ ...called, words: [...words(verb), ...flags], mode, moment });
  const after: Host = await stage.host(namespace, name);
  const wiped = stage.operator.wiped.includes(`${namespace}/${name}`) ? ['the host was wiped'] : [];
  const lies = ran.hung.length > 0 ? [] : liesOf(verb, ran, { before, after });
  return { ...ran, lied: [...wiped, ...lies] };
}

function procedureOf(verb: Verb): HostProcedure {
  const goal = verb === 'repair' ? 'repair' : 'reenroll';
  const found = procedures.find((one) => one.goal === goal);
  if (!found) throw new Error(`there is no procedure for ${goal}`);
  return found;
}

function liesOf(verb: Verb, ran: Run, { before, after }: { before: Host; after: Host }): string[] {
  const ended = { ...ran, code: ran.code ?? null, signal: null, program: 'kubectl-bmh' as const, words: [] };
  if (ran.code === 0) {
    const isDone = {
      repair: () => isAtGoal(after, procedureOf('repair')) && !isHeld(after) && !unfinishedGoal(after),
      pause: () => isPaused(after),
      resume: () => !isPaused(after),
      reenroll: () => isEnrolledAgain(after, before) && !isHeld(after),
    }[verb]();
    return isDone ? [] : ['ends with 0, and the host is not so'];
  }
  const said = ran.stdout + ran.stderr;
  const changed = whatCounts(before) !== whatCounts(after);
  return [
    ...(changed && /nothing was changed/i.test(said)
      ? ['says that nothing was changed, and the host was']
      : []),
    ...(isHeld(after) && unfinishedGoal(after) && !saysPaused(ended, after)
      ? ['leaves the host paused or detached, and does not say so']
      : []),
    ...(verb === 'pause' && changed && isPaused(after) && !/paused/.test(said)
      ? ['leaves the host paused, and does not say so']
      : []),
  ];
}

const whatCounts = ({ metadata: { annotations = {} }, spec, status }: Host): string =>
  JSON.stringify([Object.entries(annotations).toSorted(), spec, status?.provisioning.image?.url]);
