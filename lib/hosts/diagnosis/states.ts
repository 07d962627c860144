import { PROVISIONED } from '../../objects/names.ts';
import { masked } from '../../words/masked.ts';
import { decide } from '../decide.ts';
import { isAtFixedAddress } from '../image.ts';
import { mayBeRetried } from '../observed.ts';
import { type Cause, clearing, describing, PLAIN_WISH, type Verdict } from './evidence.ts';
import { afterRefusals, refusalsOf } from './refused.ts';
import { operatorIsDown } from './running.ts';

/** What a state, or an operational status, means for a host without an error. */
interface Standing {
  value: string;
  cause: string;
  means: string;
  verdict: Verdict;
  advice: string;
}

const WAIT = 'look again once that is done';

/** The states of `status.provisioning.state` that are on the way to another; the steady ones are not among them. */
const STATES: Standing[] = [
  state('', 'new', 'the operator has not looked at the host yet'),
  state('registering', 'registering', 'the BMC is being reached and the node enrolled'),
  state('inspecting', 'inspecting', 'the hardware is being inspected'),
  state('match profile', 'matching-profile', 'a hardware profile is being chosen'),
  state('preparing', 'preparing', 'the host is being cleaned and set up'),
  state('provisioning', 'provisioning', 'an image is being written to the disk'),
  state('deprovisioning', 'deprovisioning', 'the image is being removed: what was on the disk is lost'),
  state('powering off before delete', 'powering-off', 'the host is switched off before it is deleted'),
  state('deleting', 'deleting-node', 'the node of the host is being deleted'),
  {
    value: 'unmanaged',
    cause: 'unmanaged',
    means: 'the host has no BMC that the operator could use',
    verdict: 'needs-work',
    advice: 'give spec.bmc an address and the name of a Secret with the credentials',
  },
];

const STATUSES: Standing[] = [
  {
    value: 'discovered',
    cause: 'discovered',
    means: 'the host was found, and nobody has given its BMC yet',
    verdict: 'needs-work',
    advice: 'give spec.bmc an address and the name of a Secret with the credentials',
  },
  {
    value: 'delayed',
    cause: 'delayed',
    means: 'the host waits until Ironic is done with others',
    verdict: 'unknown',
    advice: 'look again later; how many it does at a time is set in the operator (PROVISIONING_LIMIT)',
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
    means: 'the host is to be attached again, and the operator has not done so yet',
    verdict: 'unknown',
    advice: WAIT,
  },
  {
    value: '',
    cause: 'no-status',
    means: 'the operator has not said yet how the host is',
    verdict: 'unknown',
    advice: WAIT,
  },
];

/** What a host without an error is in for, and last, that it is healthy: together they hold for every such host. */
export const states: Cause[] = [
  {
    name: 'operator-stopped',
    means: 'the host waits for an operator that does not run',
    find: ({ observed: { host }, operators }) =>
      isOnItsWay(host) ? operatorIsDown(operators, host) : undefined,
  },
  ...STATES.map((currentState) => causeOf(currentState, 'state')),
  ...STATUSES.map((standing) => causeOf(standing, 'operationalStatus')),
  {
    name: 'between-errors',
    means: 'the host has no error now, and the operator may be trying its IP address again',
    find: ({ observed }) => {
      const { host } = observed;
      if (!mayBeRetried(host)) return undefined;
      const refusals = refusalsOf(decide(observed, { ...PLAIN_WISH, preventive: true }));
      return {
        verdict: 'unknown',
        summary: `its errorCount is ${host.errorCount} and its image at ${masked(host.image?.url ?? '')}: on each retry the error goes for some seconds, and comes again`,
        next: afterRefusals(host, refusals, ['repair', '--preventive']),
        refusals,
      };
    },
  },
  {
    name: 'healthy-at-fixed-address',
    means: 'the host is healthy, and its image at an IP address that breaks when the network changes',
    find: ({ observed }) => {
      const { host } = observed;
      if (host.state !== PROVISIONED || !host.image || !isAtFixedAddress(host.image)) return undefined;
      const refusals = refusalsOf(decide(observed, { ...PLAIN_WISH, preventive: true }));
      return {
        verdict: 'healthy',
        summary: `it is healthy, and its image at ${masked(host.image.url ?? '')}`,
        next: afterRefusals(host, refusals, ['repair', '--preventive']),
        refusals,
      };
    },
  },
  {
    name: 'errors-counted',
    means: 'the host has no error now, and the number of its errors was not reset',
    find: ({ observed: { host } }) =>
      host.state === PROVISIONED && host.errorCount
        ? {
            verdict: 'unknown',
            summary: `it has no error, and its errorCount is ${host.errorCount}: the operator does not reset it when it takes a host back`,
            next: {
              advice: 'kubectl bmh wait shows whether an error comes back; if none does, reset the count',
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

/** Whether a host without an error is in none of the steady states. */
export const isOnItsWay = ({
  state: now = '',
  operationalStatus = '',
}: Record<'state' | 'operationalStatus', string | undefined>): boolean =>
  STATES.some(({ value }) => value === now) || operationalStatus !== 'OK';

function state(value: string, cause: string, means: string): Standing {
  return { value, cause, means, verdict: 'unknown', advice: WAIT };
}

function causeOf(
  { value, cause, means, verdict, advice }: Standing,
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
