import { masked } from '../../words/masked.ts';
import { appliedImage, otherWriters, sourceOf } from '../gitops.ts';
import { followsNamePattern } from '../image.ts';
import type { Observed } from '../observed.ts';
import { urlsAfterUndo } from '../payloads.ts';
import type { Aim, Guard } from './guard.ts';

/** What a person should know before a run, though nothing stands against it. */
export const warnings: Guard[] = [
  {
    name: 'offline',
    prevents: 'a machine that is powered off by the recovery, because its spec says so',
    kind: 'warning',
    check: ({ host }) =>
      host.online === false
        ? {
            reason: 'spec.online is false: the operator powers the host off once it has taken it back',
            hint: 'set spec.online to true first if it is to stay on',
          }
        : undefined,
  },
  {
    name: 'pending-reboot',
    prevents: 'a machine that is rebooted by the recovery, because somebody asked for it earlier',
    kind: 'warning',
    check: ({ host }) => {
      const reboots = Object.keys(host.annotations).filter((key) => /^reboot\.metal3\.io(\/|$)/.test(key));
      return reboots.length > 0
        ? {
            reason: `a reboot is pending (annotation ${reboots.join(', ')}): it happens once the operator has taken the host back`,
            hint: 'remove the annotation first if it is not wanted any more',
          }
        : undefined;
    },
  },
  {
    name: 'machine-health-check',
    prevents: 'a host whose machine is deleted by a health check, which wipes it',
    kind: 'warning',
    check: ({ context: { remediation } }) => {
      if (!remediation) return undefined;
      const { machine, by, underway } = remediation;
      const who = by === undefined ? 'remediation' : `MachineHealthCheck ${machine.namespace}/${by}`;
      return {
        reason: underway
          ? `the machine ${machine.namespace}/${machine.name} of this host is being remediated: ${who} may delete it, which wipes the host`
          : `${who} watches the machine ${machine.namespace}/${machine.name} of this host and deletes it where it stays unhealthy, which wipes the host`,
        hint: 'annotate the machine with cluster.x-k8s.io/skip-remediation until the host is healthy; one that is being deleted already can not be kept',
      };
    },
  },
  {
    name: 'last-applied',
    prevents: 'a host whose old file is applied again, which wipes it',
    kind: 'warning',
    check: (observed, aim) => {
      const applied = appliedImage(observed);
      const url = urlLeft(observed, aim);
      return applied && url !== undefined && applied.url !== url
        ? {
            reason: `${applied.from} still holds ${masked(applied.url)}: whoever applies that file again has the host wiped`,
            hint: `in the file that this host was applied from, set spec.image to ${masked(url)} and its checksum`,
          }
        : undefined;
    },
  },
  {
    name: 'gitops-sync',
    prevents: 'a host whose source syncs again with another address, which wipes it',
    kind: 'warning',
    check: (observed, aim) => {
      const source = sourceOf(observed);
      const url = urlLeft(observed, aim);
      return source && url !== undefined
        ? {
            reason: `${source} manages this host: if another image address is in it, its next sync has the host wiped`,
            hint: `see that its spec.image is ${masked(url)}, or that it has none, before it syncs again`,
          }
        : undefined;
    },
  },
  {
    name: 'more-writers',
    prevents:
      "a host that others write to, in the one moment of the document's order that rests on the pause",
    kind: 'warning',
    check: (observed, { order }) => {
      const writers = order === 'documented' ? otherWriters(observed) : [];
      return writers.length > 0
        ? {
            reason: `others write to this host too (${writers.join(', ')}): whoever removes the pause between the status and the spec patch has it wiped`,
            hint: 'give --window-free: its order has no such moment',
          }
        : undefined;
    },
  },
  {
    name: 'image-name',
    prevents: 'the next deployment, which installs whatever image is named',
    kind: 'warning',
    check: (_, { goal, target }) =>
      goal === 'undo' || followsNamePattern(target.url)
        ? undefined
        : {
            reason: `the image name in ${masked(target.url)} is unlike <platform>-<flavour>-<os>.qcow2`,
            hint: 'see that it is the image that is meant; --image-name gives another',
          },
  },
  {
    name: 'image-unprobed',
    prevents: 'a host from an address where nobody has seen the image: the error would come back',
    kind: 'warning',
    check: ({ context: { probe } }, { goal }) => {
      const unknown = [probe?.image, probe?.checksum].find((one) => one?.kind === 'unknown');
      return goal === 'repair' && unknown?.kind === 'unknown'
        ? {
            reason: `whether the image is served at its new address could not be told: ${unknown.reason}`,
            hint: unknown.hint,
          }
        : undefined;
    },
  },
  {
    name: 'short-name',
    prevents: 'a host from a short name that Ironic can not resolve: the error would come back',
    kind: 'warning',
    check: ({ host, context: { probe } }, { goal, target }) => {
      const name = URL.parse(target.url)?.hostname ?? '';
      const service = probe?.service;
      return goal === 'repair' && !name.includes('.') && service && service.namespace !== host.namespace
        ? {
            reason: `the short name ${name} is that of a service in namespace ${service.namespace}: only pods of that namespace resolve it, and none on the host network`,
            hint: `unless Ironic runs there, give --service ${name}.${service.namespace}.svc.cluster.local`,
          }
        : undefined;
    },
  },
];

/** The image address that a run leaves in the spec; undefined where that can't be told. */
const urlLeft = ({ host, record }: Observed, { goal, target }: Aim): string | undefined => {
  if (goal === 'repair') return target.url;
  return typeof record === 'object' ? urlsAfterUndo(host, record).image?.url : undefined;
};
