import {
  brokenHost,
  GPU,
  type HostOptions,
  HPC,
  healthyHost,
  image,
  paused,
  STANDARD,
  served,
  spareHost,
  stale,
} from './hosts.ts';
import type { Scenario } from './scenario.ts';

/** Another address that went away with the update. */
const ELSEWHERE = 'http://10.96.14.7/images';

/** An image that is no longer served. */
const GONE = 'acme-standard-centos7.qcow2';

/** The record of a repair that came to its patches of the status, and no further. */
export const halfDone = (name: string): HostOptions => ({
  annotations: {
    ...paused('true'),
    'kubectl-bmh/repair': JSON.stringify({
      goal: 'repair',
      target: { url: served(HPC), checksum: `${served(HPC)}.md5sum` },
      original: {
        spec: { url: stale(HPC), checksum: `${stale(HPC)}.md5sum`, checksumType: 'md5' },
        status: {
          url: stale(HPC),
          checksum: `${stale(HPC)}.md5sum`,
          checksumType: 'md5',
          errorCount: 9,
          errorMessage: `Host adoption failed: ${name}`,
        },
      },
      run: '00000000-0000-4000-8000-000000000000',
      version: 'v0.1.0',
      started: '2026-01-01T00:00:00.000Z',
    }),
  },
  image: image(stale(HPC)),
  provisioning: { image: image(served(HPC)) },
});

const inRack = (rack: string): HostOptions => ({ labels: { rack } });

/**
 * An estate of hosts in two namespaces: broken at two addresses, healthy, spare, paused by another user, left in the middle
 * of a repair, and with an image that is nowhere any more.
 */
export const fleetScenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    ...['worker-0', 'worker-1', 'worker-2'].map((name, index) =>
      brokenHost(name, 1 + index, {
        ...inRack('r1'),
        image: image(stale([STANDARD, HPC, GPU][index] ?? STANDARD)),
      }),
    ),
    brokenHost('worker-3', 4, { ...inRack('r2'), image: image(`${ELSEWHERE}/${STANDARD}`) }),
    brokenHost('worker-4', 5, { ...inRack('r2'), annotations: paused('metal3.io/capm3') }),
    brokenHost('worker-5', 6, halfDone('worker-5')),
    healthyHost('worker-6', 7, inRack('r1')),
    spareHost('worker-7', 8),
    brokenHost('edge-0', 20, { ...inRack('r1'), namespace: 'edge', image: image(stale(STANDARD)) }),
    brokenHost('edge-1', 21, { namespace: 'edge', image: image(`${ELSEWHERE}/${GONE}`) }),
  ],
  images: [STANDARD, HPC, GPU].map(served),
  deadBmcs: [],
});
