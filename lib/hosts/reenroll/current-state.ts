import { PROVISIONED } from '../../objects/names.ts';
import type { CurrentState } from '../current-state.ts';
import { urlsDiffer } from '../host.ts';
import { detachmentOf, type Enrollment } from './record.ts';

/** The state of a host after an unfinished reenroll: `host metal/worker-0 is …`. */
export function reenrollState({ observed, record }: Enrollment): CurrentState {
  const { host } = observed;
  const who = `host ${host.namespace}/${host.name}`;
  const detachment = detachmentOf(observed);
  if (host.state !== PROVISIONED)
    return {
      text: `${who} has left the state "${PROVISIONED}": it is now "${host.state ?? ''}"`,
      unfinished: false,
    };
  if (record === undefined)
    return {
      text:
        detachment === 'none'
          ? `${who} is not detached, and nothing is unfinished`
          : `${who} is detached by another user, and no reenroll is unfinished`,
      unfinished: false,
    };
  const danger =
    detachment === 'none' ? 'it is about to be wiped' : 'attached by hand now, it would be wiped';
  const differ = urlsDiffer(host) ? `, and its two image addresses differ: ${danger}` : '';
  const how = {
    none: 'is not detached, but its reenroll is unfinished',
    ours: 'is detached by an unfinished reenroll',
    foreign: 'is detached by another user, with an unfinished reenroll',
  }[detachment];
  return { text: `${who} ${how}${differ}`, unfinished: true };
}
