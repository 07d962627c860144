import { RECORD_ANNOTATION, REENROLL_ANNOTATION } from '../../../lib/objects/names.ts';
import { provisioningCancelled } from '../../operators/cancelled.ts';
import { DETACHED, type Host } from '../../operators/host.ts';
import { PAUSED } from '../../support/records.ts';
import type { Ended } from '../scene.ts';
import { FORMER, type HostProcedure, NEW } from './procedures.ts';

/**
 * What counts, in one place.
 *
 * - **Converged**: the same command, run again with nothing in its way, ends with exit 0 and the host at the goal: spec
 *   and status name the goal's image, or the one that a second run brought in, there is no record and, once the user who
 *   paused it has gone, no pause. Where a guard is overridable it may refuse first, if it says
 *   with which `--accept` it continues, and does so then.
 * - **Said**: the output names the host, says that it is paused, or may be where no answer comes any more, and gives a
 *   command that resumes from there: that of the record's goal, or undo.
 * - **Silently paused**: there is a record on the host, so a run of ours is unfinished, and no run has said so; or one is
 *   there after the command has converged. A run that is killed can't say anything, and one that has sent no write
 *   may never have learnt what another has left: after those `list` has to say so, and the next run that it resumes
 *   what is unfinished.
 * - **Enrolled again**, where that is the goal: the same, and the host is well, with another node than at the start. Its
 *   detached annotation is in all of this what a pause is to the others.
 * - **Wiped**: the host was seen outside `provisioned`, or could have been: it was seen without a pause with two
 *   addresses for which the operator deprovisions it.
 */
export function isAtGoal(
  { spec, status }: Host,
  { goal }: HostProcedure,
  leaves: readonly string[] = [],
): boolean {
  const wanted = [goal === 'undo' ? FORMER : NEW, ...leaves];
  const url = spec.image?.url ?? '';
  const inStatus = status?.provisioning.image;
  return (
    wanted.includes(url) &&
    spec.image?.checksum === `${url}.md5sum` &&
    inStatus?.url === url &&
    inStatus.checksum === `${url}.md5sum`
  );
}

export const isPaused = ({ metadata }: Host): boolean => metadata.annotations?.[PAUSED] !== undefined;

const isDetached = ({ metadata }: Host): boolean => metadata.annotations?.[DETACHED] !== undefined;

/** Whether the operator takes no action on a host. */
export const isHeld = (host: Host): boolean => isPaused(host) || isDetached(host);

/** Whether a host is well, with another node than it had before. */
export const isEnrolledAgain = ({ status }: Host, before: Host | undefined): boolean =>
  status?.operationalStatus === 'OK' &&
  status.errorType === undefined &&
  status.provisioning.ID !== before?.status?.provisioning.ID;

/** The goal in the record of an unfinished run; undefined where there is none. */
export function unfinishedGoal({ metadata }: Host): HostProcedure['goal'] | undefined {
  if (metadata.annotations?.[REENROLL_ANNOTATION] !== undefined) return 'reenroll';
  const text = metadata.annotations?.[RECORD_ANNOTATION];
  return text === undefined ? undefined : JSON.parse(text).goal;
}

/** Whether a run has reported that it leaves this host paused or detached, and the command that resumes it. */
export function saysPaused({ code, stderr }: Ended, host: Host): boolean {
  const { namespace, name } = host.metadata;
  const goal = unfinishedGoal(host);
  const [commands, how] =
    goal === 'reenroll' ? [goal, '(is|is not|may be) detached'] : [`(undo|${goal})`, '(is|may be) paused'];
  const resumes = new RegExp(`kubectl bmh ${commands} ${name} -n ${namespace}`);
  return code !== 0 && new RegExp(`${namespace}/${name} ${how}`).test(stderr) && resumes.test(stderr);
}

/** Whether a run has reported that it resumes an unfinished one. */
export const saysResumes = ({ stderr }: Ended): boolean => stderr.includes('(an unfinished ');

/** Whether a run has refused and said which override would let it continue. */
export const saysAccept = ({ code, stderr }: Ended, guard: string): boolean =>
  code !== 0 && stderr.includes(`--accept ${guard}`);

/** Whether `list -o json` shows that a run is unfinished on this host, and does not call it well. */
export function listSays({ stdout }: Ended, host: Host): boolean {
  const { name } = host.metadata;
  const {
    items,
  }: { items: { metadata: { name: string }; paused: string; verdict: string; reason: string }[] } =
    JSON.parse(stdout);
  const row = items.find(({ metadata }) => metadata.name === name);
  const goal = unfinishedGoal(host);
  return (
    row !== undefined &&
    (goal === 'reenroll' ? row.reason === 'unfinished-reenroll' : row.paused === goal) &&
    row.verdict !== 'healthy'
  );
}

/** Whether a run has said that the host has left the state that it must never leave. */
export const saysLost = (run: Ended): boolean =>
  run.code !== 0 && /left the state "provisioned"/.test(run.stderr);

export const isLost = ({ status }: Host): boolean => status?.provisioning.state !== 'provisioned';

/** Whether the operator would wipe the host if it looked at this version of it. */
export const isExposed = (host: Host): boolean => !isHeld(host) && provisioningCancelled(host);

/** One version of a host, in a line. */
export function versionText({ metadata, spec, status }: Host): string {
  const { [PAUSED]: paused, [RECORD_ANNOTATION]: record, [DETACHED]: detached } = metadata.annotations ?? {};
  const reenrolling = metadata.annotations?.[REENROLL_ANNOTATION];
  return [
    metadata.resourceVersion,
    status?.provisioning.state,
    paused === undefined ? 'not paused' : `paused ${JSON.stringify(paused)}`,
    record === undefined ? 'no record' : `record to ${JSON.parse(record).goal}`,
    ...(detached === undefined ? [] : [`detached ${JSON.stringify(detached)}`]),
    ...(reenrolling === undefined ? [] : [`record to reenroll, node ${status?.provisioning.ID}`]),
    status?.operationalStatus,
    `spec ${spec.image?.url}`,
    `status ${status?.provisioning.image?.url || '(empty)'}`,
    status?.errorType ?? 'no error',
  ].join(', ');
}
