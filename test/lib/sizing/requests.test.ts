import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ContainerObject, PodObject } from '../../../lib/objects/pod.ts';
import { resourcesOf, sumOf } from '../../../lib/sizing/requests.ts';
import { container, podOf } from './pods.ts';

const sidecar = (cpu: string, memory: string): ContainerObject => ({
  ...container({ cpu, memory }, undefined, 'sidecar'),
  restartPolicy: 'Always',
});
const half = container({ cpu: '500m', memory: '512Mi' });

const requests: [string, PodObject['spec'], number, number][] = [
  ['nothing', undefined, 0, 0],
  ['no requests', { containers: [container()] }, 0, 0],
  ['one container', { containers: [half] }, 0.5, 512],
  ['several containers', { containers: [half, half, container({ cpu: '1' })] }, 2, 1024],
  ['other units', { containers: [container({ cpu: '0.1', memory: '1G' })] }, 0.1, 953.674],
  ['bytes', { containers: [container({ cpu: '2', memory: '1048576' })] }, 2, 1],
  ['what is no quantity', { containers: [container({ cpu: 'much', memory: '1Mi' })] }, 0, 1],
  [
    'an init container that needs less',
    { containers: [half], initContainers: [container({ cpu: '100m' })] },
    0.5,
    512,
  ],
  ['one that needs more of one', { containers: [half], initContainers: [container({ cpu: '2' })] }, 2, 512],
  ['init containers, which run one by one', { containers: [half], initContainers: [half, half] }, 0.5, 512],
  ['a sidecar', { containers: [half], initContainers: [sidecar('250m', '64Mi')] }, 0.75, 576],
  [
    'an init container beside the sidecar before it',
    { containers: [half], initContainers: [sidecar('1', '64Mi'), container({ cpu: '3' })] },
    4,
    576,
  ],
  [
    'an init container without the sidecar after it',
    { containers: [half], initContainers: [container({ cpu: '3' }), sidecar('1', '64Mi')] },
    3,
    576,
  ],
  ['overhead', { containers: [half], overhead: { cpu: '250m', memory: '120Mi' } }, 0.75, 632],
  ['the pod as a whole', { containers: [half], resources: { requests: { cpu: '3' } } }, 3, 512],
  [
    'the pod as a whole, and overhead',
    { containers: [half], resources: { requests: { memory: '1Gi' } }, overhead: { memory: '1Mi' } },
    0.5,
    1025,
  ],
];
for (const [what, spec, cpuCores, memoryMiB] of requests)
  test(`requests of ${what}`, () =>
    assert.deepEqual(resourcesOf(podOf(spec)).requests, { cpuCores, memoryMiB }));

const capped = container(undefined, { cpu: '1', memory: '1Gi' }, 'capped');
const open = container(undefined, undefined, 'open');
const limits: [string, PodObject['spec'], [number, number], string[], string[]][] = [
  ['all containers', { containers: [capped, capped] }, [2, 2048], [], []],
  ['one of them', { containers: [capped, open] }, [1, 1024], ['open'], ['open']],
  ['none', { containers: [open] }, [0, 0], ['open'], ['open']],
  ['memory alone', { containers: [container(undefined, { memory: '1Gi' }, 'm')] }, [0, 1024], ['m'], []],
  [
    '0, which is none',
    { containers: [container(undefined, { cpu: '0', memory: '1Mi' }, 'z')] },
    [0, 1],
    ['z'],
    [],
  ],
  [
    'all but a sidecar',
    { containers: [capped], initContainers: [sidecar('1', '1Gi')] },
    [1, 1024],
    ['sidecar'],
    ['sidecar'],
  ],
  ['all but what only starts', { containers: [capped], initContainers: [open] }, [1, 1024], [], []],
  [
    'the pod as a whole',
    { containers: [capped, open], resources: { limits: { cpu: '4' } } },
    [4, 1024],
    [],
    ['open'],
  ],
  [
    'none, with overhead',
    { containers: [open], overhead: { cpu: '1', memory: '1Mi' } },
    [0, 0],
    ['open'],
    ['open'],
  ],
  ['all, with overhead', { containers: [capped], overhead: { cpu: '1' } }, [2, 1024], [], []],
];
for (const [what, spec, [cpuCores, memoryMiB], cpu, memory] of limits)
  test(`limits of ${what}`, () => {
    const resources = resourcesOf(podOf(spec));
    assert.deepEqual(resources.limits, { cpuCores, memoryMiB });
    assert.deepEqual(resources.unlimited, { cpu, memory });
  });

test('requests never decrease with another order or more containers', () => {
  const anyContainer = fc
    .record({ cpu: fc.nat(8000), memory: fc.nat(4096) })
    .map(({ cpu, memory }) => container({ cpu: `${cpu}m`, memory: `${memory}Mi` }));
  fc.assert(
    fc.property(fc.array(anyContainer, { minLength: 1, maxLength: 6 }), (containers) => {
      const all = resourcesOf(podOf({ containers })).requests;
      assert.deepEqual(resourcesOf(podOf({ containers: containers.toReversed() })).requests, all);
      const fewer = resourcesOf(podOf({ containers: containers.slice(1) })).requests;
      assert.ok(fewer.cpuCores <= all.cpuCores && fewer.memoryMiB <= all.memoryMiB);
      const apart = containers.map((one) => resourcesOf(podOf({ containers: [one] })).requests);
      assert.deepEqual(sumOf(apart), all);
      const starting = resourcesOf(podOf({ initContainers: containers })).requests;
      assert.equal(starting.cpuCores, Math.max(...apart.map(({ cpuCores }) => cpuCores)));
    }),
  );
});
