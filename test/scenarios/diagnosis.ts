import { brokenHost, type HostOptions, healthyHost, image, STANDARD, served, stale } from './hosts.ts';
import type { Scenario } from './scenario.ts';

/** An image that is no longer served. */
const GONE = 'acme-standard-centos7.qcow2';

const failed = (reason: string): HostOptions => ({
  image: image(served(STANDARD)),
  status: { errorMessage: `Host adoption failed: ${reason}` },
});

/** Names of the hosts whose nodes are active from the start, so that an old error of theirs stays. */
export const ACTIVE = ['tried-again', 'kept-by-ironic', 'missing-information'];

/** The namespace in which no operator is to run. */
export const QUIET = 'quiet';

/** Hosts with the registration error for other reasons than their address and, where no operator runs, half-way ones. */
export const diagnosisScenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    brokenHost('tried-again', 1, failed(`validation of image ${served(STANDARD)} failed: HTTP 404`)),
    brokenHost('kept-by-ironic', 2, failed(`validation of image ${stale(STANDARD)} failed: HTTP 404`)),
    brokenHost('missing-information', 3, {
      status: { errorMessage: "Cannot validate image information for node. Missing are: ['image_source']" },
    }),
    brokenHost('not-served', 4, { image: image(served(GONE)) }),
    healthyHost('at-fixed-address', 5, {
      namespace: QUIET,
      image: image(stale(STANDARD)),
    }),
    brokenHost('at-risk', 6, { namespace: QUIET, spec: { image: image(served(STANDARD)) } }),
    healthyHost('on-its-way', 7, { namespace: QUIET, provisioning: { state: 'preparing' } }),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});
