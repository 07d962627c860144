import { ageText } from '../words/age.ts';
import { masked } from '../words/masked.ts';
import type { Verdict } from '../words/verdict.ts';
import { lacking, lossOf } from './health.ts';
import type { Host, HostObject } from './host.ts';
import type { Target } from './image.ts';
import { type UnfinishedRun, unfinishedRun } from './next-step.ts';
import { observed } from './observed.ts';
import { reenrollmentOf } from './reenroll/record.ts';
import { CLUSTER_NAME_LABEL, METAL3_MACHINE } from './remediation.ts';
import { type HostRow, hostRow } from './row.ts';
import { DEFAULT_STABLE_FOR, DEFAULT_TIMEOUT } from './window.ts';

/** A host as it was read, as far as a live screen needs it. */
export interface SeenHost {
  row: HostRow;
  /** Without annotations, which may be long. */
  host: Host;
  /** Host and port of its image address; of an unfinished run, those from before it. Empty without an image. */
  address: string;
  run?: SeenRun;
}

/** The run on a host. */
interface SeenRun {
  /** What it does next. */
  step: string;
  /** RFC 3339. */
  started: string;
  /** How long it keeps the pause before this step, in milliseconds. */
  hold: number;
  /** How long a run that is alive stays at this step at most, in milliseconds. */
  longest: number;
  /** The addresses that a repair sets; undefined for other runs. */
  target: Target | undefined;
}

/** A host with what has been seen of it over time. Times are milliseconds since the epoch, on this machine's clock. */
export interface LiveHost extends SeenHost {
  /** Since when its run has been at this step. */
  since: number;
  /** Set from the resume on: a record is gone then, but its run still waits until the host is healthy. */
  recovery?: Recovery;
}

/** A step of a run that is alive takes less, on a slow server too. Milliseconds. */
const PATIENCE = 30_000;

interface Recovery {
  target: Target;
  resumed: Host;
  /** From before the repair. */
  address: string;
  since: number;
  /** What it lacks to be healthy, or since when it has been. */
  lacks: string | undefined;
  healthySince: number | undefined;
}

/** @param titleOf how the next step of a run is called. */
export function seenHost(
  object: HostObject,
  group: string,
  titleOf: (run: UnfinishedRun) => string,
): SeenHost {
  const seen = observed(object, group, { cluster: undefined });
  const { host } = seen;
  const run = unfinishedRun(seen);
  const enrollment = reenrollmentOf(host);
  const hold = run && run.step === run.procedure.close ? (run.record.hold ?? 0) : 0;
  const before = run?.record.original.spec.url ?? host.image?.url;
  return {
    row: hostRow(object, group),
    host: { ...host, annotations: {}, recordText: undefined },
    address: (before && URL.parse(before)?.host) || '',
    ...(run && {
      run: {
        step: titleOf(run),
        started: run.record.started,
        hold,
        longest: hold + PATIENCE,
        target: run.record.goal === 'repair' ? run.record.target : undefined,
      },
    }),
    ...(typeof enrollment === 'object' && {
      run: {
        step: 'reenroll',
        started: enrollment.started,
        hold: 0,
        longest: DEFAULT_TIMEOUT,
        target: undefined,
      },
    }),
  };
}

/** A host after it was read again at `now`. */
export function liveHost(before: LiveHost | undefined, seen: SeenHost, now: number): LiveHost {
  const { run, host } = seen;
  if (run) {
    const isSame = before?.run?.step === run.step && before.run.started === run.started;
    return { ...seen, since: isSame ? before.since : now };
  }
  const recovery = recoveryOf(before, host, now);
  return { ...seen, since: now, ...(recovery && { recovery }) };
}

/** The recovery of a host without a run: it starts when a repair's record is removed and both addresses are the new one. */
function recoveryOf(before: LiveHost | undefined, host: Host, now: number): Recovery | undefined {
  const last = before && recoveryAt(before, now);
  const target = before?.run?.target;
  const started =
    target && host.paused === undefined && host.image?.url === target.url
      ? { target, resumed: host, address: before.address, since: now }
      : undefined;
  const recovery = last ?? started;
  // What it cannot recover from, and an error that came back, are told by the verdict on the host.
  if (!recovery || lossOf(host) !== undefined) return undefined;
  if (last?.healthySince !== undefined && host.errorType !== undefined) return undefined;
  const lacks = lacking(host, recovery.resumed, recovery.target);
  return {
    ...recovery,
    lacks,
    healthySince: lacks === undefined ? (last?.healthySince ?? now) : undefined,
  };
}

