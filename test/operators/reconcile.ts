import {
  clearError,
  type Draft,
  enter,
  fail,
  type HostEvent,
  SLOW_RESYNC,
  saveRecord,
  saveStatus,
  type Verdict,
  type World,
  wait,
} from './draft.ts';
import {
  annotated,
  DETACHED,
  emptyStatus,
  FINALIZER,
  type Host,
  type HostStatus,
  PAUSED,
  REGISTRATION_ERROR,
  STATUS,
} from './host.ts';
import type { Node } from './ironic.ts';
import { inState } from './states.ts';

/** What one reconcile does: what it saves and when it looks again, and what it did to the machine meanwhile. */
export interface Action extends Verdict {
  /** The host as it is to be saved, in full. */
  host: Host;
  /** The node as Ironic has it afterwards, whether or not the save succeeds. */
  node: Node | undefined;
  /** What is reported when the save succeeded. */
  events: HostEvent[];
  /** Whether the disk was wiped. */
  wiped: boolean;
}

/** Decides what the operator does with a host. Pure: it changes neither of its arguments. */
export function reconcile(host: Host, world: World): Action {
  const draft: Draft = {
    ...world,
    host: { ...structuredClone(host), status: structuredClone(host.status ?? emptyStatus()) },
    events: [],
    wiped: false,
    dirty: false,
  };
  const verdict = judge(draft);
  const dirty = verdict.save === 'nothing' && (draft.dirty || flipsConditions(draft));
  const save = dirty ? 'status' : verdict.save;
  if (save === 'status') draft.host.status.lastUpdated = world.now;
  const { node, events, wiped } = draft;
  return { host: draft.host, node, events, wiped, save, after: verdict.after };
}

/** Flips a condition of a host in error, as the operator does from 0.13 on each time that it looks at one; gives whether it did. */
function flipsConditions({ generation, host, now }: Draft): boolean {
  const { status } = host;
  if (generation === '0.10' || status.operationalStatus !== 'error' || annotated(host, PAUSED)) return false;
  const [before] = status.conditions ?? [];
  const isReady = before?.status === 'True';
  status.conditions = [
    {
      type: 'Ready',
      status: isReady ? 'False' : 'True',
      reason: isReady ? 'Error' : 'Provisioned',
      message: '',
      lastTransitionTime: now,
    },
  ];
  return true;
}

const judge = (draft: Draft): Verdict =>
  paused(draft) ??
  restored(draft) ??
  finalized(draft) ??
  deletion(draft) ??
  detached(draft) ??
  registered(draft) ??
  inState(draft);

function paused({ host }: Draft): Verdict | undefined {
  return annotated(host, PAUSED) ? wait(undefined) : undefined;
}

/** A status that a move left in an annotation is read while the host has none yet, and removed once it has. */
function restored({ host }: Draft): Verdict | undefined {
  const saved = host.metadata.annotations?.[STATUS];
  if (saved === undefined) return undefined;
  const status = host.status.lastUpdated === undefined ? parsed(saved) : undefined;
  if (status) {
    host.status = { ...emptyStatus(), ...status };
    return saveStatus();
  }
  delete host.metadata.annotations?.[STATUS];
  return saveRecord(0);
}

function finalized({ host: { metadata } }: Draft): Verdict | undefined {
  if (metadata.deletionTimestamp || metadata.finalizers?.includes(FINALIZER)) return undefined;
  metadata.finalizers = [...(metadata.finalizers ?? []), FINALIZER];
  return saveRecord(0);
}

function deletion(draft: Draft): Verdict | undefined {
  const { metadata, status } = draft.host;
  const { state } = status.provisioning;
  if (!metadata.deletionTimestamp || ['powering off before delete', 'deleting'].includes(state))
    return undefined;
  if (status.operationalStatus === 'detached') return enter(draft, 'deleting');
  if (state === 'deprovisioning') return undefined;
  if (['', 'unmanaged', 'registering'].includes(state)) return enter(draft, 'deleting');
  return enter(draft, /^provision(ing|ed)$/.test(state) ? 'deprovisioning' : 'powering off before delete');
}

function detached(draft: Draft): Verdict | undefined {
  const { status } = draft.host;
  const detachable = ['provisioned', 'externally provisioned', 'ready', 'available'];
  if (annotated(draft.host, DETACHED) && detachable.includes(status.provisioning.state)) {
    draft.node = undefined;
    if (status.operationalStatus === 'detached') return wait(SLOW_RESYNC);
    status.operationalStatus = 'detached';
    return saveStatus(SLOW_RESYNC);
  }
  if (status.operationalStatus !== 'detached') return undefined;
  status.operationalStatus = status.errorType === undefined ? 'OK' : 'error';
  return saveStatus();
}

/** Makes sure that Ironic has a node for the host, with the image that the record says is on its disk. */
function registered(draft: Draft): Verdict | undefined {
  const { host, node } = draft;
  const { status, spec } = host;
  if (['', 'unmanaged', 'match profile', 'deleting'].includes(status.provisioning.state)) return undefined;
  if (!draft.bmcAnswers)
    return fail(draft, REGISTRATION_ERROR, `the BMC at ${spec.bmc?.address} does not answer`);
  if (!node) draft.events.push({ reason: 'Registered', message: 'Registered new host' });
  draft.node = node ? (draft.keepsImage ? node : withImage(node, host)) : enrolled(draft);
  draft.dirty = status.provisioning.ID !== draft.node.id;
  status.provisioning.ID = draft.node.id;
  return status.errorType === REGISTRATION_ERROR ? clearError(draft, 0) : undefined;
}

function enrolled({ host, newId }: Draft): Node {
  const { poweredOn } = host.status;
  const custom = Boolean(host.status.provisioning.customDeploy?.method);
  return withImage(
    { id: newId, state: 'manageable', image: undefined, custom, lastError: '', poweredOn },
    host,
  );
}

function withImage(node: Node, { spec, status }: Draft['host']): Node {
  const provisionedUrl = status.provisioning.image?.url;
  const takesSpec = ['provisioning', 'externally provisioned'].includes(status.provisioning.state);
  const image = provisionedUrl || (takesSpec && spec.image?.url) || node.image;
  return image === node.image ? node : { ...node, image };
}

function parsed(text: string): Partial<HostStatus> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
