import { imageSource, lastAppliedUrl } from './gitops.ts';
import { followsNamePattern, masked, type Target } from './image.ts';
import type { Observed } from './observed.ts';

/** What a person should know before a repair, though nothing stands against it. */
export interface Warning {
  name: string;
  reason: string;
  mend: string;
}

/** Everything worth saying about a host that is about to get the addresses of `target`. */
export function warningsOf(observed: Observed, target: Target): Warning[] {
  const { host } = observed;
  const reboots = Object.keys(host.annotations).filter((key) => /^reboot\.metal3\.io(\/|$)/.test(key));
  const applied = lastAppliedUrl(observed);
  const source = imageSource(observed);
  const all: (Warning | false)[] = [
    host.online === false && {
      name: 'offline',
      reason: 'spec.online is false: the operator powers the host off once it has taken it back',
      mend: 'set spec.online to true first if it is to stay on',
    },
    reboots.length > 0 && {
      name: 'pending-reboot',
      reason: `a reboot is pending (annotation ${reboots.join(', ')}): it happens once the operator has taken the host back`,
      mend: 'remove the annotation first if it is no longer wanted',
    },
    applied !== undefined &&
      applied !== target.url && {
        name: 'last-applied',
        reason: `kubectl's last-applied copy still holds ${masked(applied)}: applying the old file again has the host wiped`,
        mend: `set spec.image to ${masked(target.url)} in the file that this host was applied from`,
      },
    source !== undefined && {
      name: 'gitops',
      reason: `${source} holds this host's image: if it still has the old address, its next sync has the host wiped`,
      mend: `see that it has ${masked(target.url)} before its sync is resumed`,
    },
    !followsNamePattern(target.url) && {
      name: 'image-name',
      reason: `the image name in ${masked(target.url)} is unlike <platform>-<flavour>-<os>.qcow2`,
      mend: 'see that it is the image that was meant; --image-name gives another',
    },
  ];
  return all.filter((warning) => warning !== false);
}
