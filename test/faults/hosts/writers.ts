import { provisioningCancelled } from '../../operators/cancelled.ts';
import type { Host } from '../../operators/host.ts';
import { save, timestamp } from '../../operators/write.ts';
import { expect } from '../../scenarios/requests.ts';
import { PAUSED } from '../../support/records.ts';
import type { Named } from '../scene.ts';
import type { HostFault } from './fault.ts';
import { FORMER, NEW } from './procedures.ts';
import { BEHIND, RESUME, WRITES } from './request-name.ts';
import type { HostScene, Place } from './scene.ts';

/** Another user writes to the host at that moment. */
export const once = (
  name: string,
  strike: HostFault['strike'],
  rest: Partial<HostFault> = {},
): HostFault => ({
  name,
  moment: 'before',
  strike,
  ...rest,
});
/** Another user does so whenever the run comes to write the same. */
export const eachTime = (
  name: string,
  strike: HostFault['strike'],
  rest: Partial<HostFault> = {},
): HostFault => once(`${name}, each time`, strike, { lasts: 'each', at: WRITES, ...rest });

const byPauser = { accept: 'foreign-pause' };
const byArgo = { accept: 'gitops', at: [RESUME] };
const bySync = { accept: 'gitops', at: [RESUME] };
const UNKNOWN = 'configsync.gke.io';
/** Once the host is resumed, restoring the old address has it wiped, whatever runs. */
const bySource = {
  accept: 'gitops',
  names: UNKNOWN,
  lasts: 'on',
  spares: ({ name }: Named) => name.endsWith(BEHIND),
} as const;

const pauseAs = (value: string) => (scene: HostScene) => pauseWith(scene, value);
const reapplyAs = (manager: string) => (scene: HostScene) => reapply(scene, manager);

export const writers: readonly HostFault[] = [
  once('the operator writing', touch),
  eachTime('the operator writing', touch),
  once('another user pausing with "true"', pauseAs('true'), byPauser),
  once('another user pausing with a value of their own', pauseAs('metal3.io/capm3'), byPauser),
  once('another user unpausing', unpause),
  eachTime('another user unpausing', unpause),
  once('GitOps re-applying the old spec', reapplyAs('argocd-controller'), byArgo),
  eachTime('GitOps re-applying the old spec', reapplyAs('argocd-controller'), byArgo),
  once('a nameless writer re-applying the old spec', reapplyAs('platform-sync'), bySync),
  eachTime('a nameless writer re-applying the old spec', reapplyAs('platform-sync'), bySync),
  once('an unknown source from there on', reapplyAs(UNKNOWN), bySource),
  once('an unknown source from there on, accepted', reapplyAs(UNKNOWN), {
    ...bySource,
    flags: ['--accept', 'gitops'],
  }),
];

/** Takes the pause that another user set away again; the operator has had its way when this resolves. */
export async function takePauseAway(place: Place): Promise<void> {
  const { metadata } = await patch(place, { metadata: { annotations: { [PAUSED]: null } } });
  await place.stage.operator.reconciled(`${place.namespace}/${place.name}`, metadata.resourceVersion ?? '');
}

/** A full update of the status, as the operator saves it; repeated where another user overtakes it. */
export async function touch({ stage, namespace, name, done }: HostScene): Promise<undefined> {
  for (;;) {
    const host: Host = await stage.host(namespace, name);
    if (!host.status) throw new Error(`${name} has no status`);
    const { lastUpdated = timestamp() } = host.status;
    const later = `${new Date(Date.parse(lastUpdated) + 1_000).toISOString().slice(0, 19)}Z`;
    const saved = await save(
      stage.server.admin,
      { ...host, status: { ...host.status, lastUpdated: later } },
      'status',
    );
    if (saved === 'lost') continue;
    done.push(`the operator saved the status (lastUpdated ${later})`);
    return undefined;
  }
}

export async function pauseWith(scene: HostScene, value: string): Promise<undefined> {
  await patch(scene, { metadata: { annotations: { [PAUSED]: value } } });
  scene.done.push(`another user set the pause to ${JSON.stringify(value)}`);
  return undefined;
}

/** After removing a pause, the operator acts before the run continues. */
async function unpause(scene: HostScene): Promise<undefined> {
  const { stage, namespace, name, procedure, done } = scene;
  const host: Host = await stage.host(namespace, name);
  if (host.metadata.annotations?.[PAUSED] === undefined) return undefined;
  scene.sawWindow ||= procedure.hasWindow && provisioningCancelled(host);
  done.push(
    `another user removed the pause, with ${host.status?.provisioning.image?.url} in the status and ${host.spec.image?.url} in the spec`,
  );
  await takePauseAway(scene);
  return undefined;
}

/** What a source does that still holds the address which the run takes out. */
async function reapply(scene: HostScene, manager: string): Promise<undefined> {
  const url = scene.procedure.goal === 'undo' ? NEW : FORMER;
  await patch(scene, { spec: { image: { url, checksum: `${url}.md5sum` } } }, manager);
  scene.done.push(`${manager} set spec.image.url to ${url}`);
  return undefined;
}

/** Merge-patches the host; gives it as it is then. */
export async function patch(
  { stage, namespace, name }: Place,
  body: object,
  manager = 'kubectl',
): Promise<Host> {
  const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${name}?fieldManager=${manager}`;
  return (await expect(stage.server.admin, { method: 'PATCH', path, body }, 200)).json;
}
