import type { Host, HostStatus } from './host.ts';
import type { Node } from './ironic.ts';

/** Periods of the operator, in seconds. */
export const POLL = 3;
export const RESYNC = 60;
export const SLOW_RESYNC = 600;

/**
 * The generations of the operator that differ in what they save: from 0.13 on the conditions of a host in error flip on every
 * reconcile, which is a save of its own, and the image that is being provisioned is kept in `status.lastAttemptedImage`.
 */
export type Generation = '0.10' | '0.14';

/** What a decision depends on beside the host itself. */
export interface World {
  generation: Generation;
  /** The host's node in Ironic; undefined where Ironic does not know it. */
  node: Node | undefined;
  /** Whether Ironic's database outlives the operator, which then does not send a node that it finds there its image again. */
  keepsImage?: boolean;
  /** Whether the host's BMC answers. */
  bmcAnswers: boolean;
  /** The time, as it is written into the record. */
  now: string;
  /** From 0 up to 1: where in its range a backoff falls. */
  random: number;
  /** ID of a node that has to be made. */
  newId: string;
}

export interface HostEvent {
  reason: string;
  message: string;
}

/** A reconcile under way: copies that it may change, and what it has found so far. */
export interface Draft extends World {
  host: Host & { status: HostStatus };
  events: HostEvent[];
  wiped: boolean;
  /** Whether the status must be saved even if the rest of the reconcile changes nothing. */
  dirty: boolean;
}

/** How a reconcile ends. */
export interface Verdict {
  save: 'nothing' | 'record' | 'status';
  /** Seconds until the host is looked at again; undefined: not before its spec, annotations or finalizers change. */
  after: number | undefined;
}

export const wait = (after: number | undefined): Verdict => ({ save: 'nothing', after });
export const saveStatus = (after = 0): Verdict => ({ save: 'status', after });
export const saveRecord = (after: number | undefined): Verdict => ({ save: 'record', after });

/** Removes the error and calls the host OK; gives the verdict of one who looks again after `after` seconds. */
export function clearError({ host: { status } }: Draft, after: number): Verdict {
  const clear =
    status.operationalStatus === 'OK' && status.errorMessage === '' && status.errorType === undefined;
  if (clear) return wait(after);
  status.operationalStatus = 'OK';
  status.errorMessage = '';
  delete status.errorType;
  return saveStatus(after);
}

/** Records a failure, with an Event of its own, and backs off. */
export function fail(draft: Draft, errorType: string, message: string): Verdict {
  const { status } = draft.host;
  Object.assign(status, { operationalStatus: 'error', errorType, errorMessage: message });
  status.errorCount += 1;
  draft.events.push({
    reason: errorType.replace(/(?:^| )(.)/g, (_, letter) => letter.toUpperCase()),
    message,
  });
  return saveStatus(backoff(status.errorCount, draft.random));
}

/** Seconds until a failure is tried again: from 1–2 minutes, doubling with each, up to 4¼–8½ hours. */
export function backoff(errorCount: number, random: number): number {
  return 60 * 2 ** Math.min(errorCount, 9) * (1 - random / 2);
}

const OPERATIONS: Record<string, string> = {
  registering: 'register',
  inspecting: 'inspect',
  provisioning: 'provision',
  deprovisioning: 'deprovision',
};

/** Moves the host to another state, with the times of what begins and ends by that. */
export function enter({ host: { status }, now }: Draft, state: string): Verdict {
  const history = { ...status.operationHistory };
  const ending = OPERATIONS[status.provisioning.state];
  const beginning = OPERATIONS[state];
  if (ending !== undefined) history[ending] = { ...history[ending], end: now };
  if (beginning !== undefined) history[beginning] = { start: now, end: null };
  status.operationHistory = history;
  status.provisioning.state = state;
  return saveStatus();
}