/** The recovery that a host is still in. No record says how long its run waits: the defaults are assumed. */
function recoveryAt({ recovery }: LiveHost, now: number): Recovery | undefined {
  if (!recovery) return undefined;
  const { healthySince, since } = recovery;
  const isOver =
    healthySince === undefined ? now - since >= DEFAULT_TIMEOUT : now - healthySince >= DEFAULT_STABLE_FOR;
  return isOver ? undefined : recovery;
}

/** Begins the text of a run that has not moved for longer than its step takes. */
export const STOPPED = 'stopped?';

/** What a live screen says of a host: its verdict, and the step of its run or the reason of the verdict. */
export function liveState(live: LiveHost, now: number): { verdict: Verdict; text: string } {
  const { row, run, since } = live;
  const { verdict, reason } = row;
  const recovery = recoveryAt(live, now);
  if (recovery) return { verdict: 'in-progress', text: recoveryText(recovery, now) };
  if (!run || verdict !== 'in-progress') return { verdict, text: reason };
  const started = Date.parse(run.started);
  const age = Number.isNaN(started) ? '' : `, started ${ageText(now - started)} ago`;
  const left = run.hold - (now - since);
  if (now - since > run.longest) return { verdict, text: `${STOPPED} ${run.step}${age}` };
  const countdown = run.hold === 0 ? '' : left > 0 ? ` in ${Math.ceil(left / 1000)}s` : ' now';
  return { verdict, text: `${run.step}${countdown}${age}` };
}

function recoveryText({ lacks, healthySince, since }: Recovery, now: number): string {
  if (healthySince === undefined)
    return `resumed ${ageText(now - since)} ago, waiting for ${masked(lacks ?? '')}`;
  const held = Math.max(0, Math.floor((now - healthySince) / 1000));
  return `healthy for ${held}s, default ${DEFAULT_STABLE_FOR / 1000}s`;
}

/** The Machine and the Cluster of each Metal3Machine, by `namespace/name`; a part that it does not name is undefined. */
export type Owners = ReadonlyMap<string, { machine: string | undefined; cluster: string | undefined }>;

export interface LiveGroups {
  by: 'address' | 'cluster';
  owners: Owners;
  now: number;
}

/** A host in a group of a live screen. */
interface GroupedHost {
  namespace: string;
  name: string;
  /** Its Machine, or what else consumes it; only where hosts are grouped by cluster. */
  machine: string;
  verdict: Verdict;
  text: string;
}

/** Hosts by the address of their image before any repair, or by the Cluster of their Machine. */
export function liveGroups(
  hosts: Iterable<LiveHost>,
  { by, owners, now }: LiveGroups,
): Map<string, GroupedHost[]> {
  const groups = new Map<string, GroupedHost[]>();
  for (const live of hosts) {
    const { title, machine } = by === 'address' ? addressOf(live, now) : ownersOf(live, owners);
    const { name, namespace } = live.row.metadata;
    const item = { namespace, name, machine, ...liveState(live, now) };
    const group = groups.get(title);
    if (group) group.push(item);
    else groups.set(title, [item]);
  }
  return groups;
}

const addressOf = (live: LiveHost, now: number) => ({
  title: (recoveryAt(live, now)?.address ?? live.address) || 'No image',
  machine: '',
});

function ownersOf({ host: { consumer, labels, namespace } }: LiveHost, owners: Owners) {
  const owner =
    consumer?.kind === METAL3_MACHINE ? owners.get(`${consumer.namespace}/${consumer.name}`) : undefined;
  // CAPM3 labels the hosts that it uses, too.
  const cluster = owner?.cluster ?? labels[CLUSTER_NAME_LABEL];
  return {
    title: cluster ? `Cluster ${consumer?.namespace ?? namespace}/${cluster}` : 'No Cluster',
    machine: owner?.machine ?? (consumer ? `${consumer.kind} ${consumer.name}` : ''),
  };
}
