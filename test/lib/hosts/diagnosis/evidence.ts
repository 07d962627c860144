import type { Evidence, HostEvent, Operator, Operators } from '../../../../lib/hosts/diagnosis/evidence.ts';
import type { HostContext } from '../../../../lib/hosts/observed.ts';
import type { ImageProbe } from '../../../../lib/hosts/probe.ts';
import { seen } from '../../../support/records.ts';

/** What is known of `brokenHost(patch)`, beside which nothing was asked for unless `around` has it. */
export const evidence = (
  patch: object = {},
  { context, ...around }: Partial<Omit<Evidence, 'observed'>> & { context?: HostContext } = {},
): Evidence => {
  const observed = seen(patch, context);
  return { observed: { ...observed, host: { ...observed.host, hasBmc: true } }, unread: [], ...around };
};

export const SERVED: ImageProbe = {
  image: { kind: 'served' },
  checksum: { kind: 'served' },
  service: { namespace: 'metal', name: 'httpd-http' },
};
export const ABSENT: ImageProbe = { ...SERVED, image: { kind: 'absent' } };
export const UNTOLD: ImageProbe = {
  image: { kind: 'unknown', reason: 'no namespace has a service images', hint: 'see that the name is right' },
};

export const operator = (given: Partial<Operator> & { version?: string } = {}): Operator => {
  const { version = 'v0.10.0', ...rest } = given;
  const install = { name: 'baremetal-operator', version, kind: 'Deployment' };
  return {
    install: { ...install, namespace: 'bmo', resource: 'controller' },
    wanted: 1,
    ready: 1,
    endpoint: undefined,
    ...rest,
  };
};

export const operators = (given: Partial<Operators> = {}): Operators => ({
  operators: [operator()],
  ironics: [],
  leases: [{ namespace: 'bmo', holder: 'controller-0_1', renewTime: '2026-01-01T00:00:00.000000Z' }],
  readAt: new Date('2026-01-01T00:00:10Z'),
  unread: [],
  ...given,
});

export const ironic = (
  namespace: string,
  given: { hostNetwork?: boolean; clusterDns?: boolean } = {},
): Operators['ironics'][number] => ({
  install: { name: 'ironic', version: 'v26.0', kind: 'Deployment', namespace, resource: 'ironic' },
  hostNetwork: false,
  clusterDns: true,
  ...given,
});

export const failed = (count: number): HostEvent => ({
  reason: 'ProvisionedRegistrationError',
  message: 'Host adoption failed',
  count,
  last: '2026-01-01T00:00:00Z',
});
