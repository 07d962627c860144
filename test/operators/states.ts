import { provisioningCancelled } from './cancelled.ts';
import {
  clearError,
  type Draft,
  enter,
  fail,
  POLL,
  RESYNC,
  SLOW_RESYNC,
  saveRecord,
  saveStatus,
  type Verdict,
  wait,
} from './draft.ts';
import { FINALIZER, PROVISIONED_REGISTRATION_ERROR, PROVISIONING_ERROR } from './host.ts';
import type { Node } from './ironic.ts';
import { managePower } from './power.ts';

/** What the operator does with a registered host, by its state. A state that is not here is left alone. */
export function inState(draft: Draft): Verdict {
  return (handlers[draft.host.status.provisioning.state] ?? (() => wait(RESYNC)))(draft);
}

const handlers: Record<string, (draft: Draft) => Verdict> = {
  '': unknown,
  unmanaged: unknown,
  registering: (draft) =>
    enter(draft, draft.host.spec.externallyProvisioned ? 'externally provisioned' : 'inspecting'),
  inspecting: (draft) => enter(draft, 'preparing'),
  'match profile': (draft) => enter(draft, 'preparing'),
  preparing: (draft) => enter(draft, 'available'),
  ready: available,
  available,
  provisioning,
  provisioned,
  'externally provisioned': externallyProvisioned,
  deprovisioning,
  'powering off before delete': poweringOff,
  deleting,
};

function unknown(draft: Draft): Verdict {
  if (draft.host.spec.bmc !== undefined) return enter(draft, 'registering');
  if (draft.host.status.provisioning.state === 'unmanaged') return wait(SLOW_RESYNC);
  draft.host.status.operationalStatus = 'discovered';
  return enter(draft, 'unmanaged');
}

function available(draft: Draft): Verdict {
  const { spec, status } = draft.host;
  if (spec.externallyProvisioned) return enter(draft, 'externally provisioned');
  const wanted = Boolean(spec.image?.url) && !status.provisioning.image?.url;
  const wantedMethod = Boolean(spec.customDeploy?.method) && !status.provisioning.customDeploy?.method;
  if (!spec.online || !(wanted || wantedMethod)) return withNode(draft, managePower);
  clearError(draft, 0);
  return enter(draft, 'provisioning');
}

function provisioning(draft: Draft): Verdict {
  const { spec, status } = draft.host;
  if (status.errorType !== undefined || provisioningCancelled(draft.host))
    return enter(draft, 'deprovisioning');
  return withNode(draft, (_, node) => {
    if (node.state === 'deploying') return clearError(draft, POLL);
    if (node.state === 'deploy failed')
      return fail(draft, PROVISIONING_ERROR, `Image provisioning failed: ${node.lastError}`);
    if (node.state === 'active') {
      if (spec.image) status.provisioning.image = spec.image;
      if (spec.customDeploy) status.provisioning.customDeploy = spec.customDeploy;
      status.errorCount = 0;
      return enter(draft, 'provisioned');
    }
    if (draft.generation !== '0.10' && spec.image) status.lastAttemptedImage = spec.image;
    draft.events.push({
      reason: 'ProvisioningStarted',
      message: `Image provisioning started for ${spec.image?.url}`,
    });
    draft.node = {
      ...node,
      state: 'deploying',
      image: spec.image?.url,
      custom: Boolean(spec.customDeploy?.method),
    };
    clearError(draft, POLL);
    return saveStatus(POLL);
  });
}

function provisioned(draft: Draft): Verdict {
  return provisioningCancelled(draft.host) ? enter(draft, 'deprovisioning') : withNode(draft, steady);
}

function externallyProvisioned(draft: Draft): Verdict {
  const { spec, status } = draft.host;
  if (spec.externallyProvisioned) return withNode(draft, steady);
  if (spec.image) status.provisioning.image = spec.image;
  if (spec.customDeploy) status.provisioning.customDeploy = spec.customDeploy;
  return enter(draft, 'provisioned');
}

/** Adopts the node with what is on its disk, then keeps its power. A failed adoption is retried at once only while its error stands. */
function steady(draft: Draft, node: Node): Verdict {
  if (node.state === 'adopting') return clearError(draft, POLL);
  if (node.state === 'active') return managePower(draft, node);
  if (node.state === 'adopt failed' && draft.host.status.errorType !== PROVISIONED_REGISTRATION_ERROR)
    return fail(draft, PROVISIONED_REGISTRATION_ERROR, `Host adoption failed: ${node.lastError}`);
  draft.node = { ...node, state: 'adopting' };
  return clearError(draft, POLL);
}

/** The disk is wiped here, whatever becomes of the save. */
function deprovisioning(draft: Draft): Verdict {
  const { metadata, status } = draft.host;
  return withNode(draft, (_, node) => {
    draft.wiped = node.state !== 'available';
    draft.node = { ...node, state: 'available', image: undefined, custom: false };
    clearError(draft, 0);
    status.errorCount = 0;
    status.provisioning.image = { url: '' };
    delete status.provisioning.customDeploy;
    return enter(draft, metadata.deletionTimestamp ? 'powering off before delete' : 'available');
  });
}

function poweringOff(draft: Draft): Verdict {
  if (draft.node) draft.node = { ...draft.node, poweredOn: false };
  Object.assign(draft.host.status, { poweredOn: false, errorCount: 0 });
  return enter(draft, 'deleting');
}

function deleting(draft: Draft): Verdict {
  const { metadata } = draft.host;
  draft.node = undefined;
  if (!metadata.finalizers?.includes(FINALIZER)) return wait(undefined);
  metadata.finalizers = metadata.finalizers.filter((finalizer) => finalizer !== FINALIZER);
  return saveRecord(undefined);
}

const withNode = (draft: Draft, act: (draft: Draft, node: Node) => Verdict): Verdict =>
  draft.node ? act(draft, draft.node) : wait(RESYNC);
