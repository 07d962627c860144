import { brokenHost, type HostOptions, healthyHost, image } from '../scenarios/hosts.ts';
import type { World } from './draft.ts';
import type { Host } from './host.ts';
import type { Node } from './ironic.ts';

export const OLD = 'http://172.22.0.1/images/old.qcow2';
export const NEW = 'http://httpd-http/images/new.qcow2';

/** A provisioned host with the registration error, whose image is at `OLD`. */
export const broken = (options: HostOptions = {}): Host =>
  brokenHost('host', 1, { image: image(OLD), ...options }).host;
/** A provisioned host on which all is well, whose image is at `NEW`. */
export const healthy = (options: HostOptions = {}): Host =>
  healthyHost('host', 1, { image: image(NEW), ...options }).host;

/** The node that belongs to a host of these tests, in this state. */
export const node = (state: Node['state'], host: Host, rest: Partial<Node> = {}): Node => ({
  id: host.status?.provisioning.ID ?? '',
  state,
  image: host.status?.provisioning.image?.url,
  custom: false,
  lastError: '',
  poweredOn: true,
  ...rest,
});

/** A world without a node, in which the BMC answers. */
export const world = (rest: Partial<World> = {}): World => ({
  generation: '0.14',
  node: undefined,
  bmcAnswers: true,
  now: '2030-01-02T03:04:05Z',
  random: 0.5,
  newId: 'new-id',
  ...rest,
});
