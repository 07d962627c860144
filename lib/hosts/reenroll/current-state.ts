import { PROVISIONED } from '../../objects/names.ts';
import type { CurrentState } from '../current-state.ts';
import { urlsDiffer } from '../host.ts';
import { detachmentOf, type Enrolment } from './record.ts';

/** How a host stands after a re-enrolment that did not finish: `host metal/worker-0 is …`. */
export function reenrollState({ observed, record }: Enrolment): CurrentState {
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
  const half = {
    none: ', and its two image addresses differ: it is about to be wiped',
    ours: ', and its two image addresses differ: attached by hand now, it would be wiped',
    foreign: ', and its two image addresses differ: attached by hand now, it would be wiped',
  }[detachment];
  const how = {
    none: 'is not detached, but its reenroll is unfinished',
    ours: 'is detached by an unfinished reenroll',
    foreign: 'is detached by another user, with an unfinished reenroll',
  }[detachment];
  return { text: `${who} ${how}${urlsDiffer(host) ? half : ''}`, unfinished: true };
}
