import { DETACHED } from '../../operators/host.ts';
import { image } from '../../scenarios/hosts.ts';
import type { HostFault } from './fault.ts';
import { NEW, OTHER } from './procedures.ts';
import { ATTACH } from './request-name.ts';
import type { HostScene } from './scene.ts';
import { eachTime, once, patch, pauseWith, takePauseAway, touch } from './writers.ts';

const pauseAs = (value: string) => (scene: HostScene) => pauseWith(scene, value);
const byPauser = { gives: { says: '  paused: ', way: takePauseAway } };

/** Only while the host is detached: before and after, any change of the address has it wiped, whatever runs. */
const byOther = { at: [ATTACH], gives: { says: '  differing-urls: ', way: putAddressBack } };

/** What other writers do to a host that is being enrolled again. */
export const detachedWriters: readonly HostFault[] = [
  once('the operator writing', touch),
  eachTime('the operator writing', touch),
  once('another user pausing with "true"', pauseAs('true'), byPauser),
  once('another user pausing with a value of their own', pauseAs('metal3.io/capm3'), byPauser),
  once('another user attaching it by hand', attach),
  eachTime('another user attaching it by hand', attach),
  once('another user changing the address', changeAddress, byOther),
  eachTime('another user changing the address', changeAddress, byOther),
];

/** After attaching a host, the operator acts before the run continues. */
async function attach(scene: HostScene): Promise<undefined> {
  const { stage, namespace, name, done } = scene;
  const host = await stage.host(namespace, name);
  if (host.metadata.annotations?.[DETACHED] === undefined) return undefined;
  const { metadata } = await patch(scene, { metadata: { annotations: { [DETACHED]: null } } });
  await stage.operator.reconciled(`${namespace}/${name}`, metadata.resourceVersion ?? '');
  done.push('another user removed the detached annotation');
  return undefined;
}

async function changeAddress(scene: HostScene): Promise<undefined> {
  const { stage, namespace, name, done } = scene;
  const host = await stage.host(namespace, name);
  if (host.metadata.annotations?.[DETACHED] === undefined) return undefined;
  await patch(scene, { spec: { image: image(OTHER) } });
  done.push(`another user set spec.image.url to ${OTHER}`);
  return undefined;
}

async function putAddressBack(scene: HostScene): Promise<void> {
  await patch(scene, { spec: { image: image(NEW) } });
}
