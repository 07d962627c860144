import { DETACHED } from '../../operators/host.ts';
import { image } from '../../scenarios/hosts.ts';
import type { HostFault } from './fault.ts';
import { NEW, OTHER } from './procedures.ts';
import { ATTACH } from './request-name.ts';
import type { HostScene } from './scene.ts';
import { eachTime, once, patch, pauseWith, takePauseAway, touch } from './writers.ts';

const pauseAs = (value: string) => (scene: HostScene) => pauseWith(scene, value);
const byPauser = { gives: { says: '  paused: ', way: takePauseAway } };

/** Only while the host is detached: before and after, whoever changes the address has it wiped, whatever runs. */
const byOther = { at: [ATTACH], gives: { says: '  differing-urls: ', way: putAddressBack } };

/** What others write to a host that is being enrolled again. */
export const detachedWriters: readonly HostFault[] = [
  once('the operator writing', touch),
  eachTime('the operator writing', touch),
  once('somebody pausing with "true"', pauseAs('true'), byPauser),
  once('somebody pausing with a value of their own', pauseAs('metal3.io/capm3'), byPauser),
  once('somebody attaching it by hand', attach),
  eachTime('somebody attaching it by hand', attach),
  once('somebody changing the address', changeAddress, byOther),
  eachTime('somebody changing the address', changeAddress, byOther),
];

/** Whoever attaches a host lets the operator have its way before the run goes on. */
async function attach(scene: HostScene): Promise<undefined> {
  const { stage, namespace, name, done } = scene;
  const host = await stage.host(namespace, name);
  if (host.metadata.annotations?.[DETACHED] === undefined) return undefined;
  const { metadata } = await patch(scene, { metadata: { annotations: { [DETACHED]: null } } });
  await stage.operator.reconciled(`${namespace}/${name}`, metadata.resourceVersion ?? '');
  done.push('somebody removed the detached annotation');
  return undefined;
}

async function changeAddress(scene: HostScene): Promise<undefined> {
  const { stage, namespace, name, done } = scene;
  const host = await stage.host(namespace, name);
  if (host.metadata.annotations?.[DETACHED] === undefined) return undefined;
  await patch(scene, { spec: { image: image(OTHER) } });
  done.push(`somebody set spec.image.url to ${OTHER}`);
  return undefined;
}

async function putAddressBack(scene: HostScene): Promise<void> {
  await patch(scene, { spec: { image: image(NEW) } });
}
