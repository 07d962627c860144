import type { KubeObject } from '../../kube/api/types.ts';
import { writers } from '../../objects/gitops.ts';
import { REGISTRATION_ERROR_EVENT } from '../../objects/names.ts';
import { masked } from '../../words/masked.ts';
import { backoff } from '../health.ts';
import type { Service } from '../probe.ts';
import { type Cause, clearing, describing, type Found, type Ironic, ours } from './evidence.ts';
import { nextReenroll, nextRepair } from './refused.ts';
import { ofOurs } from './registration.ts';
import { isUnknown, keepsNodes, operatorIsDown } from './running.ts';

/** Hosts with this error whose address is correct, or looks so: why the error stays. */
export const staleError: Cause[] = ofOurs([
  {
    name: 'operator-down',
    means: 'no operator manages the host',
    find: ({ observed: { host }, operators }) => operatorIsDown(operators, host),
  },
  {
    name: 'node-active',
    means: 'the address was fixed, but nothing clears the stale error',
    find: ({ observed: { host, object } }) =>
      host.paused === undefined && !host.errorMessage && !host.errorCount && isLeftAlone(object)
        ? {
            verdict: 'degraded',
            summary:
              'its error was reset, and the operator has saved the host since and kept the error type: its node is already active in Ironic',
            next: { command: clearing(host, { errorType: null, operationalStatus: 'OK' }) },
          }
        : undefined,
  },
  {
    name: 'not-retried',
    means: 'the address was fixed, but the operator has not retried yet',
    find: ({ observed: { host } }) =>
      host.paused === undefined && !host.errorMessage && !host.errorCount
        ? {
            verdict: 'degraded',
            summary: 'its error was reset, but nothing shows that the operator has reconciled it since',
            next: { command: ours(host, 'wait') },
          }
        : undefined,
  },
  {
    name: 'old-address-in-ironic',
    means: 'the host has the new address, but Ironic still uses the old one',
    find: ({ observed, operators }) => {
      const { host } = observed;
      const other = otherAddressIn(host.errorMessage, host.image?.url);
      if (other === undefined || !host.image?.url) return undefined;
      const keeps = operators?.operators.some(({ install }) => keepsNodes(install.version))
        ? ': operators from 0.11 on do not resend the image to an Ironic that keeps its database'
        : '';
      return stale(
        `its image is at ${masked(host.image.url)}, but the error names ${masked(other)}${keeps}`,
        nextReenroll(observed),
      );
    },
  },
  {
    name: 'short-name',
    means: 'the image address is a short name that Ironic does not resolve',
    find: ({ observed, operators, present }) => {
      const { host } = observed;
      const name = URL.parse(host.image?.url ?? '')?.hostname ?? '';
      const service = present?.service;
      const [ironic] = operators?.ironics ?? [];
      if (!ironic || !service || !name || name.includes('.') || present?.image.kind !== 'served')
        return undefined;
      if (operators?.ironics.some((one) => resolves(one, service))) return undefined;
      const { namespace, resource, kind } = ironic.install;
      const why = ironic.clusterDns
        ? `is in a different namespace than service ${service.namespace}/${service.name}`
        : 'is on the host network and does not use the cluster DNS';
      const full = `${service.name}.${service.namespace}.svc.cluster.local`;
      return stale(
        `the image is served at ${name}, a name that Ironic does not resolve: ${kind} ${namespace}/${resource} ${why}`,
        nextRepair(observed, { service: full, accepted: new Set(['address-not-ip']) }, [
          ...['--service', full],
          ...['--accept', 'address-not-ip'],
        ]),
        ironic.clusterDns
          ? undefined
          : 'set dnsPolicy ClusterFirstWithHostNet on the Ironic pods: without it, they do not resolve the full name either',
      );
    },
  },
  {
    name: 'flapping',
    means: 'the host recovers, then fails again',
    find: ({ observed, events, present }) => {
      const { host } = observed;
      const failures = (events ?? [])
        .filter(({ reason }) => reason === REGISTRATION_ERROR_EVENT)
        .reduce((sum, { count }) => sum + count, 0);
      if (present?.image.kind !== 'served' || failures < 2 || (host.errorCount ?? 0) > FLAPS)
        return undefined;
      return stale(
        `its image is served, but the Events count the error ${failures} times: Ironic cannot fetch the image`,
        nextReenroll(observed),
        'first check from the Ironic pod that Ironic can resolve and reach the address',
      );
    },
  },
  {
    name: 'operator-unknown',
    means: 'whether an operator manages the host is unknown',
    find: ({ observed: { host }, operators, present }) =>
      operators && isUnknown(operators, host.namespace) && present?.image.kind === 'served'
        ? {
            verdict: 'unknown',
            summary:
              'its image is served, but neither an operator Deployment nor a lease held by an operator was found',
            next: {
              command: { words: ['kubectl', 'bmh', 'version'], namespace: '' },
              advice: 'check that the operator runs, as a user who may list Deployments and leases',
            },
          }
        : undefined,
  },
  {
    name: 'backing-off',
    means: "the cause is fixed, but the operator's next retry is far away",
    find: ({ observed, present }) => {
      const { errorCount = 0 } = observed.host;
      return present?.image.kind === 'served'
        ? stale(
            `its image is served, but after ${errorCount} errors the operator's next retry may be ${backoff(errorCount)} away`,
            nextReenroll(observed),
            'or wait for that retry; if the error comes back then, Ironic has kept the old address',
          )
        : undefined;
    },
  },
  {
    name: 'address-by-name',
    means: 'the image address is a name, and whether it is served there is unknown',
    find: ({ observed: { host }, present }) => {
      const probe = [present?.image, present?.checksum].find((one) => one?.kind === 'unknown');
      const [why, hint] =
        probe?.kind === 'unknown' ? [`: ${probe.reason}`, probe.hint] : ['', 'check that it is served'];
      return {
        verdict: 'unknown',
        summary: `its image is at ${masked(host.image?.url ?? 'no address')}, and whether it is served there is unknown${why}`,
        next: { command: describing(host), advice: hint },
      };
    },
  },
]);

