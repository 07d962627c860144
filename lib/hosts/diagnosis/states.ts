import { PROVISIONED } from '../../objects/names.ts';
import { masked } from '../../words/masked.ts';
import type { Verdict } from '../../words/verdict.ts';
import { commandFor } from '../command-for.ts';
import { isAtFixedAddress } from '../image.ts';
import { mayBeRetried } from '../observed.ts';
import { type Cause, clearing, describing } from './evidence.ts';
import { nextRepair } from './refused.ts';
import { operatorIsDown } from './running.ts';

/** What a state or operational status means for a host without an error. */
interface StateCause {
  value: string;
  cause: string;
  means: string;
  verdict: Verdict;
  advice: string;
}

const WAIT = 'check again once that is done';

/** The transient states of `status.provisioning.state`. */
const STATES: StateCause[] = [
  state('', 'new', 'the operator has not reconciled the host yet'),
  state('registering', 'registering', 'the operator is contacting the BMC and enrolling the node'),
  state('inspecting', 'inspecting', 'the hardware is being inspected'),
  state('match profile', 'matching-profile', 'a hardware profile is being chosen'),
  state('preparing', 'preparing', 'the host is being cleaned and set up'),
  state('provisioning', 'provisioning', 'an image is being written to the disk'),
  state('deprovisioning', 'deprovisioning', 'the image is being removed: the data on the disk is lost'),
  state('powering off before delete', 'powering-off', 'the host is being powered off before it is deleted'),
  state('deleting', 'deleting-node', 'the node of the host is being deleted'),
  {
    value: 'unmanaged',
    cause: 'unmanaged',
    means: 'the host has no BMC that the operator can use',
    verdict: 'blocked',
    advice: 'set spec.bmc.address, and spec.bmc.credentialsName to a Secret with the credentials',
  },
];

const STATUSES: StateCause[] = [
  {
    value: 'discovered',
    cause: 'discovered',
    means: 'the host was discovered, but its BMC is not set yet',
    verdict: 'blocked',
    advice: 'set spec.bmc.address, and spec.bmc.credentialsName to a Secret with the credentials',
  },
  {
    value: 'delayed',
    cause: 'delayed',
    means: 'the host is waiting until Ironic has finished other hosts',
    verdict: 'unknown',
    advice: 'check again later; PROVISIONING_LIMIT in the operator sets how many hosts it handles at a time',
  },
  {
    value: 'servicing',
    cause: 'servicing',
    means: 'firmware or settings of the provisioned host are being changed',
    verdict: 'unknown',
    advice: WAIT,
  },
  {
    value: 'detached',
    cause: 'attaching',
    means: 'the host is waiting for the operator to attach it again',
    verdict: 'unknown',
    advice: WAIT,
  },
  {
    value: '',
    cause: 'no-status',
    means: 'the operator has not reported a status yet',
    verdict: 'unknown',
    advice: WAIT,
  },
];

/** The causes of hosts without an error; the last, `healthy`, matches every one of them. */
export const states: Cause[] = [
  {
    name: 'operator-stopped',
    means: 'the host is waiting for an operator that is not running',
    find: ({ observed: { host }, operators }) =>
      isOnItsWay(host) ? operatorIsDown(operators, host) : undefined,
  },
  ...STATES.map((currentState) => causeOf(currentState, 'state')),
  ...STATUSES.map((status) => causeOf(status, 'operationalStatus')),
  {
    name: 'between-errors',
    means: 'the host has no error now, but the operator may be retrying its IP address',
    find: ({ observed }) => {
      const { host } = observed;
      if (!mayBeRetried(host)) return undefined;
      return {
        verdict: 'unknown',
        summary: `its errorCount is ${host.errorCount} and its image is at ${masked(host.image?.url ?? '')}: on each retry the error disappears for some seconds, then comes back`,
        ...nextRepair(observed, { preventive: true }, ['--preventive']),
      };
    },
  },
  {
    name: 'healthy-at-fixed-address',
    means: 'the host is healthy, but its image is at an IP address that breaks when the network changes',
    find: ({ observed }) => {
      const { host } = observed;
      if (host.state !== PROVISIONED || !host.image || !isAtFixedAddress(host.image)) return undefined;
      return {
        verdict: 'healthy',
        summary: `it is healthy, but its image is at ${masked(host.image.url ?? '')}`,
        ...nextRepair(observed, { preventive: true }, ['--preventive']),
      };
    },
  },
  {
    name: 'errors-counted',
    means: 'the host has no error now, but its error count was not reset',
    find: ({ observed: { host, context } }) =>
      host.state === PROVISIONED && host.errorCount
        ? {
            verdict: 'unknown',
            summary: `it has no error, but its errorCount is ${host.errorCount}: the operator does not reset it when a host recovers`,
            next: {
              advice: `see whether an error comes back: ${commandFor({ host, context }, 'kubectl bmh wait')}; if none does, reset the count`,
              command: clearing(host, { errorCount: 0 }),
            },
          }
        : undefined,
  },
  {
    name: 'healthy',
    means: 'nothing is wrong',
    find: ({ observed: { host } }) => ({
      verdict: 'healthy',
      summary: `it is ${host.state ?? ''}, without an error${host.state === PROVISIONED ? '' : '; only a provisioned host can be repaired'}`,
      next: {},
    }),
  },
];

/** Whether a host without an error is in a transient state. */
export const isOnItsWay = ({
  state: now = '',
  operationalStatus = '',
}: Record<'state' | 'operationalStatus', string | undefined>): boolean =>
  STATES.some(({ value }) => value === now) || operationalStatus !== 'OK';

function state(value: string, cause: string, means: string): StateCause {
  return { value, cause, means, verdict: 'unknown', advice: WAIT };
}

function causeOf(
  { value, cause, means, verdict, advice }: StateCause,
  field: 'state' | 'operationalStatus',
): Cause {
  return {
    name: cause,
    means,
    find: ({ observed: { host } }) =>
      (host[field] ?? '') === value
        ? {
            verdict,
            summary: `${field === 'state' ? 'its state' : field} is "${value}"`,
            next: { command: describing(host), advice },
          }
        : undefined,
  };
}
