import { masked } from '../../words/masked.ts';
import { appliedImage, otherWriters, sourceOf } from '../gitops.ts';
import { followsNamePattern } from '../image.ts';
import type { Observed } from '../observed.ts';
import { urlsAfterUndo } from '../payloads.ts';
import type { Aim, Guard } from './guard.ts';

/** What the user should know before a run, although nothing prevents it. */
export const warnings: Guard[] = [
  {
    name: 'offline',
    prevents: 'powering off a machine during the recovery because its spec says so',
    kind: 'warning',
    check: ({ host }) =>
      host.online === false
        ? {
            reason: 'spec.online is false: the operator powers the host off when it manages it again',
            hint: 'set spec.online to true first if the host should stay on',
          }
        : undefined,
  },
  {
    name: 'pending-reboot',
    prevents: 'rebooting a machine during the recovery because of an earlier request',
    kind: 'warning',
    check: ({ host }) => {
      const reboots = Object.keys(host.annotations).filter((key) => /^reboot\.metal3\.io(\/|$)/.test(key));
      return reboots.length > 0
        ? {
            reason: `a reboot is pending (annotation ${reboots.join(', ')}): it happens when the operator manages the host again`,
            hint: 'remove the annotation first if the reboot is no longer wanted',
          }
        : undefined;
    },
  },
  {
    name: 'machine-health-check',
    prevents: 'wiping a host because a health check deletes its machine',
    kind: 'warning',
    check: ({ context: { remediation } }) => {
      if (!remediation) return undefined;
      const { machine, by, underway } = remediation;
      const who = by === undefined ? 'remediation' : `MachineHealthCheck ${machine.namespace}/${by}`;
      return {
        reason: underway
          ? `the machine ${machine.namespace}/${machine.name} of this host is being remediated: ${who} may delete it, which wipes the host`
          : `${who} watches the machine ${machine.namespace}/${machine.name} of this host and deletes it if it stays unhealthy, which wipes the host`,
        hint: 'annotate the machine with cluster.x-k8s.io/skip-remediation until the host is healthy; a machine that is already being deleted cannot be saved',
      };
    },
  },
  {
    name: 'last-applied',
    prevents: 'wiping a host by applying its old manifest again',
    kind: 'warning',
    check: (observed, aim) => {
      const applied = appliedImage(observed);
      const url = urlLeft(observed, aim);
      return applied && url !== undefined && applied.url !== url
        ? {
            reason: `${applied.from} still holds ${masked(applied.url)}, so applying that file again wipes the host`,
            hint: `in the manifest of this host, set spec.image to ${masked(url)} and its checksum`,
          }
        : undefined;
    },
  },
  {
    name: 'gitops-sync',
    prevents: 'wiping a host when its source syncs another address',
    kind: 'warning',
    check: (observed, aim) => {
      const source = sourceOf(observed);
      const url = urlLeft(observed, aim);
      return source && url !== undefined
        ? {
            reason: `${source} manages this host: if it holds another image address, its next sync wipes the host`,
            hint: `check that its spec.image is ${masked(url)}, or that it has none, before it syncs again`,
          }
        : undefined;
    },
  },
  {
    name: 'more-writers',
    prevents: 'wiping a host when another writer removes the pause between the two patches',
    kind: 'warning',
    check: (observed, { order }) => {
      const writers = order === 'documented' ? otherWriters(observed) : [];
      return writers.length > 0
        ? {
            reason: `other writers change this host too (${writers.join(', ')}): if one removes the pause between the status and the spec patch, the host is wiped`,
            hint: 'repair takes the safe order, which has no such moment, unless --order documented is given',
          }
        : undefined;
    },
  },
  {
    name: 'image-name',
    prevents: 'installing the wrong image in the next deployment',
    kind: 'warning',
    check: (_, { goal, target }) =>
      goal === 'undo' || followsNamePattern(target.url)
        ? undefined
        : {
            reason: `the image name in ${masked(target.url)} does not match <platform>-<flavor>-<os>.qcow2`,
            hint: 'check that this is the intended image; --image-name sets another',
          },
  },
  {
    name: 'image-unprobed',
    prevents: 'switching to an address that may not serve the image: the error would return',
    kind: 'warning',
    check: ({ context: { probe } }, { goal }) => {
      const unknown = [probe?.image, probe?.checksum].find((one) => one?.kind === 'unknown');
      return goal === 'repair' && unknown?.kind === 'unknown'
        ? {
            reason: `cannot check whether the new address serves the image: ${unknown.reason}`,
            hint: unknown.hint,
          }
        : undefined;
    },
  },
  {
    name: 'short-name',
    prevents: 'switching to a short name that Ironic cannot resolve: the error would return',
    kind: 'warning',
    check: ({ host, context: { probe } }, { goal, target }) => {
      const name = URL.parse(target.url)?.hostname ?? '';
      const service = probe?.service;
      return goal === 'repair' && !name.includes('.') && service && service.namespace !== host.namespace
        ? {
            reason: `the short name ${name} belongs to a service in namespace ${service.namespace}: only pods in that namespace resolve it, and none on the host network`,
            hint: `unless Ironic runs there, use --service ${name}.${service.namespace}.svc.cluster.local`,
          }
        : undefined;
    },
  },
];

/** The image address that a run leaves in the spec; undefined if unknown. */
const urlLeft = ({ host, record }: Observed, { goal, target }: Aim): string | undefined => {
  if (goal === 'repair') return target.url;
  return typeof record === 'object' ? urlsAfterUndo(host, record).image?.url : undefined;
};