/** A host with a stale error, which a run would clear. */
const stale = (
  summary: string,
  { next, refusals }: ReturnType<typeof nextReenroll>,
  hint?: string,
): Found => {
  const advice = [next.advice, hint].filter(Boolean).join('; ');
  return {
    verdict: refusals.length > 0 ? 'blocked' : 'degraded',
    summary,
    next: { ...next, ...(advice && { advice }) },
    refusals,
  };
};

/** The longest time between two reconciles of a host, in milliseconds. */
const LOOKS = 60_000;

/**
 * Whether the operator has saved a host a full interval after its error was reset, by the managedFields times of
 * `lastUpdated`, which only the operator writes, and of the message that was emptied.
 */
function isLeftAlone(object: Pick<KubeObject, 'metadata'>): boolean {
  const [saved = Number.NaN, reset = Number.NaN] = ['lastUpdated', 'errorMessage'].map((field) => {
    const [last] = writers(object, ['f:status', `f:${field}`]);
    return Date.parse(last?.time ?? '');
  });
  return saved - reset > LOOKS;
}

/** Whether an Ironic resolves a service by its short name, as pods do in their own namespace. */
const resolves = ({ clusterDns, install }: Ironic, service: Service): boolean =>
  clusterDns && install.namespace === service.namespace;

/** With more consecutive errors than this, the operator backs off too long for a host to flap. */
const FLAPS = 2;

/** The first http address in a message that is not the image address. */
function otherAddressIn(message: string | undefined, url: string | undefined): string | undefined {
  const named = [...(message ?? '').matchAll(/https?:\/\/[^\s"'<>,)]+/gi)].map(([word]) =>
    word.replace(/[.:;]+$/, ''),
  );
  return named.includes(url ?? '') ? undefined : named.find((word) => !word.startsWith(`${url}.`));
}
